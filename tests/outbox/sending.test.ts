import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { SENDING, sendingOf, type SendingFacts } from '#contract/sending.ts';
import { filesField } from '#outbox/send.ts';

/** What is known of calls by their name alone is what their endpoints say. */

const queued: [string, Endpoint][] = Object.entries(ENDPOINTS as Record<string, Endpoint>).filter(
  ([, { offline }]) => offline === 'queue',
);

test('OB-6: the bills of every call that may wait are named where that call expects them', () => {
  expect(queued.length).toBeGreaterThan(30);
  expect(Object.fromEntries(queued.map(([name]) => [name, filesField(name)]))).toEqual(
    Object.fromEntries(queued.map(([name, { files }]) => [name, files ?? 'billUrl'])),
  );
});

test('OB-6, OB-13: what is known of a call by its name is what its endpoint says', () => {
  const calls: Readonly<Record<string, Endpoint>> = ENDPOINTS;
  const facts = ({ changedBy, files, editPath, withdraws, keepsPending }: SendingFacts) => ({
    changedBy,
    files,
    editPath,
    withdraws,
    keepsPending,
  });
  for (const [name, call] of Object.entries(calls)) {
    expect(facts(sendingOf(name)), name).toEqual(facts(call));
    expect(call, name).toMatchObject(sendingOf(name));
  }
  for (const name of Object.keys(SENDING)) expect(calls[name]?.offline, name).toBe('queue');
});

test('OB-13: a record that is on its way is changed by a call that may wait, at its own address', () => {
  const creates = queued.filter(([, { changedBy }]) => changedBy !== undefined);
  expect(creates.map(([name]) => name)).toEqual(['createLocalExpense', 'createTrip', 'createTravelExpense']);
  for (const [, { changedBy }] of creates)
    expect(queued.find(([name]) => name === changedBy?.name)?.[1]).toMatchObject({ ...changedBy });
});

test('OB-8: what may go beside others decides or withdraws; no call that makes or changes something does', () => {
  // Files go before the call that names them, and are no entries.
  const beside = queued.filter(([name, { editPath }]) => editPath === undefined && !/Upload|^upload/.test(name));
  expect(beside.length).toBeGreaterThan(20);
  expect(beside.map(([name]) => name).filter((name) => !/Approve|Reject|^bulk|^withdraw/.test(name))).toEqual([]);
});

test('LOC-25, TRV-4: calls that withdraw are those that say so', () => {
  expect(queued.filter(([, { withdraws }]) => withdraws).map(([name]) => name)).toEqual([
    'withdrawLocalExpense',
    'withdrawTravelExpense',
  ]);
});
