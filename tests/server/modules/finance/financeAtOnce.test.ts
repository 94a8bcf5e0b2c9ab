import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkResult } from '#contract/decision.ts';
import { MESSAGES } from '#contract/error.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import * as rides from '#tests/support/conveyance.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { approve, bulk, idOfClaim, reject, revive, type FinanceKind } from '#tests/support/finance.ts';
import { idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { claimsAt, CLAIMED, ofKind, WHOLE } from './financeFixtures.ts';

let server: TestServer;
let finance: Api;
let finance2: Api;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: rides.KEY });
  [finance, finance2] = [await server.as('finance'), await server.as('finance2')];
});
afterAll(() => server.close());
const TYPES: Record<FinanceKind, string> = { local: 'OTHERS', travel: 'CONVEYANCE', conveyance: 'CAB' };

const { waiting, idOfWaiting, put, stored } = claimsAt(() => server);

describe.each(ofKind)('many claims of kind %s at once', (kind) => {
  it('MGR-12 FIN-2 each gets its whole amount, and each answers for itself', async () => {
    const [one, two, decided, own] = [
      await waiting(kind),
      await waiting(kind),
      await waiting(kind),
      await waiting(kind),
    ];
    const hidden = await waiting(kind);
    dataOf(await approve(finance2, kind, idOfClaim(decided)));
    await put(idOfClaim(own), { owner_id: idOf('finance') });
    await put(idOfClaim(hidden), { manager_status: 'MANAGER_PENDING' });
    const ids = [
      idOfClaim(one),
      idOfClaim(two),
      idOfClaim(decided),
      idOfClaim(own),
      idOfClaim(hidden),
      'EXP00000000000000000000',
      idOfClaim(one),
    ];
    const result = bulkResult.parse(
      dataOf(await bulk(finance, kind, { ids, comments: null, approved: true, versions: { [idOfClaim(two)]: 1 } })),
    );
    expect(result.done).toEqual([idOfClaim(one)]);
    expect(result.refused.map(({ id, code, message }) => [id, code, message])).toEqual([
      [idOfClaim(two), 'VERSION_CONFLICT', 'This was changed in the meantime.'],
      [idOfClaim(decided), 'CONFLICT', 'This request was already decided.'],
      [idOfClaim(own), 'FORBIDDEN', MESSAGES.ownRequest],
      [idOfClaim(hidden), 'NOT_FOUND', MESSAGES.nothingHere],
      ['EXP00000000000000000000', 'NOT_FOUND', MESSAGES.nothingHere],
    ]);
    expect(await stored(idOfClaim(one))).toMatchObject({
      finance_status: 'FINANCE_APPROVED',
      finance_amount: WHOLE[kind] * 100,
      finance_decided_by: idOf('finance'),
      version: 3,
      type: TYPES[kind],
    });
  });

  it('FIN-1 FIN-4 rejected with one remark; nothing selected in the words of the screen', async () => {
    const [one, two] = [await idOfWaiting(kind), await idOfWaiting(kind)];
    const without = await bulk(finance, kind, { ids: [one, two], approved: false, comments: ' ' });
    expect([without.status, without.body['message']]).toEqual([422, 'Please add remark.']);
    for (const approved of [true, false]) {
      const nothing = await bulk(finance, kind, { ids: [], approved, comments: 'x' });
      expect([nothing.status, nothing.body['message']]).toEqual([
        422,
        `Please select ${kind === 'travel' ? 'Expenses' : 'expenses or trips'} to be ` +
          (approved ? 'approved' : 'rejected'),
      ]);
    }
    expect(dataOf(await bulk(finance, kind, { ids: [one, two], approved: false, comments: 'Too late' }))).toEqual({
      done: [one, two],
      refused: [],
    });
    expect(await stored(two)).toMatchObject({
      finance_status: 'FINANCE_REJECT',
      finance_amount: 0,
      finance_remarks: 'Too late',
    });
  });

  it('A6 two of finance at the same twenty, in opposite order: each is decided once', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 20; i += 1) ids.push(await idOfWaiting(kind));
    const [one, two] = await Promise.all([
      bulk(finance, kind, { ids, approved: true }),
      bulk(finance2, kind, { ids: ids.toReversed(), approved: false, comments: 'No' }),
    ]);
    const done = [one, two].flatMap((answer) => bulkResult.parse(dataOf(answer)).done);
    expect(done.toSorted()).toEqual(ids.toSorted());
  });
});

describe('two of finance at one claim', () => {
  it('MGR-21 Z32 A1 of many decisions at once exactly one is done, the rest are told how it stands', async () => {
    const id = await idOfWaiting('local');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => (i % 2 ? approve(finance, 'local', id) : reject(finance2, 'local', id))),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 200))
      expect(answer.body).toMatchObject({ code: 'CONFLICT', current: { version: 3 } });
  });

  it('A1 of many revivals at once exactly one has data', async () => {
    const id = await idOfWaiting('travel');
    dataOf(await approve(finance, 'travel', id));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => revive(i % 2 ? finance : finance2, 'travel', id)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(answers.filter((answer) => answer.body['data'] !== null)).toHaveLength(1);
    expect((await stored(id)).version).toBe(4);
  });

  it('A2 an edit by the sales person and a decision at once: decided on what was seen, or refused', async () => {
    const employee = await server.as('employee');
    for (let i = 0; i < 8; i += 1) {
      const claim = await waiting('conveyance');
      const print = await employee.bill(`edited ${i}`);
      const [edit, decision] = await Promise.all([
        rides.update(
          employee,
          idOfClaim(claim),
          { claimAmount: 7, billUrl: [print] },
          { 'if-match': `"${claim.version}"` },
        ),
        approve(
          finance,
          'conveyance',
          idOfClaim(claim),
          { financeApprovedAmount: CLAIMED },
          { 'if-match': `"${claim.version}"` },
        ),
      ]);
      // An edit sends it back to the manager, and out of finance's sight.
      expect([
        [200, 404],
        [200, 409],
        [409, 200],
      ]).toContainEqual([edit.status, decision.status]);
      expect(await stored(idOfClaim(claim))).toMatchObject(
        decision.status === 200
          ? { claim_amount: CLAIMED * 100, finance_amount: CLAIMED * 100 }
          : { claim_amount: 700, finance_amount: null },
      );
    }
  });
});

describe('exactly once', () => {
  it.each(ofKind)(
    'Z18 the same key is the same decision of a %s claim: one audit row, the answer given once more; another body 422',
    async (kind) => {
      const id = await idOfWaiting(kind);
      const headers = { 'idempotency-key': `decide-${id}` };
      const first = await approve(finance, kind, id, { financeApprovedAmount: 100 }, headers);
      const again = await approve(finance, kind, id, { financeApprovedAmount: 100 }, { ...headers, 'if-match': '"1"' });
      expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
      expect((await approve(finance, kind, id, { financeApprovedAmount: 99 }, headers)).body['code']).toBe(
        'IDEMPOTENCY_KEY_REUSED',
      );
      const rows = await server.database.db
        .selectFrom('audit_log')
        .select('action')
        .where('record_id', '=', id)
        .where('action', '=', 'finance-approve')
        .execute();
      expect(rows).toHaveLength(1);
    },
  );

  it('bulk under a key: the same answer again, nothing twice', async () => {
    const ids = [await idOfWaiting('local'), await idOfWaiting('local')];
    const body = { ids, approved: true };
    const first = await bulk(finance, 'local', body, { 'idempotency-key': 'bulk-of-finance' });
    const again = await bulk(finance, 'local', body, { 'idempotency-key': 'bulk-of-finance' });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });

  it('A5 the log of everything above holds together', async () => {
    expect(await verifyAudit(server.database.db)).toBeNull();
  });
});
