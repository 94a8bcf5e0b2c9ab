import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, describe, expect, test } from 'vitest';
import { readLines } from '#tests/support/fixtures.ts';
import { writeDevice, type DeviceLine } from '#tests/support/deviceBefore.ts';
import { openPhone, queued, seen, sendAll, type Sent } from '#tests/support/phoneBefore.ts';

/** A phone as the build before left it, opened by this one: tests/fixtures/makeDevice.ts recorded it. */

const lines = readLines<DeviceLine>('device.jsonl');
let factory: IDBFactory;
beforeAll(async () => {
  factory = new IDBFactory();
  await writeDevice(factory, lines);
});

describe('OB-11 a phone of the build before', () => {
  test('holds something in every state, of every kind of call that may wait', async () => {
    const phone = await openPhone(factory);
    const entries = await phone.outbox.list();
    phone.close();
    expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['done', 'needsYou', 'waiting', 'sending']));
    const kinds = new Set<string>(entries.map(({ endpoint }) => endpoint));
    const recorded = readLines<{ kinds: string[] }>('onPhone.jsonl')[0]?.kinds ?? [];
    expect([...kinds].toSorted()).toEqual(recorded);
    expect(recorded.length).toBeGreaterThan(30);
    expect(recorded.filter((name) => !queued().some((call) => call.name === name))).toEqual([]);
  });

  test('shows each entry with its bills, each draft, one that lies aside too, what was shared and read', async () => {
    const copy = new IDBFactory();
    await writeDevice(copy, lines);
    const phone = await openPhone(copy);
    expect(await seen(phone)).toMatchObject(readLines<{ seen: object }>('onPhone.jsonl')[0]?.seen ?? {});
    phone.close();
  });

  test('OB-13 sends each entry under its key, byte for byte, and once more what a restored database lost', async () => {
    const phone = await openPhone(factory);
    const sent = await sendAll(phone);
    const recorded = readLines<Sent>('sent.jsonl');
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual(
      recorded.map(({ method, url }) => `${method} ${url}`),
    );
    for (const [at, one] of recorded.entries()) expect(sent[at]).toMatchObject(one);
    expect((await phone.outbox.list()).filter(({ state }) => state !== 'done')).toEqual([]);
    phone.close();
  });
});
