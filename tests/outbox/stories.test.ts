import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { StorageBrokenError, StorageFullError } from '#storage/errors.ts';
import { aBill, aClaim, anEdit, aPhone, ASHA, BIJU } from '#tests/support/phone.ts';
import { hashOf } from './storyFixtures.ts';

describe('saving', () => {
  test('OB-1, C1: what is called saved is on the disk with its bytes, its draft gone in the same commit', async () => {
    const { tab, run } = await aPhone();
    await run(tab.drafts.saveDraft('new', { remarks: 'Taxi' }, [aBill('photo')]));
    const entry = await run(tab.outbox.enqueue(aClaim('Taxi', { draft: 'new' }), [aBill('photo')]));
    expect(entry).toMatchObject({ state: 'waiting', maybeSent: false, bills: [{ hash: hashOf('photo'), size: 5 }] });
    const bill = await run(tab.outbox.bill(entry.id, 'b1'));
    expect(bill && new TextDecoder().decode(bill.bytes)).toBe('photo');
    expect(await run(tab.drafts.loadDraft('new'))).toBeNull();
  });

  test('C10: bytes that changed since they were captured are not called saved', async () => {
    const { tab, run } = await aPhone();
    expect(
      (await run(tab.outbox.enqueue(aClaim('Taxi'), [{ ...aBill('photo'), hash: hashOf('photo') }]))).bills,
    ).toMatchObject([{ hash: hashOf('photo') }]);
    await expect(
      run(tab.outbox.enqueue(aClaim('Bus'), [{ ...aBill('another'), hash: hashOf('photo') }])),
    ).rejects.toBeInstanceOf(StorageBrokenError);
    expect((await run(tab.outbox.list())).map(({ face }) => face.title)).toEqual(['Taxi']);
  });

  test('X35: a double tap makes one entry', async () => {
    const { world, tab, run } = await aPhone();
    const input = aClaim('Taxi', { id: 'minted-by-the-form' });
    const [one, two] = await run(
      Promise.all([tab.outbox.enqueue(input, [aBill('photo')]), tab.outbox.enqueue(input, [aBill('photo')])]),
    );
    expect(one.id).toBe(two.id);
    await run(tab.outbox.drain());
    expect(world.server.effects).toHaveLength(1);
  });

  test('T1, X26: a full phone is said, and the draft is still there', async () => {
    const { world, tab, run } = await aPhone();
    await run(tab.drafts.saveDraft('new', { remarks: 'Taxi' }));
    world.fullWrites = 99;
    await expect(run(tab.outbox.enqueue(aClaim('Taxi', { draft: 'new' })))).rejects.toBeInstanceOf(StorageFullError);
    world.fullWrites = 0;
    expect(await run(tab.outbox.list())).toEqual([]);
    expect(await run(tab.drafts.loadDraft('new'))).toMatchObject({ value: { remarks: 'Taxi' } });
  });

  test('ST-1: when cached lists make room, nobody hears of it', async () => {
    const { world, tab, run } = await aPhone();
    world.fullWrites = 1;
    expect((await run(tab.outbox.enqueue(aClaim('Taxi')))).state).toBe('waiting');
  });

  test('C1: bytes that do not come back as they went in are not called saved, and nothing is half there', async () => {
    const { tab, run } = await aPhone();
    const write = tab.store.write;
    tab.store.write = (stores, work) =>
      write(stores, async (tx) => {
        const result = await work(tx);
        if (stores.includes('bytes'))
          for (const row of await tx.objectStore('bytes').getAll())
            await tx.objectStore('bytes').put({ ...row, sealed: row.sealed.slice(0, -1) });
        return result;
      });
    await expect(run(tab.outbox.enqueue(aClaim('Taxi'), [aBill('photo')]))).rejects.toBeInstanceOf(StorageBrokenError);
    expect(await run(tab.outbox.list())).toEqual([]);
  });
});

describe('sign-in', () => {
  test('OB-7, X9: 401 pauses everything, costs nothing, and goes on after sign-in', async () => {
    const { world, tab, run } = await aPhone();
    await run(tab.outbox.enqueue(aClaim('one')));
    await run(tab.outbox.enqueue(aClaim('two')));
    world.server.tokens.clear();
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 0, left: 2, stopped: 'signIn' });
    expect(await run(tab.outbox.list())).toMatchObject([
      { state: 'signIn', attempts: 0 },
      { state: 'signIn', attempts: 0 },
    ]);
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 0, left: 2, stopped: 'empty' });
    world.signIn(ASHA);
    await run(tab.outbox.resume({ email: BIJU }));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 0 });
    await run(tab.outbox.resume({ email: 'Asha@Example.com' }));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 2 });
  });

  test('OB-7: a late 401 is about the session that it was sent under, not about one that began since', async () => {
    const { world, tab, run } = await aPhone();
    await run(tab.outbox.enqueue(aClaim('one')));
    await run(tab.outbox.enqueue(aClaim('two')));
    world.server.tokens.clear();
    const handle = world.server.handle.bind(world.server);
    world.server.handle = (request) => {
      const answer = handle(request);
      if (answer.status === 401) world.signIn(ASHA);
      return answer;
    };
    await run(tab.outbox.drain());
    expect(await run(tab.outbox.list())).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
    await run(tab.outbox.retryAll());
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 2 });
  });

  test('N3, X33: nothing is sent under another person’s name', async () => {
    const { world, tab, run } = await aPhone();
    await run(tab.outbox.enqueue(aClaim('mine')));
    world.signIn(BIJU);
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 0, stopped: 'signIn' });
    expect(await run(tab.outbox.list())).toMatchObject([{ state: 'signIn', refusal: { code: 'WRONG_USER' } }]);
    const other = await world.open(BIJU);
    expect(await run(other.outbox.list())).toEqual([]);
    expect(world.server.effects).toEqual([]);
  });

  test('OB-7: with nobody signed in no request is made', async () => {
    const { world, tab, run } = await aPhone();
    world.session = null;
    await run(tab.outbox.enqueue(aClaim('mine'), [aBill('photo')]));
    expect(await run(tab.outbox.drain())).toMatchObject({ stopped: 'signIn' });
    expect(world.network.requests).toBe(0);
  });
});

describe('what this build cannot read', () => {
  test('OB-11, V4: made by a newer version, it is listed, holds its place, and is left alone', async () => {
    const { world, tab, run } = await aPhone();
    const disk = await world.disk(ASHA);
    const newer = {
      id: 'newer-key-1',
      seq: 1,
      v: 2,
      rev: 1,
      state: 'folded',
      retryAt: 0,
      keys: ['localExpense:EXP1'],
      sealed: new ArrayBuffer(3),
    };
    await disk.write(['outbox', 'meta'], async (tx) => {
      await tx.objectStore('outbox').put(newer);
      await tx.objectStore('meta').put({ rev: 1, seq: 1, sent: 0 }, 'outbox');
    });
    world.server.addRecord(ASHA, 'as it was');
    await run(tab.outbox.enqueue(anEdit('EXP1', 'after it', 1)));
    await run(tab.outbox.enqueue(aClaim('beside it')));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 1, left: 2 });
    expect((await run(tab.outbox.list()))[0]).toMatchObject({
      id: newer.id,
      unreadable: 'newer',
      face: { title: 'Made by a newer version' },
    });
    await run(
      Promise.all([tab.outbox.discard(newer.id), tab.outbox.retry(newer.id), tab.outbox.resume({ email: ASHA })]),
    );
    expect(await disk.read(['outbox'], (tx) => tx.objectStore('outbox').get(newer.id))).toEqual(newer);
  });

  test('ID-1: sealed with another key, it is listed as such and kept', async () => {
    const { world, tab, run } = await aPhone();
    const entry = await run(tab.outbox.enqueue(aClaim('mine')));
    const disk = await world.disk(ASHA);
    await disk.write(['outbox'], async (tx) => {
      const row = await tx.objectStore('outbox').get(entry.id);
      if (row) await tx.objectStore('outbox').put({ ...row, rev: 99, sealed: new ArrayBuffer(40) });
    });
    const other = await world.open(ASHA);
    expect(await run(other.outbox.list())).toMatchObject([{ id: entry.id, unreadable: 'damaged' }]);
    expect(await run(other.outbox.drain())).toMatchObject({ sent: 0, left: 1 });
  });
});
