import { ACTORS } from '#tests/support/roles.ts';
import type { TestServer } from '#tests/support/server.ts';
import * as tally from '#tests/support/tally.ts';
import type { Part, Row } from './table.ts';

/**
 * Tally and the sheets by every role (N1, PAY-3, TALLY-4): finance's documents look at Tally and have the
 * sheets, tally admins change what goes there. One row a call; the columns are the people of `ACTORS`. Whoever may do
 * it is told what is wrong with the empty request, which is as good as done.
 */
let server: TestServer;
let batchId: string;
let claims: string[];

const ok = 200;
const no = 403;

const rows: Row[] = [
  // Of each row: empl, e2, mgr, mgr2, dir, fin, fdoc, adm, tal, cmgr, cusr, case.
  ['rT1 batches', (api) => tally.batches(api), [no, no, no, no, no, no, ok, no, ok, no, no, no]],
  ['rT1 candidates', (api) => tally.candidates(api), [no, no, no, no, no, no, ok, no, ok, no, no, no]],
  ['rT1 one batch', (api) => tally.batch(api, batchId), [no, no, no, no, no, no, ok, no, ok, no, no, no]],
  ['rT1 its vouchers', (api) => tally.vouchers(api, batchId), [no, no, no, no, no, no, ok, no, ok, no, no, no]],
  ['rT1 its history', (api) => tally.history(api, batchId), [no, no, no, no, no, no, ok, no, ok, no, no, no]],
  [
    'rT1 a batch that is not there',
    (api) => tally.batch(api, 'TLY1'),
    [no, no, no, no, no, no, 404, no, 404, no, no, no],
  ],
  ['rT1 the ledgers', (api) => tally.ledgers(api), [no, no, no, no, no, no, ok, no, ok, no, no, no]],
  ['rT1 make a batch', (api) => tally.make(api, { ids: claims }), [no, no, no, no, no, no, no, no, ok, no, no, no]],
  [
    'rT1 mark',
    (api) => tally.mark(api, batchId, { ids: ['EXP1'], posted: true }),
    [no, no, no, no, no, no, no, no, ok, no, no, no],
  ],
  [
    'rT1 take out',
    (api) => tally.release(api, batchId, { ids: ['EXP1'] }),
    [no, no, no, no, no, no, no, no, ok, no, no, no],
  ],
  ['rT1 export', (api) => tally.exported(api, batchId), [no, no, no, no, no, no, no, no, ok, no, no, no]],
  [
    'rT1 the answer of Tally',
    (api) => tally.answerWith(api, batchId, ''),
    [no, no, no, no, no, no, no, no, 422, no, no, no],
  ],
  ['rT1 save the ledgers', (api) => tally.saveLedgers(api, {}), [no, no, no, no, no, no, no, no, 422, no, no, no]],
  [
    'rD1 uploadExpenses',
    async (api) => tally.expenses(api, await tally.xlsx([])),
    [no, no, no, no, no, no, 422, no, no, no, no, no],
  ],
  [
    'rD1 uploadPayments',
    async (api) => tally.payments(api, await tally.xlsx([])),
    [no, no, no, no, no, no, 422, no, no, no, no, no],
  ],
  ['rD2 downloadExpenseExcel', (api) => tally.template(api, false), [no, no, no, no, no, no, ok, no, no, no, no, no]],
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
