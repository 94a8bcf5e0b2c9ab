import { ACTORS } from '#tests/support/roles.ts';
import type { TestServer } from '#tests/support/server.ts';
import * as tally from '#tests/support/tally.ts';
import type { Part, Row } from './table.ts';

/**
 * Tally and the sheets by every role (N1, PAY-3, TALLY-4): finance's documents look at Tally and have the
 * sheets, tally admins change what goes there. One row a call. Whoever may do
 * it is told what is wrong with the empty request, which is as good as done.
 */
let server: TestServer;
let batchId: string;
let claims: string[];

const ok = 200;
const no = 403;

const rows: Row[] = [
  ['rT1 batches', (api) => tally.batches(api), { 'finance-docs': ok, tally: ok, others: no }],
  ['rT1 candidates', (api) => tally.candidates(api), { 'finance-docs': ok, tally: ok, others: no }],
  ['rT1 one batch', (api) => tally.batch(api, batchId), { 'finance-docs': ok, tally: ok, others: no }],
  ['rT1 its vouchers', (api) => tally.vouchers(api, batchId), { 'finance-docs': ok, tally: ok, others: no }],
  ['rT1 its history', (api) => tally.history(api, batchId), { 'finance-docs': ok, tally: ok, others: no }],
  ['rT1 a batch that is not there', (api) => tally.batch(api, 'TLY1'), { 'finance-docs': 404, tally: 404, others: no }],
  ['rT1 the ledgers', (api) => tally.ledgers(api), { 'finance-docs': ok, tally: ok, others: no }],
  ['rT1 make a batch', (api) => tally.make(api, { ids: claims }), { tally: ok, others: no }],
  ['rT1 mark', (api) => tally.mark(api, batchId, { ids: ['EXP1'], posted: true }), { tally: ok, others: no }],
  ['rT1 take out', (api) => tally.release(api, batchId, { ids: ['EXP1'] }), { tally: ok, others: no }],
  ['rT1 export', (api) => tally.exported(api, batchId), { tally: ok, others: no }],
  ['rT1 the answer of Tally', (api) => tally.answerWith(api, batchId, ''), { tally: 422, others: no }],
  ['rT1 save the ledgers', (api) => tally.saveLedgers(api, {}), { tally: 422, others: no }],
  ['rD1 uploadExpenses', async (api) => tally.expenses(api, await tally.xlsx([])), { 'finance-docs': 422, others: no }],
  ['rD1 uploadPayments', async (api) => tally.payments(api, await tally.xlsx([])), { 'finance-docs': 422, others: no }],
  ['rD2 downloadExpenseExcel', (api) => tally.template(api, false), { 'finance-docs': ok, others: no }],
];

export const tallyAndSheets: Part = {
  title: 'Tally and the sheets',
  people: ACTORS,
  begin: async (made) => {
    server = made;
    claims = await tally.approvedClaims(server, 2);
    batchId = tally.madeOf(await tally.make(await server.as('tally'), { ids: claims })).batch?.batchId ?? '';
  },
  rows,
};
