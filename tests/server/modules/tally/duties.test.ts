import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/error.ts';
import { OTHERS_BATCH } from '#domain/tally.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as tally from '#tests/support/tally.ts';

/**
 * Every way to bring a claim into the accounts or to mark it paid, by every hand that the claim can have been in before
 * (ACC-21). `newcomer` has the roles for all of them; `tally` and `finance-docs` had no hand in it.
 */
let server: TestServer;
let mine: Api;
let others: { tally: Api; docs: Api };
beforeAll(async () => {
  server = await startServer();
  await setRoles(server.database.db, 'newcomer', ['tallyAdmin', 'financeDocument']);
  mine = await server.as('newcomer');
  others = { tally: await server.as('tally'), docs: await server.as('finance-docs') };
});
afterAll(() => server.close());

const AMOUNT = 450.5;
const ANSWER =
  '<RESPONSE><CREATED>2</CREATED><ALTERED>0</ALTERED><DELETED>0</DELETED><LASTVCHID>1</LASTVCHID>' +
  '<COMBINED>0</COMBINED><IGNORED>0</IGNORED><ERRORS>0</ERRORS></RESPONSE>';

/** What a way came to: the claims that it carried out, and what was said of the others. */
interface Outcome {
  done: string[];
  said: string[];
}
const ofItems = (answer: Answer): Outcome => ({
  done: tally.changedOf(answer).done,
  said: tally.changedOf(answer).refused.map(({ message }) => message),
});
const ofWhole = (answer: Answer, ids: readonly string[]): Outcome =>
  answer.status === 200 ? { done: [...ids], said: [] } : { done: [], said: [String(answer.body['message'])] };

let sheets = 0;
const expenseRows = (ids: readonly string[]) => [
  tally.EXPENSE_HEAD,
  ...ids.map((id) => [id, AMOUNT, null, null, `of ${sheets}`]),
];
const paymentRows = (ids: readonly string[]) => [
  tally.PAYMENT_HEAD,
  ...ids.map((id) => [id, 1, '15-07-2026', `of ${sheets}`]),
];
async function bySheet(
  by: Api,
  upload: typeof tally.expenses,
  rowsOf: typeof expenseRows,
  ids: readonly string[],
): Promise<Outcome> {
  sheets += 1;
  const { data } = tally.sheetOf(await upload(by, await tally.xlsx(rowsOf(ids))));
  const address = Object.entries(data).find(([name]) => name.endsWith('-refused.xlsx'))?.[1];
  const refused =
    address === undefined
      ? []
      : ((await readXlsx((await server.with(null).get(address)).bytes)).sheets[0]?.rows ?? []).slice(1);
  const away = new Set(refused.map(([id]) => id));
  return { done: ids.filter((id) => !away.has(id)), said: refused.map((row) => String(row.at(-1))) };
}

/** A batch of these claims that somebody else made, let out where that is said. */
async function batchOf(ids: readonly string[], isOut: boolean): Promise<string> {
  const id = tally.madeOf(await tally.make(others.tally, { ids })).batch?.batchId ?? '';
  if (isOut) expect((await tally.exported(others.tally, id)).status).toBe(200);
  return id;
}

const EACH = (own: string) => ({ own, takesOthers: true });
const ALL = () => ({ own: OTHERS_BATCH, takesOthers: false });
/** `takesOthers`: the other claims pass, beside one that does not. */
const WAYS: readonly [
  string,
  (own: string) => { own: string; takesOthers: boolean },
  (by: 'mine' | 'others', ids: readonly string[], batch: string) => Promise<Outcome>,
  isOut: boolean | null,
][] = [
  ['taking into a batch', EACH, async (by, ids) => ofItems(await tally.make(apiOf(by).tally, { ids })), null],
  [
    'taking all that the filters select into a batch',
    EACH,
    async (by) =>
      ofItems(
        await tally.make(apiOf(by).tally, { filters: { EMPLOYEE_EMAIL: [email('employee'), email('newcomer')] } }),
      ),
    null,
  ],
  ['an expense sheet', EACH, (by, ids) => bySheet(apiOf(by).docs, tally.expenses, expenseRows, ids), null],
  ['a payment sheet', EACH, (by, ids) => bySheet(apiOf(by).docs, tally.payments, paymentRows, ids), null],
  ['exporting', ALL, async (by, ids, batch) => ofWhole(await tally.exported(apiOf(by).tally, batch), ids), false],
  [
    'marking posted by name',
    EACH,
    async (by, ids, batch) => ofItems(await tally.mark(apiOf(by).tally, batch, { ids, posted: true })),
    true,
  ],
  [
    'marking failed by name',
    EACH,
    async (by, ids, batch) => ofItems(await tally.mark(apiOf(by).tally, batch, { ids, posted: false, reason: 'No' })),
    true,
  ],
  [
    'marking all posted',
    EACH,
    async (by, _ids, batch) => ofItems(await tally.mark(apiOf(by).tally, batch, { posted: true })),
    true,
  ],
  [
    'the answer of Tally',
    ALL,
    async (by, ids, batch) => ofWhole(await tally.answerWith(apiOf(by).tally, batch, ANSWER), ids),
    true,
  ],
  [
    'taking out of a batch',
    EACH,
    async (by, ids, batch) => ofItems(await tally.release(apiOf(by).tally, batch, { ids })),
    false,
  ],
];
const apiOf = (by: 'mine' | 'others') => (by === 'mine' ? { tally: mine, docs: mine } : others);

const HANDS: readonly [string, Record<string, string>, string | null][] = [
  ['one’s own', { owner_id: 'newcomer' }, MESSAGES.ownRequest],
  ['one’s own, decided by a stand-in', { owner_id: 'newcomer', manager_decided_by: 'director' }, MESSAGES.ownRequest],
  [
    'what one decided as its manager',
    { manager_id: 'newcomer', manager_decided_by: 'newcomer' },
    MESSAGES.decidedBefore,
  ],
  ['what one decided in a manager’s stead', { manager_decided_by: 'newcomer' }, MESSAGES.decidedBefore],
  ['what one decided for finance', { finance_decided_by: 'newcomer' }, MESSAGES.decidedBefore],
  ['what another decided in one’s stead', { manager_id: 'newcomer', manager_decided_by: 'director' }, null],
  ['others’', {}, null],
];

describe.each(WAYS)('S19 ACC-21 %s', (_way, rule, run, isOut) => {
  it.each(HANDS)('%s', async (_hand, columns, message) => {
    const ids = await tally.approvedClaims(server, 2, { amount: AMOUNT });
    const [touched = ''] = ids;
    const people = Object.fromEntries(
      Object.entries(columns).map(([column, who]) => [column, idOf(who as 'newcomer')]),
    );
    if (Object.keys(people).length > 0)
      await server.database.db.updateTable('claims').set(people).where('id', '=', touched).execute();
    const batch = isOut === null ? '' : await batchOf(ids, isOut);
    const first = await run('mine', ids, batch);
    if (message === null) {
      expect([first.done.toSorted(), first.said]).toEqual([ids.toSorted(), []]);
      return;
    }
    const { own, takesOthers } = rule(message);
    expect(first).toEqual({ done: takesOthers ? ids.slice(1) : [], said: [own] });
    // Somebody else takes the step.
    expect((await run('others', takesOthers ? [touched] : ids, batch)).done).toContain(touched);
  });
});
