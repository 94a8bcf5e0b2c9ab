import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { CHANGES } from '#contract/sending.ts';
import { filesField } from '#outbox/send.ts';

/** What the outbox knows of calls by their name alone is what the calls say themselves. */

const queued: [string, Endpoint][] = Object.entries(ENDPOINTS as Record<string, Endpoint>).filter(
  ([, { offline }]) => offline === 'queue',
);

test('OB-6: the bills of every call that may wait are named where that call expects them', () => {
  expect(queued.length).toBeGreaterThan(30);
  expect(Object.fromEntries(queued.map(([name]) => [name, filesField(name)]))).toEqual(
    Object.fromEntries(queued.map(([name, { files }]) => [name, files ?? 'billUrl'])),
  );
});

test('OB-13: a record that is on its way is changed by a call that may wait, at its own address', () => {
  const calls: Readonly<Record<string, Endpoint>> = ENDPOINTS;
  for (const [name, change] of Object.entries(CHANGES))
    expect(calls[name]).toMatchObject({ ...change, offline: 'queue' });
});
