import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { revive } from '#tests/support/finance.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as tally from '#tests/support/tally.ts';
import { EXPENSE_HEAD, xlsx } from '#tests/support/tally.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ UPLOADS_PER_HOUR: '1000' });
});
afterAll(async () => {
  expect(await verifyAudit(server.database.db)).toBeNull();
  await server.close();
});

const docs = () => server.as('finance-docs');
const tallyAdmin = () => server.as('tally');
const batchIdIn = (name: string): string => name.slice('Tally-'.length, -'.xml'.length);
const filesOf = (data: Record<string, string>): string[] => Object.keys(data).filter((name) => name.endsWith('.xml'));
const fetched = (address: string | undefined) => server.with(null).get(address ?? '');

/** An expense sheet of this many claims that has been processed. */
async function sheetOf(count: number): Promise<{ claims: string[]; sheet: Uint8Array; batchId: string }> {
  const claims = await tally.approvedClaims(server, count);
  const sheet = await xlsx([EXPENSE_HEAD, ...claims.map((id) => [id, 450.5, null, null, null])]);
  const answer = tally.sheetOf(await tally.expenses(await docs(), sheet));
  expect([answer.done, answer.refused]).toEqual([count, 0]);
  return { claims, sheet, batchId: batchIdIn(filesOf(answer.data)[0] ?? '') };
}
const inBatch = async (batchId: string): Promise<string[]> =>
  tally.vouchersOf(await tally.vouchers(await tallyAdmin(), batchId)).map(({ expenseId }) => expenseId);

describe('PAY-7 the same expense sheet, after its batch lost claims', () => {
  it('TALLY-8 takes again what was taken out of the batch, and never calls done what is in no batch', async () => {
    const { claims, sheet, batchId } = await sheetOf(2);
    const [kept = '', out = ''] = claims;
    await tally.mark(await tallyAdmin(), batchId, { ids: [out], posted: false, reason: 'No such ledger' });
    await tally.release(await tallyAdmin(), batchId, { ids: [out] });
    const again = tally.sheetOf(await tally.expenses(await docs(), sheet));
    expect([again.done, again.refused, filesOf(again.data)]).toEqual([
      2,
      0,
      [`Tally-${batchId}.xml`, expect.stringContaining('Tally-TLY')],
    ]);
    expect([await inBatch(batchId), await inBatch(batchIdIn(filesOf(again.data)[1] ?? ''))]).toEqual([[kept], [out]]);
  });

  it('FIN-5 says of a claim that was revived that finance has not approved it, and takes it when it has', async () => {
    const { claims, sheet, batchId } = await sheetOf(1);
    const [id = ''] = claims;
    await tally.mark(await tallyAdmin(), batchId, { ids: [id], posted: false, reason: 'No such ledger' });
    expect((await revive(await server.as('finance'), 'local', id)).body['data']).not.toBeNull();
    const pending = tally.sheetOf(await tally.expenses(await docs(), sheet));
    expect([pending.done, pending.refused, filesOf(pending.data)]).toEqual([0, 1, []]);
    await tally.financeApproved(server, [id]);
    const taken = tally.sheetOf(await tally.expenses(await docs(), sheet));
    expect([taken.done, taken.refused]).toEqual([1, 0]);
    expect(await inBatch(batchIdIn(filesOf(taken.data)[0] ?? ''))).toEqual([id]);
  });

  it('TALLY-2 says of a claim that went into another batch where it is', async () => {
    const { claims, sheet, batchId } = await sheetOf(1);
    await tally.mark(await tallyAdmin(), batchId, { ids: claims, posted: false, reason: 'No such ledger' });
    await tally.release(await tallyAdmin(), batchId, { ids: claims });
    tally.madeOf(await tally.make(await tallyAdmin(), { ids: claims }));
    expect(tally.sheetOf(await tally.expenses(await docs(), sheet))).toMatchObject({ done: 0, refused: 1 });
  });

  it('TALLY-3 a voucher that failed is in no file until exported again: another batch may have it', async () => {
    const { claims, sheet, batchId } = await sheetOf(2);
    const [kept = '', failed = ''] = claims;
    await tally.mark(await tallyAdmin(), batchId, { ids: [failed], posted: false, reason: 'No such ledger' });
    const again = tally.sheetOf(await tally.expenses(await docs(), sheet));
    expect([again.done, again.refused]).toEqual([2, 0]);
    const file = (await fetched(again.data[`Tally-${batchId}.xml`])).text;
    expect([file.includes(kept), file.includes(failed)]).toEqual([true, false]);
    const whole = (await tally.exported(await tallyAdmin(), batchId)).text;
    expect([whole.includes(kept), whole.includes(failed)]).toEqual([true, true]);
  });
});

describe('TALLY-3 marking all of a batch failed', () => {
  it('leaves what is posted in the accounts: another may have read Tally’s answer meanwhile', async () => {
    const { claims, batchId } = await sheetOf(2);
    const [posted = '', open = ''] = claims;
    const api = await tallyAdmin();
    await tally.mark(api, batchId, { ids: [posted], posted: true });
    expect(
      tally.changedOf(await tally.mark(api, batchId, { posted: false, reason: 'Company is closed' })),
    ).toMatchObject({ done: [open], batch: { status: 'FAILED', posted: 1, failed: 1 } });
    // Named, a wrong mark is put right.
    expect(
      tally.changedOf(await tally.mark(api, batchId, { ids: [posted], posted: false, reason: 'It is not there' }))
        .batch,
    ).toMatchObject({ posted: 0, failed: 2 });
    await tally.mark(api, batchId, { posted: true });
    expect((await tally.mark(api, batchId, { posted: false, reason: 'Company is closed' })).body).toMatchObject({
      code: 'CONFLICT',
    });
  });
});
