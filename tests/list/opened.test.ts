import { describe, expect, it } from 'vitest';
import { createLocalExpense, updateLocalExpense, withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { raiseLocalExpense } from '#modules/localExpense/screens/RaiseLocalExpense.tsx';
import type { CardList, RowAction } from '#list/definition.ts';
import { mergeItems } from '#list/items.ts';
import { whatIsOpen, type OpenedInput } from '#list/opened.ts';
import type { Entry } from '#outbox/entry.ts';
import { aLocalExpense } from '#tests/support/claims.ts';
import { anEntry } from '#tests/support/entries.ts';
import { PERSON } from '#tests/support/screen.tsx';

const action = {
  name: 'withdraw',
  label: 'Withdraw',
  offered: () => true,
  makes: [withdrawLocalExpense.name],
} as unknown as RowAction<LocalExpense>;
const def = {
  ...raiseLocalExpense,
  kind: { ...raiseLocalExpense.kind, edits: [updateLocalExpense.name, withdrawLocalExpense.name] },
  actions: [action],
} as CardList<LocalExpense>;

function open(
  search: OpenedInput<LocalExpense>['search'],
  { rows = [], entries = [], foreign = false }: { rows?: LocalExpense[]; entries?: Entry[]; foreign?: boolean } = {},
) {
  const items = mergeItems({
    def,
    rows,
    entries,
    filters: {},
    viewer: PERSON,
    firstPage: true,
    online: true,
    pinned: new Set(entries.map(({ id }) => id)),
  });
  return whatIsOpen({ def, search, items, entries, viewer: PERSON, foreign });
}

describe('what the address of a list opens', () => {
  const row = aLocalExpense();

  it('nothing, a new record, a record, what is done with it, or one that is not there', () => {
    expect(open({})).toEqual({ what: 'nothing' });
    expect(open({ new: 1 })).toEqual({ what: 'create' });
    expect(open({ open: row.expenseId }, { rows: [row] })).toMatchObject({ what: 'record', item: { row } });
    expect(open({ open: row.expenseId, action: 'withdraw' }, { rows: [row] })).toMatchObject({
      what: 'action',
      action: { name: 'withdraw' },
      item: { row },
    });
    expect(open({ open: row.expenseId, action: 'no such thing' }, { rows: [row] })).toMatchObject({ what: 'record' });
    expect(open({ open: 'EXP0' }, { rows: [row] })).toEqual({ what: 'missing', id: 'EXP0' });
  });

  it('LIST-18: a row that was cut is no record: it is asked for by its id, and opens once it is there whole', () => {
    const cut = { ...row, remarks: 'Taxi to…', cut: true as const };
    expect(open({ open: row.expenseId }, { rows: [cut] })).toEqual({ what: 'missing', id: row.expenseId });
    expect(open({ open: row.expenseId, action: 'withdraw' }, { rows: [cut] })).toEqual({
      what: 'missing',
      id: row.expenseId,
    });
    expect(open({ open: row.expenseId }, { rows: [cut, row] })).toMatchObject({ what: 'record', item: { row } });
  });

  it('OB-3: a waiting change opens as a change of its record, never as a new one, from another page too', () => {
    const entry = anEntry({
      endpoint: updateLocalExpense.name,
      record: { kind: 'localExpense', id: row.expenseId },
      base: row,
      body: { remarks: 'mine' },
    });
    expect(open({ edit: entry.id }, { rows: [row], entries: [entry] })).toMatchObject({
      what: 'record',
      item: { row: { expenseId: row.expenseId, remarks: 'mine' }, entry: { id: entry.id } },
    });
    expect(open({ edit: entry.id }, { entries: [entry] })).toMatchObject({
      what: 'record',
      item: { row: { expenseId: row.expenseId, remarks: 'mine' }, entry: { id: entry.id } },
    });
    expect(open({ edit: entry.id }, { entries: [{ ...entry, base: undefined }] })).toEqual({
      what: 'missing',
      id: row.expenseId,
    });
  });

  it('a waiting record opens to be changed; what is done with it names the entry that makes it, until sent', () => {
    const create = anEntry({ endpoint: createLocalExpense.name });
    expect(open({ edit: create.id }, { entries: [create] })).toMatchObject({
      what: 'create',
      entry: { id: create.id },
    });
    expect(open({ edit: create.id, action: 'withdraw' }, { entries: [create] })).toMatchObject({
      what: 'action',
      from: create.id,
      item: { entry: { id: create.id } },
    });
    const sent: Entry = { ...create, state: 'done', answer: { success: true, data: row } };
    const after = open({ edit: create.id, action: 'withdraw' }, { entries: [sent] });
    expect(after).toMatchObject({ what: 'action', item: { row } });
    expect(after).not.toHaveProperty('from');
  });

  it('an entry that an action made opens in that action', () => {
    const create = anEntry({ endpoint: createLocalExpense.name });
    const follow = anEntry({ endpoint: withdrawLocalExpense.name, record: { kind: 'localExpense', from: create.id } });
    expect(open({ edit: follow.id }, { entries: [create, follow] })).toMatchObject({
      what: 'action',
      from: create.id,
      item: { entry: { id: follow.id } },
    });
    const of = anEntry({ endpoint: withdrawLocalExpense.name, record: { kind: 'localExpense', id: row.expenseId } });
    expect(open({ edit: of.id }, { rows: [row], entries: [of] })).toMatchObject({
      what: 'action',
      item: { row: { expenseId: row.expenseId }, entry: { id: of.id } },
    });
  });

  it('what waits on this device is nothing of somebody else’s list', () => {
    const create = anEntry({ endpoint: createLocalExpense.name });
    expect(open({ edit: create.id }, { entries: [create], foreign: true })).toEqual({ what: 'nothing' });
    expect(open({ new: 1 }, { foreign: true })).toEqual({ what: 'nothing' });
  });
});
