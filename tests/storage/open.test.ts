import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { connect } from '#storage/connection.ts';
import { NewerStoreError, StorageFullError, StorageStuckError, StorageUnavailableError } from '#storage/errors.ts';
import { DEVICE_STEPS, PERSON_STEPS, type Step } from '#storage/migrations.ts';
import { personHash } from '#storage/person.ts';
import { clearFetched, openPersonStore } from '#storage/open.ts';
import { withRoomForWork } from '#storage/roomForWork.ts';
import { FETCHED_STORES, PREVIEW_ORDER, type PersonSchema } from '#storage/schema.ts';

const EMAIL = 'asha@example.com';
const row = (id: string) => ({
  id,
  seq: 1,
  v: 1,
  rev: 1,
  state: 'waiting',
  retryAt: 0,
  keys: [`new:${id}`],
  sealed: new Uint8Array([1, 2, 3]).buffer,
});
const laterStep: Step = (db) => void db.createObjectStore('later');

describe('one database per person', () => {
  test('ID-1: it is named by a hash, the same for every spelling of the e-mail', async () => {
    expect(await personHash(' Asha@Example.com ')).toBe(await personHash(EMAIL));
    const store = await openPersonStore(EMAIL, { factory: new IDBFactory() });
    expect(store.name).toMatch(/^kharcha-[0-9a-f]{32}$/);
    expect(store.name).not.toContain('asha');
  });

  test('OB-7: what one person stores is not in another person’s database', async () => {
    const factory = new IDBFactory();
    const [asha, biju] = await Promise.all([
      openPersonStore(EMAIL, { factory }),
      openPersonStore('biju@example.com', { factory }),
    ]);
    await asha.write(['outbox'], (tx) => tx.objectStore('outbox').put(row('a')));
    expect(await biju.read(['outbox'], (tx) => tx.objectStore('outbox').getAll())).toEqual([]);
  });

  test('OB-1: every write asks for strict durability', async () => {
    const store = await openPersonStore(EMAIL, { factory: new IDBFactory() });
    const asked = await store.write(['meta'], (tx) => Promise.resolve(tx.durability));
    expect(asked).toBe('strict');
  });

  test('a write that throws half way leaves nothing', async () => {
    const store = await openPersonStore(EMAIL, { factory: new IDBFactory() });
    const write = store.write(['outbox'], async (tx) => {
      await tx.objectStore('outbox').put(row('a'));
      throw new Error('no');
    });
    await expect(write).rejects.toThrow('no');
    expect(await store.read(['outbox'], (tx) => tx.objectStore('outbox').getAll())).toEqual([]);
  });

  test('ID-1: sign-out clears what can be fetched again, and leaves entries, bills and drafts', async () => {
    const store = await openPersonStore(EMAIL, { factory: new IDBFactory() });
    const sealed = new ArrayBuffer(2);
    await store.write([...FETCHED_STORES, 'outbox', 'blobs', 'drafts', 'meta'], async (tx) => {
      for (const name of Object.values(PREVIEW_ORDER)) await tx.objectStore('meta').put(['f'.repeat(64)], name);
      await tx.objectStore('meta').put({ rev: 1 }, 'outbox');
      await tx.objectStore('outbox').put(row('a'));
      await tx.objectStore('blobs').put({ owner: 'a', localId: 'b', sealed });
      await tx.objectStore('drafts').put({ key: 'd', v: 1, at: 1, sealed });
      await tx.objectStore('reads').put({ key: 'r', at: 1, sealed });
      await tx.objectStore('previews').put({ key: 'r', at: 1, sealed });
      await tx.objectStore('inbox').put({ key: 'r', at: 1, sealed });
      await tx.objectStore('rows').put({ kind: 'k', source: '', part: 0, at: 1, sealed });
    });
    await clearFetched(store);
    const left = await store.read(['outbox', 'blobs', 'drafts', ...FETCHED_STORES], async (tx) => {
      const counts: Record<string, number> = {};
      for (const name of ['outbox', 'blobs', 'drafts', ...FETCHED_STORES] as const)
        counts[name] = await tx.objectStore(name).count();
      return counts;
    });
    expect(left).toEqual({ outbox: 1, blobs: 1, drafts: 1, reads: 0, rows: 0, previews: 0, inbox: 0 });
    // Which bills were looked at is nobody's business either.
    expect(await store.read(['meta'], (tx) => tx.objectStore('meta').getAllKeys())).toEqual(['outbox']);
  });
});

describe('versions of the store', () => {
  test('V3: a later version keeps every row and byte of an older one', async () => {
    const factory = new IDBFactory();
    const old = await openPersonStore(EMAIL, { factory });
    await old.write(['outbox'], (tx) => tx.objectStore('outbox').put(row('a')));
    old.close();
    const newer = await openPersonStore(EMAIL, { factory, steps: [...PERSON_STEPS, laterStep] });
    expect(await newer.read(['outbox'], (tx) => tx.objectStore('outbox').getAll())).toEqual([row('a')]);
  });

  test('V3, X41: an upgrade that breaks off leaves the old store whole, and the second try succeeds', async () => {
    const factory = new IDBFactory();
    const old = await openPersonStore(EMAIL, { factory });
    await old.write(['outbox'], (tx) => tx.objectStore('outbox').put(row('a')));
    old.close();
    const broken: Step = (db, tx) => {
      db.createObjectStore('later');
      tx.objectStore('outbox').clear();
      tx.abort();
    };
    await expect(openPersonStore(EMAIL, { factory, steps: [...PERSON_STEPS, broken] })).rejects.toBeInstanceOf(
      StorageUnavailableError,
    );
    const again = await openPersonStore(EMAIL, { factory });
    expect(await again.read(['outbox'], (tx) => tx.objectStore('outbox').getAll())).toEqual([row('a')]);
    again.close();
    const upgraded = await openPersonStore(EMAIL, { factory, steps: [...PERSON_STEPS, laterStep] });
    expect(await upgraded.read(['outbox'], (tx) => tx.objectStore('outbox').count())).toBe(1);
  });

  test('V4 P16: an older page lets a newer one upgrade, goes on with what it knows, and touches no more', async () => {
    const factory = new IDBFactory();
    let told = 0;
    const old = await openPersonStore(EMAIL, { factory, onClosing: () => (told += 1) });
    await old.write(['outbox'], (tx) => tx.objectStore('outbox').put(row('a')));
    const newer = await openPersonStore(EMAIL, { factory, steps: [...PERSON_STEPS, laterStep] });
    expect(told).toBe(1);
    await newer.write(['outbox'], (tx) => tx.objectStore('outbox').put({ ...row('later'), v: 99 }));
    await old.write(['outbox'], (tx) => tx.objectStore('outbox').put(row('b')));
    expect(await newer.read(['outbox'], (tx) => tx.objectStore('outbox').getAllKeys())).toEqual(['a', 'b', 'later']);
  });

  test('P16: a rolled-back build reads and writes the newer store; rolled forward nothing is missing', async () => {
    const factory = new IDBFactory();
    const newer = await openPersonStore(EMAIL, { factory, steps: [...PERSON_STEPS, laterStep] });
    await newer.write(['outbox'], (tx) => tx.objectStore('outbox').put(row('a')));
    newer.close();
    const old = await openPersonStore(EMAIL, { factory });
    await old.write(['outbox'], (tx) => tx.objectStore('outbox').put(row('b')));
    expect(await old.read(['outbox'], (tx) => tx.objectStore('outbox').count())).toBe(2);
    old.close();
    const again = await openPersonStore(EMAIL, { factory, steps: [...PERSON_STEPS, laterStep] });
    expect(await again.read(['outbox'], (tx) => tx.objectStore('outbox').getAllKeys())).toEqual(['a', 'b']);
  });

  test('V4 P16: a newer store that lacks what this build needs is left alone, and says that it is kept', async () => {
    const factory = new IDBFactory();
    const without: Step = (db) => db.deleteObjectStore('drafts');
    const newer = await openPersonStore(EMAIL, { factory, steps: [...PERSON_STEPS, without], needs: [] });
    await newer.write(['outbox'], (tx) => tx.objectStore('outbox').put(row('a')));
    newer.close();
    const refused = openPersonStore(EMAIL, { factory });
    await expect(refused).rejects.toBeInstanceOf(NewerStoreError);
    await expect(refused).rejects.toThrow('What it saved is kept.');
  });

  test('OB-11: every step only adds', () => {
    for (const steps of [PERSON_STEPS, DEVICE_STEPS])
      for (const step of steps) expect(step.toString()).not.toMatch(/delete|clear/);
  });
});

describe('a connection that goes away', () => {
  /** A factory whose databases fail to start the next transactions, as iOS does to pages in the background. */
  function failing(times: number): { factory: IDBFactory; opened: () => number } {
    const factory = new IDBFactory();
    let opened = 0;
    let left = times;
    const open = factory.open.bind(factory);
    factory.open = (...args) => {
      opened += 1;
      const request = open(...args);
      request.addEventListener('success', () => {
        const db = request.result;
        const transaction = db.transaction.bind(db);
        db.transaction = (...inner) => {
          if ((left -= 1) >= 0) throw new DOMException('The database connection is closing.', 'InvalidStateError');
          return transaction(...inner);
        };
      });
      return request;
    };
    return { factory, opened: () => opened };
  }

  test('X27: it is opened once more, and the work is done once', async () => {
    const { factory, opened } = failing(1);
    const store = await openPersonStore(EMAIL, { factory });
    let runs = 0;
    await store.write(['outbox'], (tx) => {
      runs += 1;
      return tx.objectStore('outbox').put(row('a'));
    });
    expect({
      runs,
      opened: opened(),
      rows: await store.read(['outbox'], (tx) => tx.objectStore('outbox').count()),
    }).toEqual({ runs: 1, opened: 2, rows: 1 });
  });

  test('X27: the second failure is loud', async () => {
    const { factory } = failing(2);
    const store = await openPersonStore(EMAIL, { factory });
    await expect(store.write(['outbox'], (tx) => tx.objectStore('outbox').put(row('a')))).rejects.toBeInstanceOf(
      StorageUnavailableError,
    );
  });

  test('X27: what waits for ever behind a page that has gone is given up and said, and is not saved', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const factory = new IDBFactory();
    const store = await openPersonStore(EMAIL, { factory });
    const gone = await new Promise<IDBDatabase>((resolve) => {
      const request = factory.open(store.name);
      request.addEventListener('success', () => resolve(request.result));
    });
    let holds = true;
    const held = gone.transaction('outbox', 'readwrite').objectStore('outbox');
    const hold = (): void => {
      if (holds) held.count().addEventListener('success', hold);
    };
    hold();
    const put = (id: string) => store.write(['outbox'], (tx) => tx.objectStore('outbox').put(row(id)));
    const waits = expect(put('a')).rejects.toThrow(StorageStuckError);
    await vi.advanceTimersByTimeAsync(1);
    // The page is frozen for a minute longer, and waits anew.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 90_000);
    await vi.advanceTimersByTimeAsync(30_000);
    clock.mockRestore();
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(30_000);
    await waits;
    holds = false;
    vi.useRealTimers();
    await put('b');
    expect(await store.read(['outbox'], (tx) => tx.objectStore('outbox').getAllKeys())).toEqual(['b']);
    gone.close();
  });

  test('X28: no database, no pretence', async () => {
    const factory = {
      open: () => {
        const request = {} as IDBOpenDBRequest;
        queueMicrotask(() => request.onerror?.call(request, new Event('error')));
        return request;
      },
    } as unknown as IDBFactory;
    await expect(connect<PersonSchema>('x', PERSON_STEPS, { factory })).rejects.toBeInstanceOf(StorageUnavailableError);
  });

  test('a closed store says so', async () => {
    const store = await openPersonStore(EMAIL, { factory: new IDBFactory() });
    store.close();
    await expect(store.read(['meta'], (tx) => tx.objectStore('meta').count())).rejects.toBeInstanceOf(
      StorageUnavailableError,
    );
  });
});

describe('room', () => {
  const full = (): DOMException => new DOMException('no room', 'QuotaExceededError');
  test('ST-1, X26: cached reads go first, then the write is tried once more', async () => {
    const store = await openPersonStore(EMAIL, { factory: new IDBFactory() });
    await store.write(['reads', 'outbox'], async (tx) => {
      await tx.objectStore('reads').put({ key: 'r', at: 1, sealed: new ArrayBuffer(1) });
      await tx.objectStore('outbox').put(row('a'));
    });
    let tries = 0;
    expect(
      await withRoomForWork(store, () => ((tries += 1) === 1 ? Promise.reject(full()) : Promise.resolve('stored'))),
    ).toBe('stored');
    const counts = await store.read(['reads', 'outbox'], async (tx) => [
      await tx.objectStore('reads').count(),
      await tx.objectStore('outbox').count(),
    ]);
    expect(counts).toEqual([0, 1]);
  });

  test('ST-1: then what reads photos, before any bill that the server has', async () => {
    const store = await openPersonStore(EMAIL, { factory: new IDBFactory() });
    const dropped: string[] = [];
    vi.stubGlobal('caches', { delete: (name: string) => Promise.resolve(dropped.push(name) > 0) });
    const write = vi.spyOn(store, 'write');
    let tries = 0;
    expect(
      await withRoomForWork(store, () => ((tries += 1) < 3 ? Promise.reject(full()) : Promise.resolve('stored'))),
    ).toBe('stored');
    expect(dropped).toEqual(['kharcha-reading']);
    // Cached reads alone.
    expect(write).toHaveBeenCalledOnce();
    vi.stubGlobal('caches', { delete: () => Promise.reject(new TypeError('odd')) });
    await expect(withRoomForWork(store, () => Promise.reject(full()))).rejects.toThrow(StorageFullError);
    vi.unstubAllGlobals();
  });

  test('X26: still full is StorageFullError, with words for a person; any other error stays itself', async () => {
    const store = await openPersonStore(EMAIL, { factory: new IDBFactory() });
    await expect(withRoomForWork(store, () => Promise.reject(full()))).rejects.toThrow(StorageFullError);
    await expect(withRoomForWork(store, () => Promise.reject(full()))).rejects.toThrow(
      'This phone is full. This is not saved yet.',
    );
    await expect(withRoomForWork(store, () => Promise.reject(new TypeError('odd')))).rejects.toThrow(TypeError);
  });
});
