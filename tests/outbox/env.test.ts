import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { IDEMPOTENCY_KEY_PATTERN } from '#contract/limits.ts';
import { openChannel } from '#outbox/channel.ts';
import { browserEnv, randomKey, sha256, webLock, type OutboxEnv } from '#outbox/env.ts';
import type { Entry } from '#outbox/entry.ts';
import { openOutbox, type Outbox } from '#outbox/outbox.ts';
import { patience, sendBill, sendCall } from '#outbox/send.ts';
import { openPersonStore } from '#storage/open.ts';
import { createVault } from '#tests/support/vault.ts';
import { anEntry } from '#tests/support/entries.ts';
import { aClaim, ASHA } from '#tests/support/phone.ts';

const SECRET = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const open: Outbox[] = [];
afterEach(() => {
  for (const outbox of open.splice(0)) outbox.close();
  vi.unstubAllGlobals();
});

/** A server that says yes, remembering what it was asked. */
function yes(date?: Date): { calls: { url: string; init: RequestInit }[]; fetch: typeof fetch } {
  const calls: { url: string; init: RequestInit }[] = [];
  return {
    calls,
    fetch: (url, init = {}) => {
      calls.push({ url: String(url), init });
      const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
      return Promise.resolve(
        Response.json(
          { success: true, data: { expenseId: 'EXP1', version: 1 } },
          { headers: { 'Idempotency-Key': key, ...(date && { date: date.toUTCString() }) } },
        ),
      );
    },
  };
}
async function outboxWith(more: Partial<OutboxEnv>, factory = new IDBFactory()): Promise<Outbox> {
  const store = await openPersonStore(ASHA, { factory });
  const outbox = openOutbox({
    store,
    vault: await createVault(SECRET, ASHA),
    env: browserEnv({ token: () => Promise.resolve('the-token'), ...more }),
  });
  open.push(outbox);
  return outbox;
}

describe('requests', () => {
  test('OB-4, OB-7: every request is uncached, without redirects, limited, with key, owner and version', async () => {
    const { calls, fetch } = yes();
    const env = browserEnv({
      token: () => Promise.resolve('t'),
      fetch,
      clientVersion: '1.2',
      headers: () => ({ latitude: '12.97' }),
    });
    await sendCall(
      env,
      anEntry({ id: 'key-1234', ifMatch: 3, owner: ASHA, url: '/api/x?id=1', method: 'PUT' }),
      '{"a":1}',
      'the-token',
    );
    expect(calls[0]).toMatchObject({
      url: '/api/x?id=1',
      init: { method: 'PUT', body: '{"a":1}', redirect: 'error', cache: 'no-store', credentials: 'same-origin' },
    });
    expect(calls[0]?.init.signal).toBeInstanceOf(AbortSignal);
    expect(calls[0]?.init.headers).toEqual({
      token: 'the-token',
      platform: 'WEB_SITE',
      account: ASHA,
      'client-version': '1.2',
      latitude: '12.97',
      'content-type': 'application/json',
      'Idempotency-Key': 'key-1234',
      'If-Match': '"3"',
    });
  });

  test('an upload is one file with its own name and type, without a key', async () => {
    const { calls, fetch } = yes();
    const bill = { localId: 'b', hash: 'h', name: 'taxi.jpg', type: 'image/jpeg', size: 5 };
    await sendBill(
      browserEnv({ token: () => Promise.resolve('t'), fetch, baseUrl: 'https://files.test' }),
      anEntry(),
      bill,
      bytesOf('photo'),
      't',
    );
    expect(calls[0]).toMatchObject({
      url: 'https://files.test/api/v1/Common/upload-pdf',
      init: { method: 'POST', redirect: 'error' },
    });
    expect(Object.keys(calls[0]?.init.headers ?? {})).not.toContain('Idempotency-Key');
    const file = (calls[0]?.init.body as FormData | undefined)?.get('file') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['taxi.jpg', 'image/jpeg', 'photo']);
  });

  test('X20, X21: 15 s, and a second more for every 20 kB', () => {
    expect([patience(0), patience(20_000), patience(2_000_000)]).toEqual([15_000, 16_000, 115_000]);
  });

  test.each([
    ['TimeoutError', 'timeout'],
    ['AbortError', 'timeout'],
    ['TypeError', 'network'],
  ])('%s is %s', async (name, failed) => {
    const env = browserEnv({
      token: () => Promise.resolve('t'),
      fetch: () => Promise.reject(Object.assign(new Error('no'), { name })),
    });
    expect(await sendCall(env, anEntry(), '{}', 't')).toEqual({ failed });
  });

  test('OB-7: no entry on the disk holds the token, and no word of its content is readable', async () => {
    const factory = new IDBFactory();
    const outbox = await outboxWith({ fetch: yes().fetch }, factory);
    await outbox.enqueue(aClaim('Dinner with a client'), [
      { localId: 'b1', bytes: bytesOf('photo of a bill'), name: 'secret name.jpg', type: 'image/jpeg' },
    ]);
    const store = await openPersonStore(ASHA, { factory });
    const dump = await store.read(['outbox', 'blobs', 'meta'], async (tx) => [
      ...(await tx.objectStore('outbox').getAll()),
      ...(await tx.objectStore('blobs').getAll()),
      ...(await tx.objectStore('meta').getAll()),
    ]);
    const text = JSON.stringify(dump, (_, value: unknown) =>
      value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
    );
    for (const word of ['Dinner', 'photo', 'secret name', 'the-token', 'allExpense', ASHA])
      expect(text).not.toContain(word);
  });
});

describe('keys and hashes', () => {
  test('OB-3: a key is random, and one the server takes', () => {
    const keys = new Set(Array.from({ length: 1_000 }, randomKey));
    expect(keys.size).toBe(1_000);
    for (const key of keys) expect(key).toMatch(IDEMPOTENCY_KEY_PATTERN);
  });

  test('C10: the hash is SHA-256 in lower-case hex', async () => {
    expect(await sha256(bytesOf('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('the lock', () => {
  test('OB-5: held by one, refused to the other, free again afterwards', async () => {
    const held = new Set<string>();
    vi.stubGlobal('navigator', {
      locks: {
        request: async (name: string, options: LockOptions, run: (lock: object | null) => Promise<unknown>) => {
          expect(options).toEqual({ ifAvailable: true });
          if (held.has(name)) return run(null);
          held.add(name);
          try {
            return await run({ name });
          } finally {
            held.delete(name);
          }
        },
      },
    });
    const seen: unknown[] = [];
    await webLock('drain', async (alone) => {
      seen.push(alone);
      seen.push(await webLock('drain', () => Promise.reject(new Error('never run'))));
    });
    expect(seen).toEqual([true, false]);
    expect(await webLock('drain', () => Promise.resolve())).toBe(true);
  });

  test('OB-5: without locks it runs, and does not claim to be alone', async () => {
    vi.stubGlobal('navigator', {});
    const seen: boolean[] = [];
    expect(await webLock('drain', async (alone) => void seen.push(alone))).toBe(true);
    expect(seen).toEqual([false]);
  });
});

describe('what others see', () => {
  test('OB-12: a listener hears of what is there and of every change, until it leaves', async () => {
    const outbox = await outboxWith({ fetch: yes().fetch });
    const heard: Entry['state'][][] = [];
    const leave = outbox.subscribe((entries) => heard.push(entries.map(({ state }) => state)));
    await outbox.enqueue(aClaim('Taxi'));
    await outbox.drain();
    expect(heard.at(-1)).toEqual(['done']);
    expect(heard).toContainEqual(['waiting']);
    expect(heard).toContainEqual(['sending']);
    leave();
    const count = heard.length;
    await outbox.enqueue(aClaim('Bus'));
    expect(heard).toHaveLength(count);
  });

  test('OB-12: another tab hears of it', async () => {
    const factory = new IDBFactory();
    const [one, two] = await Promise.all([outboxWith({}, factory), outboxWith({}, factory)]);
    const heard = new Promise<string | undefined>((resolve) => {
      two.subscribe((entries) => entries.length > 0 && resolve(entries[0]?.face.title));
    });
    await one.enqueue(aClaim('Taxi'));
    expect(await heard).toBe('Taxi');
  });

  test('without BroadcastChannel nothing breaks', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const channel = openChannel('x');
    channel.post();
    channel.listen(() => undefined)();
    channel.close();
  });

  test('TM-1: the server’s clock is noted, and known again after a restart', async () => {
    const factory = new IDBFactory();
    const now = Date.UTC(2026, 3, 6, 10);
    const { fetch } = yes(new Date(now + 3_600_000));
    const outbox = await outboxWith({ fetch, now: () => now }, factory);
    expect(await outbox.serverOffset()).toBeNull();
    await outbox.enqueue(aClaim('Taxi'));
    await outbox.drain();
    expect(await outbox.serverOffset()).toBe(3_600_000);
    expect(await (await outboxWith({}, factory)).serverOffset()).toBe(3_600_000);
  });

  test('ST-1: persistence is asked for when something waits', async () => {
    const persist = vi.fn(() => Promise.resolve());
    const outbox = await outboxWith({ persist });
    expect(persist).not.toHaveBeenCalled();
    await outbox.enqueue(aClaim('Taxi'));
    expect(persist).toHaveBeenCalledTimes(1);
  });

  test('a closed outbox sends nothing', async () => {
    const { calls, fetch } = yes();
    const outbox = await outboxWith({ fetch });
    await outbox.enqueue(aClaim('Taxi'));
    outbox.close();
    expect(await outbox.drain()).toMatchObject({ sent: 0, stopped: 'closed' });
    expect(calls).toEqual([]);
  });

  test('calls of drain that meet are one drain', async () => {
    const { calls, fetch } = yes();
    const outbox = await outboxWith({ fetch });
    await outbox.enqueue(aClaim('Taxi'));
    const reports = await Promise.all([outbox.drain(), outbox.drain(), outbox.drain()]);
    expect(reports.map(({ left }) => left)).toEqual([0, 0, 0]);
    expect(calls).toHaveLength(1);
  });
});
