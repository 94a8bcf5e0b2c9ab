import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEDGER_TYPES, type LedgerMapping } from '#contract/tally.ts';
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

const bodyOf = ({ ledgers, costCentres, payableLedger, bankLedger, company }: LedgerMapping) => ({
  ledgers,
  costCentres,
  payableLedger,
  bankLedger,
  company,
});

describe('TALLY-9 the ledger mapping', () => {
  it('starts with names for everything, and every cost centre of the directory', async () => {
    const mapping = tally.mappingOf(await tally.ledgers(await server.as('tally')));
    expect(mapping).toMatchObject({
      version: 0,
      updatedAt: null,
      updatedBy: null,
      mayChange: true,
      payableLedger: 'Employee Payable',
      company: '',
    });
    expect(mapping.ledgers).toHaveLength(LEDGER_TYPES.length);
    expect(mapping.costCentres).toContainEqual({ costCentre: 'Field Sales South', name: '' });
    expect(tally.mappingOf(await tally.ledgers(await server.as('finance-docs'))).mayChange).toBe(false);
  });

  it('is saved on the version it was made on, and what is not exported follows it', async () => {
    const api = await server.as('tally');
    const [one = '', two = ''] = await tally.approvedClaims(server, 2);
    const id = tally.madeOf(await tally.make(api, { ids: [one] })).batch?.batchId ?? '';
    const before = bodyOf(tally.mappingOf(await tally.ledgers(api)));
    const mapping = {
      ...before,
      ledgers: before.ledgers.map((row) => (row.type === 'OTHERS' ? { ...row, ledger: 'Other & more' } : row)),
      costCentres: [{ costCentre: 'Field Sales South', name: 'FSS' }],
      payableLedger: 'Staff',
      company: 'Acme',
    };
    const saved = tally.mappingOf(await tally.saveLedgers(api, mapping, { 'If-Match': '"0"' }));
    expect(saved).toMatchObject({ version: 1, updatedBy: { email: 'tally@example.com' }, payableLedger: 'Staff' });
    expect((await tally.saveLedgers(api, mapping, { 'If-Match': '"0"' })).body).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { version: 1 },
    });
    expect((await tally.saveLedgers(api, { ...mapping, payableLedger: '' })).body).toMatchObject({
      code: 'INVALID',
      errors: { payableLedger: 'Please enter the payable ledger' },
    });
    expect(tally.candidatesOf(await tally.candidates(api)).find(({ expenseId }) => expenseId === two)).toMatchObject({
      ledger: 'Other & more',
      costCentre: 'FSS',
    });

    const file = (await tally.exported(api, id)).text;
    for (const said of [
      '<SVCURRENTCOMPANY>Acme</SVCURRENTCOMPANY>',
      '<LEDGERNAME>Other &amp; more</LEDGERNAME>',
      '<LEDGERNAME>Staff</LEDGERNAME>',
      '<NAME>FSS</NAME>',
    ])
      expect(file).toContain(said);
    await tally.saveLedgers(api, { ...mapping, payableLedger: 'Nobody' });
    await tally.mark(api, id, { posted: true });
    expect((await tally.exported(api, id)).text).toContain('<LEDGERNAME>Staff</LEDGERNAME>');
  });

  it('of two who save on one version one wins', async () => {
    const api = await server.as('tally');
    const { version, ...mapping } = tally.mappingOf(await tally.ledgers(api));
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((company) =>
        tally.saveLedgers(api, { ...bodyOf({ ...mapping, version }), company }, { 'If-Match': `"${version}"` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('what a sheet said of its ledger stays, whatever the mapping becomes', async () => {
    const [id = ''] = await tally.approvedClaims(server, 1);
    const docs = await server.as('finance-docs');
    const answer = tally.sheetOf(
      await tally.expenses(docs, await tally.xlsx([tally.EXPENSE_HEAD, [id, 450.5, 'By sheet', null, null]])),
    );
    const batchId = Object.keys(answer.data)[0]?.slice(6, -4) ?? '';
    const api = await server.as('tally');
    await tally.mark(api, batchId, { posted: false, reason: 'Not there' });
    expect((await tally.exported(api, batchId)).text).toContain('<LEDGERNAME>By sheet</LEDGERNAME>');
  });
});
