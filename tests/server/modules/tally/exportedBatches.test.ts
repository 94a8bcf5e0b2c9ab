import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as tally from '#tests/support/tally.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  expect(await verifyAudit(server.database.db)).toBeNull();
  await server.close();
});

const tallyAdmin = () => server.as('tally');

async function newBatch(count = 2): Promise<{ id: string; claims: string[] }> {
  const claims = await tally.approvedClaims(server, count);
  return { id: tally.madeOf(await tally.make(await tallyAdmin(), { ids: claims })).batch?.batchId ?? '', claims };
}

const answerXml = (taken: number, errors: string[] = []): string =>
  [
    `<RESPONSE><CREATED>${taken}</CREATED><ALTERED>0</ALTERED><DELETED>0</DELETED>`,
    ...errors.map((text) => `<LINEERROR>${text}</LINEERROR>`),
    '<LASTVCHID>1</LASTVCHID><COMBINED>0</COMBINED><IGNORED>0</IGNORED>',
    `<ERRORS>${errors.length}</ERRORS></RESPONSE>`,
  ].join('');

describe('TALLY-5 exporting', () => {
  it('TALLY-6 answers import XML under the batch’s name, always the same, and marks it as exported', async () => {
    const api = await tallyAdmin();
    const { id, claims } = await newBatch();
    const one = await tally.exported(api, id);
    expect([one.status, one.headers.get('content-type'), one.headers.get('content-disposition')]).toEqual([
      200,
      'application/xml',
      `attachment; filename="Tally-${id}.xml"; filename*=UTF-8''Tally-${id}.xml`,
    ]);
    expect(XMLValidator.validate(one.text)).toBe(true);
    const two = await tally.exported(api, id);
    expect(two.text).toBe(one.text);
    const parsed = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'TALLYMESSAGE' }).parse(
      one.text,
    ) as {
      ENVELOPE: { BODY: { IMPORTDATA: { REQUESTDATA: { TALLYMESSAGE: { VOUCHER: { '@_REMOTEID': string } }[] } } } };
    };
    expect(
      parsed.ENVELOPE.BODY.IMPORTDATA.REQUESTDATA.TALLYMESSAGE.map(({ VOUCHER }) => VOUCHER['@_REMOTEID']).toSorted(),
    ).toEqual(claims.map((claim) => `kharcha-${claim}`).toSorted());
    expect(tally.batchOf(await tally.batch(api, id))).toMatchObject({
      status: 'EXPORTED',
      exportedBy: { email: 'tally@example.com' },
      mayMark: true,
      mayRelease: false,
      version: 3,
    });
  });

  it('under one key it is counted once, and the file comes again', async () => {
    const api = await tallyAdmin();
    const { id } = await newBatch(1);
    const key = { 'Idempotency-Key': 'export-key-0001' };
    const one = await tally.exported(api, id, key);
    const two = await tally.exported(api, id, key);
    expect(two.text).toBe(one.text);
    expect(tally.batchOf(await tally.batch(api, id)).version).toBe(2);
    expect((await tally.exported(api, id, { 'If-Match': '"1"' })).body['code']).toBe('VERSION_CONFLICT');
  });
});

describe('TALLY-10 the answer of Tally', () => {
  it('marks all posted, in whatever encoding, and the same answer twice changes nothing', async () => {
    const api = await tallyAdmin();
    const { id } = await newBatch();
    expect((await tally.answerWith(api, id, answerXml(2))).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This batch has not been exported yet.',
    });
    await tally.exported(api, id);
    const wide = Buffer.from(`\ufeff${answerXml(2)}`, 'utf16le');
    expect(tally.answeredOf(await tally.answerWith(api, id, wide))).toMatchObject({
      posted: 2,
      failed: 0,
      unclear: 0,
      batch: { status: 'POSTED', posted: 2 },
    });
    const { version } = tally.batchOf(await tally.batch(api, id));
    await tally.answerWith(api, id, wide);
    expect(tally.batchOf(await tally.batch(api, id)).version).toBe(version);
  });

  it('marks failed what it complains of, and leaves to a person what it does not say', async () => {
    const api = await tallyAdmin();
    const { id, claims } = await newBatch(3);
    await tally.exported(api, id);
    const [bad = ''] = claims;
    const said = tally.answeredOf(
      await tally.answerWith(api, id, answerXml(2, [`Voucher ${bad}: Voucher totals do not match!`])),
    );
    expect(said).toMatchObject({ posted: 2, failed: 1, unclear: 0, batch: { status: 'FAILED', posted: 2, failed: 1 } });
    expect(tally.vouchersOf(await tally.vouchers(api, id, '&filter=TALLY_STATUS:3'))).toMatchObject([
      { expenseId: bad, reason: `Voucher ${bad}: Voucher totals do not match!`, mayRelease: true },
    ]);

    const other = await newBatch(2);
    await tally.exported(api, other.id);
    expect(tally.answeredOf(await tally.answerWith(api, other.id, answerXml(1, ['Something else']))).unclear).toBe(2);
    expect(tally.batchOf(await tally.batch(api, other.id)).status).toBe('EXPORTED');
    expect(
      tally.answeredOf(await tally.answerWith(api, other.id, answerXml(0, ["Could not set 'SVCurrentCompany'"])))
        .failed,
    ).toBe(2);
  });

  it.each([
    ['no XML', 'hello'],
    ['another XML', '<a><b>1</b></a>'],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${answerXml(1)}`],
    ['half of one', answerXml(1).slice(0, 60)],
    ['nothing', ''],
  ])('Z48 refuses %s', async (_name, text) => {
    const api = await tallyAdmin();
    const { id } = await newBatch(1);
    await tally.exported(api, id);
    expect((await tally.answerWith(api, id, text)).body).toMatchObject({
      code: 'INVALID',
      message: 'This is not what Tally answers an import with.',
    });
  });
});

describe('TALLY-3 marking by hand', () => {
  it('marks what was exported, with a reason for a failure, and puts a wrong mark right', async () => {
    const api = await tallyAdmin();
    const { id, claims } = await newBatch();
    const [one = '', two = ''] = claims;
    expect((await tally.mark(api, id, { posted: true })).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This voucher has not been exported yet.',
    });
    await tally.exported(api, id);
    expect((await tally.mark(api, id, { ids: [one], posted: false })).body).toMatchObject({
      code: 'INVALID',
      errors: { reason: 'Please enter why it failed' },
    });
    const failed = tally.changedOf(
      await tally.mark(api, id, { ids: [one, 'EXP-other'], posted: false, reason: 'Period is closed' }),
    );
    expect([failed.done, failed.refused.map(({ code }) => code), failed.batch.status]).toEqual([
      [one],
      ['NOT_FOUND'],
      'FAILED',
    ]);
    expect(tally.changedOf(await tally.mark(api, id, { posted: true })).batch).toMatchObject({
      status: 'POSTED',
      posted: 2,
      failed: 0,
    });
    expect(
      tally
        .vouchersOf(await tally.vouchers(api, id))
        .map(({ expenseId, status, reason }) => [expenseId, status, reason])
        .toSorted(),
    ).toEqual(
      [
        [one, 'POSTED', null],
        [two, 'POSTED', null],
      ].toSorted(),
    );
    const rows = (await tally.history(api, id)).body['data'] as {
      what: string;
      by: string;
      changes: { field: string; after: string }[];
    }[];
    expect(rows.map(({ what }) => what)).toEqual(['Posted in Tally', 'Failed in Tally', 'Exported to Tally', 'Made']);
    expect(rows[1]?.changes).toContainEqual({ field: 'Reason', before: null, after: 'Period is closed' });
  });
});

describe('TALLY-8 taking vouchers out', () => {
  it('gives back claims that are not in the accounts, and no others', async () => {
    const api = await tallyAdmin();
    const { id, claims } = await newBatch(3);
    const [one = '', two = '', three = ''] = claims;
    expect(tally.changedOf(await tally.release(api, id, { ids: [one] })).batch).toMatchObject({
      vouchers: 2,
      amount: 901,
    });
    await tally.exported(api, id);
    expect(tally.changedOf(await tally.release(api, id, { ids: [two] })).refused[0]?.message).toBe(
      'This voucher was exported. If Tally did not take it, mark it failed first.',
    );
    await tally.mark(api, id, { ids: [two], posted: false, reason: 'Wrong ledger' });
    expect(tally.changedOf(await tally.release(api, id, { ids: [two] })).batch).toMatchObject({
      vouchers: 1,
      status: 'EXPORTED',
    });
    expect(tally.madeOf(await tally.make(api, { ids: [one, two, three] })).done).toEqual([one, two]);
  });

  it('a batch of which nothing is left has no file', async () => {
    const api = await tallyAdmin();
    const { id, claims } = await newBatch(1);
    expect(tally.changedOf(await tally.release(api, id, { ids: claims })).batch).toMatchObject({
      vouchers: 0,
      amount: 0,
      kind: null,
      from: null,
      status: 'NOT_EXPORTED',
      mayExport: false,
    });
    expect((await tally.exported(api, id)).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This batch has no vouchers.',
    });
  });
});

describe('TALLY-1 the list of batches', () => {
  it('is filtered by status, kind and period, newest first, page by page', async () => {
    const api = await tallyAdmin();
    server.clock.now += 1_000;
    const { id } = await newBatch(1);
    const all = (await tally.batches(api)).body as {
      data: { batchId: string; status: string }[];
      totalElements: number;
    };
    expect(all.data[0]?.batchId).toBe(id);
    const next = (await tally.batches(api, '&pageNumber=1')).body as { data: { batchId: string }[] };
    const ids = [...all.data, ...next.data].map(({ batchId }) => batchId);
    expect([ids.length, new Set(ids).size]).toEqual([all.totalElements, all.totalElements]);
    const exportedOnes = (await tally.batches(api, '&filter=TALLY_STATUS:1')).body['data'] as { status: string }[];
    expect(new Set(exportedOnes.map(({ status }) => status))).toEqual(new Set(['EXPORTED']));
    expect((await tally.batches(api, '&filter=RECORD_KIND:3')).body['totalElements']).toBe(0);
    expect((await tally.batches(api, '&filter=DATE_RANGE:|0')).body['totalElements']).toBe(0);
    expect(
      (await tally.batches(api, `&filter=DATE_RANGE:0|&filter=RECORD_KIND:1`)).body['totalElements'],
    ).toBeGreaterThan(3);
    expect((await tally.batches(api, '&filter=EMPLOYEE_CODE:KH1')).status).toBe(400);
    expect((await tally.batch(api, 'TLY-unknown')).status).toBe(404);
  });
});
