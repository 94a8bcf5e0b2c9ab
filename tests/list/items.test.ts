import { describe, expect, it } from 'vitest';
import { bulkFinanceLocal } from '#contract/calls/finance.ts';
import { bulkManagerLocal, managerApproveLocal, updateLocalExpense } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { approveLocalExpense } from '#modules/localExpense/screens/ApproveLocalExpense.tsx';
import { viewLocalExpense } from '#modules/localExpense/screens/ViewLocalExpense.tsx';
import { raiseLocalExpense } from '#modules/localExpense/screens/RaiseLocalExpense.tsx';
import { mergeItems, type MergeInput } from '#list/items.ts';
import { nextOpen } from '#list/opened.ts';
import { financeVerdictText } from '#domain/finance.ts';
import { APPROVED, aLocalExpense } from '#tests/support/claims.ts';
import { anEntry } from '#tests/support/entries.ts';
import { PERSON } from '#tests/support/screen.tsx';

type Input = Omit<MergeInput<LocalExpense>, 'def' | 'viewer'>;
const nothing: Input = { rows: [], entries: [], filters: {}, firstPage: true, online: true, pinned: new Set() };
const own = (input: Partial<Input>) => mergeItems({ ...nothing, ...input, def: raiseLocalExpense, viewer: PERSON });
const queue = (input: Partial<Input>) =>
  mergeItems({
    ...nothing,
    filters: { MANAGER_APPROVAL_STATUS: ['1'] },
    ...input,
    def: approveLocalExpense,
    viewer: PERSON,
  });
const ids = (items: ReturnType<typeof own>) => items.map(({ row }) => row.expenseId);

describe('OB-12: what waits stands in the list it belongs to', () => {
  it('new claims on top, the newest first, on the first page only', () => {
    const [first, second] = [anEntry({ body: { claimAmount: 10 } }), anEntry({ body: { claimAmount: 20 } })];
    const row = aLocalExpense();
    expect(
      own({ rows: [row], entries: [first, second] }).map((item) => [item.key, item.row.claimAmount, item.real]),
    ).toEqual([
      [second.id, 20, false],
      [first.id, 10, false],
      [row.expenseId, 450, true],
    ]);
    expect(ids(own({ rows: [row], entries: [first], firstPage: false }))).toEqual([row.expenseId]);
  });

  it('a sent claim keeps its place and its key while the list is open, and stands there once', () => {
    const made = aLocalExpense();
    const older = anEntry();
    const sent = anEntry({ state: 'done', answer: { success: true, data: made } });
    const pinned = new Set([sent.id]);
    // Before the list has been asked again, and after.
    for (const rows of [[], [made]]) {
      const items = own({ rows, entries: [sent, older], pinned });
      expect(items.map(({ key, real }) => [key, real])).toEqual([
        [older.id, false],
        [sent.id, true],
      ]);
      expect(items[1]?.row).toEqual(made);
    }
    // A list opened later shows it where the server has it.
    expect(own({ rows: [made], entries: [sent] }).map(({ key }) => key)).toEqual([made.expenseId]);
  });

  it('a waiting change is shown on its card', () => {
    const row = aLocalExpense();
    const entry = anEntry({
      endpoint: updateLocalExpense.name,
      record: { kind: 'localExpense', id: row.expenseId },
      body: { remarks: 'mine', claimAmount: 99 },
    });
    expect(own({ rows: [row], entries: [entry] })).toMatchObject([
      {
        key: row.expenseId,
        row: { remarks: 'mine', claimAmount: 99, localExpenseType: 'OTHERS' },
        entry: { id: entry.id },
      },
    ]);
  });

  it('a claim changed while it may be on the wire shows the newest content', () => {
    const create = anEntry({ state: 'sending', maybeSent: true, body: { claimAmount: 10 } });
    const change = anEntry({
      endpoint: updateLocalExpense.name,
      record: { kind: 'localExpense', from: create.id },
      body: { claimAmount: 11 },
    });
    expect(own({ entries: [create, change] })).toMatchObject([
      { key: create.id, row: { claimAmount: 11 }, entry: { id: change.id } },
    ]);
  });

  it('a waiting claim that the filters do not want is not shown', () => {
    expect(own({ entries: [anEntry()], filters: { MANAGER_APPROVAL_STATUS: ['0'] } })).toEqual([]);
    expect(
      own({ entries: [anEntry()], filters: { MANAGER_APPROVAL_STATUS: ['1'], USER_EMAIL: ['somebody@example.com'] } }),
    ).toHaveLength(1);
  });

  it('new claims are nothing that an approver’s queue shows', () => {
    expect(queue({ entries: [anEntry()] })).toEqual([]);
  });
});

describe('decisions in a queue', () => {
  const decision = (row: LocalExpense, more: object = {}) =>
    anEntry({
      endpoint: managerApproveLocal.name,
      record: { kind: 'localExpense', id: row.expenseId },
      body: {},
      ...more,
    });

  it('with a network the card leaves at once; without it stays with what waits', () => {
    const row = aLocalExpense();
    const entries = [decision(row)];
    expect(queue({ rows: [row], entries })).toEqual([]);
    expect(queue({ rows: [row], entries, online: false })).toMatchObject([{ row, entry: { id: entries[0]?.id } }]);
    // A list that shows decided ones keeps it.
    expect(queue({ rows: [row], entries, filters: {} })).toHaveLength(1);
  });

  it('a refused one comes back and says why; so does one whose sending failed', () => {
    const row = aLocalExpense();
    expect(
      queue({
        rows: [row],
        entries: [decision(row, { state: 'needsYou', refusal: { status: 409, code: 'CONFLICT', message: 'No.' } })],
      }),
    ).toHaveLength(1);
    expect(queue({ rows: [row], entries: [decision(row, { attempts: 1 })] })).toHaveLength(1);
  });

  it('OB-10: of one that somebody else decided meanwhile the card comes back, as the record stands now', () => {
    const row = aLocalExpense();
    const current = { ...row, version: 2, managerApprovalStatus: APPROVED, managerApprovedAmount: 400 };
    const entry = decision(row, {
      state: 'needsYou',
      refusal: { status: 409, code: 'CONFLICT', message: 'This request was already decided.', current },
    });
    expect(queue({ rows: [], entries: [entry] })).toMatchObject([
      { key: row.expenseId, row: current, real: true, entry: { id: entry.id } },
    ]);
    expect(queue({ rows: [row], entries: [entry] })).toMatchObject([{ row, entry: { id: entry.id } }]);
    expect(queue({ rows: [], entries: [entry], firstPage: false })).toEqual([]);
    expect(queue({ rows: [], entries: [{ ...entry, state: 'waiting' }] })).toEqual([]);
  });

  it('MGR-29: after a decision the next that is still open comes up, then those before it', () => {
    const [one, two, three, four] = [
      aLocalExpense(),
      aLocalExpense(),
      aLocalExpense({ managerApprovalStatus: APPROVED }),
      aLocalExpense(),
    ];
    const items = queue({ rows: [one, two, three, four], filters: {}, entries: [], online: false });
    const isOpen = (item: (typeof items)[number]): boolean => item.row.managerApprovalStatus !== APPROVED;
    const after = (row: LocalExpense): string | undefined => nextOpen(items, row.expenseId, isOpen)?.row.expenseId;
    expect([after(one), after(two), after(four)]).toEqual([two.expenseId, four.expenseId, one.expenseId]);
    const waiting = queue({
      rows: [one, two, four],
      filters: {},
      entries: [decision(two), decision(one)],
      online: false,
    });
    expect(nextOpen(waiting, four.expenseId, isOpen)).toBeUndefined();
    expect(nextOpen(waiting, one.expenseId, isOpen)?.row).toBe(four);
  });

  it('a settled one shows what the server made of it, unless the list is newer', () => {
    const row = aLocalExpense();
    const decided = { ...row, version: 2, managerApprovalStatus: APPROVED };
    const entry = decision(row, { state: 'done', answer: { success: true, data: decided } });
    expect(queue({ rows: [row], entries: [entry] })).toEqual([]);
    expect(queue({ rows: [row], entries: [entry], filters: {} })).toMatchObject([{ row: decided }]);
    expect(queue({ rows: [{ ...row, version: 3 }], entries: [entry] })).toHaveLength(1);
  });

  it('MGR-12: of a bulk decision the refused ones stay and say why, the rest goes', () => {
    const [done, refused, moved] = [aLocalExpense(), aLocalExpense(), aLocalExpense({ version: 4 })];
    const entry = anEntry({
      endpoint: bulkManagerLocal.name,
      state: 'done',
      record: { kind: 'localExpense', ids: [done.expenseId, refused.expenseId, moved.expenseId] },
      body: { approved: true, versions: { [done.expenseId]: 1, [refused.expenseId]: 1, [moved.expenseId]: 3 } },
      answer: {
        success: true,
        data: {
          done: [done.expenseId, moved.expenseId],
          refused: [{ id: refused.expenseId, code: 'CONFLICT', message: 'This request was already decided.' }],
        },
      },
    });
    expect(
      queue({ rows: [done, refused, moved], entries: [entry] }).map(({ row, refusal }) => [row.expenseId, refusal]),
    ).toEqual([
      [refused.expenseId, 'This request was already decided.'],
      [moved.expenseId, undefined],
    ]);
  });

  it('FIN-7: of a bulk decision of finance a row says at once whose it is', () => {
    const row = aLocalExpense({ managerApprovalStatus: APPROVED });
    const entry = anEntry({
      endpoint: bulkFinanceLocal.name,
      state: 'done',
      record: { kind: 'localExpense', ids: [row.expenseId] },
      body: { approved: true, versions: { [row.expenseId]: 1 } },
      answer: { success: true, data: { done: [row.expenseId], refused: [] } },
    });
    const items = mergeItems({ ...nothing, rows: [row], entries: [entry], def: viewLocalExpense, viewer: PERSON });
    expect(items.map((item) => financeVerdictText(item.row))).toEqual([`Approved by ${PERSON.name}`]);
  });
});
