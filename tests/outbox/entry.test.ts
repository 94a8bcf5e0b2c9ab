import { expect, test } from 'vitest';
import { recordKeys, STATES } from '#outbox/entry.ts';
import { contentOf, ENTRY_VERSION, entryFrom } from '#outbox/storedEntry.ts';
import { anEntry } from '#tests/support/entries.ts';

/**
 * An entry as version 1 wrote it, to the letter: every later version must read it (OB-11, V1). Never change this text.
 */
const STORED_BY_VERSION_1 = {
  header: {
    id: 'Zm9vYmFyMTIzNDU2Nzg5MA',
    seq: 4,
    v: 1,
    state: 'waiting',
    retryAt: 0,
    keys: ['new:Zm9vYmFyMTIzNDU2Nzg5MA'],
  },
  content:
    '{"retryFrom":0,"owner":"asha@example.com","createdAt":1775455200000,"attempts":2,"maybeSent":true,' +
    '"serverErrors":0,"troubleAt":0,"filesGone":0,"endpoint":"createLocalExpense",' +
    '"url":"/api/v1/allExpense/create?primaryExpenseType=0","method":"POST",' +
    '"body":{"localExpenseType":"OTHERS","expenseDate":1775413800000,"claimAmount":450,"remarks":"Taxi"},' +
    '"record":{"kind":"localExpense"},"face":{"title":"Others","amount":450,"day":"2026-04-06"},' +
    '"followUp":{"endpoint":"updateLocalExpense",' +
    '"url":"/api/v1/allExpense/update?primaryExpenseType=0&id=%7Bid%7D","method":"PUT"},' +
    '"bills":[{"localId":"b1","hash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",' +
    '"name":"taxi.jpg","type":"image/jpeg","size":4,' +
    '"fingerPrint":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}],' +
    '"frozen":"{\\"remarks\\":\\"Taxi\\"}"}',
};

test('OB-11, V1: an entry of version 1 is read, field by field', () => {
  const entry = entryFrom(STORED_BY_VERSION_1.header, JSON.parse(STORED_BY_VERSION_1.content));
  expect(entry).toMatchObject({
    v: ENTRY_VERSION,
    id: STORED_BY_VERSION_1.header.id,
    seq: 4,
    state: 'waiting',
    maybeSent: true,
    frozen: '{"remarks":"Taxi"}',
    bills: [{ size: 4 }],
    body: { claimAmount: 450 },
  });
});

test('what is sealed and its header make the same entry again, unknown fields included', () => {
  const entry = {
    ...anEntry({ state: 'sending', lease: { by: 'tab', epoch: 2, at: 5 }, answer: { success: true } }),
    madeByALaterBuild: { x: 1 },
  };
  const { id, seq, v, state, retryAt, lease } = entry;
  const sealed: unknown = JSON.parse(JSON.stringify(contentOf(entry)));
  expect(sealed).not.toHaveProperty('state');
  expect(entryFrom({ id, seq, v, state, retryAt, lease, keys: recordKeys(entry) }, sealed)).toEqual(entry);
});

test('what is no entry is not made into one', () => {
  const header = { id: 'key-1', seq: 1, v: 1, state: 'waiting', retryAt: 0, keys: [] };
  for (const value of [{}, null, 7, { ...contentOf(anEntry()), bills: 'none' }])
    expect(entryFrom(header, value)).toBeNull();
  expect(entryFrom({ ...header, state: 'unheard of' }, contentOf(anEntry()))).toBeNull();
  for (const state of STATES) expect(entryFrom({ ...header, state }, contentOf(anEntry()))?.state).toBe(state);
});

test('OB-8: the records an entry is about', () => {
  expect(recordKeys(anEntry({ id: 'a', record: { kind: 'localExpense' } }))).toEqual(['new:a']);
  expect(recordKeys(anEntry({ id: 'a', record: { kind: 'localExpense', id: 'EXP1', from: 'b' } }))).toEqual([
    'new:a',
    'new:b',
    'localExpense:EXP1',
  ]);
  expect(recordKeys(anEntry({ id: 'a', record: { kind: 'localExpense', ids: ['EXP1', 'EXP2'] } }))).toEqual([
    'new:a',
    'localExpense:EXP1',
    'localExpense:EXP2',
  ]);
});
