import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { confirmedRows } from '#storage/confirmed.ts';
import { StorageBrokenError, StorageFullError } from '#storage/errors.ts';
import { EntryGoneError, OnItsWayError } from '#outbox/plans.ts';
import { sha } from '#tests/support/fakeServer.ts';
import { aBill, aClaim, anEdit, aPhone, ASHA, BIJU } from '#tests/support/phone.ts';

const hashOf = (text: string): string => sha(new TextEncoder().encode(text));
const HOUR = 3_600_000;

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

describe('sending', () => {
  test('OB-6: the bill goes through, the claim times out, and the bill is not uploaded twice', async () => {
    const { world, tab, run, faults } = await aPhone();
    faults('ok', 'lostAnswer');
    await run(tab.outbox.enqueue(aClaim('Taxi'), [aBill('photo')]));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 0, left: 1, stopped: 'offline' });
    world.trueNow += HOUR;
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 1, left: 0, stopped: 'empty', nextAt: null });
    expect(world.network.requests).toBe(3);
    expect(world.server.effects).toMatchObject([{ text: 'Taxi', bills: [hashOf('photo')] }]);
  });

  test('OB-6: bills that the claim names itself stand before those of the phone', async () => {
    const { world, tab, run } = await aPhone();
    world.server.files.add(`${ASHA} ${hashOf('old')}`);
    await run(
      tab.outbox.enqueue(aClaim('Taxi', { body: { remarks: 'Taxi', billUrl: [{ fingerPrint: hashOf('old') }] } }), [
        aBill('new'),
      ]),
    );
    await run(tab.outbox.drain());
    expect(world.server.effects[0]?.bills).toEqual([hashOf('old'), hashOf('new')]);
  });

  test('OB-13: what has no bill is taken and frozen in one commit, there before the request leaves', async () => {
    const { world, tab, run } = await aPhone();
    const entry = await run(tab.outbox.enqueue(aClaim('Taxi')));
    const { write } = tab.store;
    const commits: number[] = [];
    tab.store.write = async (stores, work) => {
      const result = await write(stores, work);
      if (stores.includes('outbox')) commits.push(world.network.requests);
      return result;
    };
    await run(tab.outbox.drain());
    // One with no request out yet, and one with the answer.
    expect(commits).toEqual([0, 1]);
    expect(await run(tab.outbox.list())).toMatchObject([{ id: entry.id, state: 'done', maybeSent: true }]);
  });

  test('FILE_GONE: the bills go up again under the same key', async () => {
    const { world, tab, run, faults } = await aPhone();
    faults('ok', 'lostRequest');
    const entry = await run(tab.outbox.enqueue(aClaim('Taxi'), [aBill('photo')]));
    await run(tab.outbox.drain());
    world.server.files.clear();
    world.trueNow += HOUR;
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 1 });
    expect(world.server.effects).toMatchObject([{ key: entry.id, bills: [hashOf('photo')] }]);
  });

  test('X15: asked to slow down, everything waits that long', async () => {
    const { world, tab, run, faults } = await aPhone();
    faults('busy429');
    await run(tab.outbox.enqueue(aClaim('one')));
    await run(tab.outbox.enqueue(aClaim('two')));
    const report = await run(tab.outbox.drain());
    expect(report).toMatchObject({ sent: 0, stopped: 'busy' });
    expect((report.nextAt ?? 0) - world.now()).toBeGreaterThan(19_000);
    expect(world.network.requests).toBe(1);
    await run(tab.outbox.retryAll());
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 2 });
  });

  test('C5: a refused claim does not hold back another', async () => {
    const { tab, run } = await aPhone();
    await run(tab.outbox.enqueue(aClaim('bad')));
    await run(tab.outbox.enqueue(aClaim('good')));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 1, refused: 1, left: 1 });
  });

  test('X18: behind a login page nothing counts as sent, and the drain says why it stopped', async () => {
    const { tab, run, faults } = await aPhone();
    faults('portal');
    await run(tab.outbox.enqueue(aClaim('Taxi')));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 0, left: 1, stopped: 'portal' });
  });

  test('without a network the next try is 2 s away, though other entries are due at once', async () => {
    const { world, tab, run, faults } = await aPhone();
    faults('lostRequest');
    await run(tab.outbox.enqueue(aClaim('one')));
    await run(tab.outbox.enqueue(aClaim('two')));
    const report = await run(tab.outbox.drain());
    expect(report).toMatchObject({ sent: 0, stopped: 'offline' });
    expect((report.nextAt ?? 0) - world.now()).toBe(2_000);
    expect(world.network.requests).toBe(1);
  });

  test('C2, X58: a sent entry is shown for a day, without its bytes, and lies by for a month', async () => {
    const { world, tab, run } = await aPhone();
    const entry = await run(tab.outbox.enqueue(aClaim('Taxi'), [aBill('photo')]));
    await run(tab.outbox.drain());
    expect(await run(tab.outbox.list())).toMatchObject([{ state: 'done', answer: { success: true } }]);
    expect(await run(tab.outbox.bill(entry.id, 'b1'))).toBeNull();
    world.trueNow += 23 * HOUR;
    await run(tab.outbox.drain());
    expect(await run(tab.outbox.list())).toHaveLength(1);
    world.trueNow += HOUR;
    await run(tab.outbox.drain());
    expect(await run(tab.outbox.list())).toEqual([]);
    const kept = async () =>
      (await world.disk(ASHA)).read(['meta', 'blobs'], async (tx) => [
        (await confirmedRows(tx)).map(({ row, bytes }) => [row.id, bytes]),
        await tx.objectStore('blobs').getAllKeys(),
      ]);
    expect(await kept()).toEqual([[[entry.id, 5]], [[entry.id, 'b1']]]);
    world.trueNow += 31 * 24 * HOUR;
    // It is thinned out when the next one is put by.
    await run(tab.outbox.enqueue(aClaim('Bus')));
    await run(tab.outbox.drain());
    world.trueNow += 24 * HOUR;
    await run(tab.outbox.drain());
    expect(await kept()).toEqual([[[expect.any(String), 0]], []]);
  });

  test('P17 TM-4: the clock jumps two months ahead and back, a claim in between; nothing is forgotten', async () => {
    const { world, tab, run } = await aPhone();
    const ids: string[] = [];
    for (const days of [31, 62]) {
      ids.push((await run(tab.outbox.enqueue(aClaim(`before ${days}`), [aBill(`photo ${days}`)]))).id);
      await run(tab.outbox.drain());
      world.skew = days * 24 * HOUR;
      await run(tab.outbox.drain());
    }
    world.skew = 0;
    expect(await run(tab.outbox.list())).toEqual([]);
    const kept = await (
      await world.disk(ASHA)
    ).read(['meta', 'blobs'], async (tx) => [
      (await confirmedRows(tx)).map(({ row }) => row.id),
      (await tx.objectStore('blobs').getAllKeys()).map(([owner]) => owner),
    ]);
    expect(kept).toEqual([ids, ids]);
  });

  test('P17 TM-4: what an older build archived by a slow clock is aged from when this one sees it', async () => {
    const { world, tab, run } = await aPhone();
    await run(tab.outbox.enqueue(aClaim('old')));
    await run(tab.outbox.drain());
    world.trueNow += 25 * HOUR;
    await run(tab.outbox.drain());
    const disk = await world.disk(ASHA);
    await disk.write(['meta'], async (tx) => {
      const [row] = await confirmedRows(tx);
      const { heard: _heard, ...older } = row ?? { heard: 0 };
      if (row) await tx.objectStore('meta').put({ ...older, at: row.at - 400 * 24 * HOUR }, `sent/${row.row.id}`);
    });
    const kept = async () => (await world.disk(ASHA)).read(['meta'], async (tx) => (await confirmedRows(tx)).length);
    const another = async () => {
      await run(tab.outbox.enqueue(aClaim('next')));
      await run(tab.outbox.drain());
      world.trueNow += 25 * HOUR;
      await run(tab.outbox.drain());
    };
    await another();
    expect(await kept()).toBe(2);
    world.trueNow += 31 * 24 * HOUR;
    await another();
    expect(await kept()).toBe(1);
  });

  test('P19 TM-2: a claim names when it was saved by the server’s clock; an edit of that day keeps both', async () => {
    const { world, tab, run, faults } = await aPhone();
    world.skew = -400 * 24 * HOUR;
    await run(tab.outbox.enqueue(aClaim('first')));
    await run(tab.outbox.drain());
    expect(world.server.effects[0]?.said).toBeNull();
    const heard = world.server.effects[0]?.arrived ?? 0;
    world.trueNow += 2 * 24 * HOUR;
    const saved = world.trueNow;
    const ofDay = (text: string, day: string) => aClaim(text, { face: { title: text, day } });
    const entry = await run(tab.outbox.enqueue(ofDay('offline', '2026-04-07')));
    world.trueNow += 24 * HOUR;
    await run(tab.outbox.revise(entry.id, ofDay('offline, changed', '2026-04-07')));
    world.trueNow += 24 * HOUR;
    // The clock is put right meanwhile.
    world.skew = 0;
    faults('lostAnswer');
    await run(tab.outbox.drain());
    world.trueNow += HOUR;
    await run(tab.outbox.drain());
    const [, effect] = world.server.effects;
    expect(effect).toMatchObject({
      text: 'offline, changed',
      said: { word: expect.stringMatching(new RegExp(`^${heard}\\.`)) as string },
    });
    expect(Math.abs((effect?.said?.at ?? 0) - saved)).toBeLessThan(2_000);
    // Another day is saved when it is saved.
    const next = await run(tab.outbox.enqueue(ofDay('next', '2026-04-08')));
    world.trueNow += 24 * HOUR;
    await run(tab.outbox.revise(next.id, ofDay('next, changed', '2026-04-09')));
    const changed = world.trueNow;
    await run(tab.outbox.drain());
    expect(Math.abs((world.server.effects[2]?.said?.at ?? 0) - changed)).toBeLessThan(2_000);
  });

  test('ST-1: bills that the server has make room for those it has not, once nothing else is left to go', async () => {
    const { world, tab, run } = await aPhone();
    const sent = await run(tab.outbox.enqueue(aClaim('Taxi'), [aBill('photo')]));
    await run(tab.outbox.drain());
    world.fullWrites = 2;
    const entry = await run(tab.outbox.enqueue(aClaim('Bus'), [aBill('another')]));
    const keys = await (await world.disk(ASHA)).read(['blobs'], (tx) => tx.objectStore('blobs').getAllKeys());
    expect(keys).toEqual([[entry.id, 'b1']]);
    expect(sent.id).not.toBe(entry.id);
  });

  test('X23: what a tab was sending when it died goes on in another: at once with locks, else after 90 s', async () => {
    for (const [withLocks, wait] of [
      [true, 0],
      [false, 91_000],
    ] as const) {
      const { world, tab, run, open } = await aPhone(withLocks);
      await run(tab.outbox.enqueue(aClaim('Taxi')));
      void tab.outbox.drain();
      while (
        (await world.disk(ASHA).then((disk) => disk.read(['outbox'], (tx) => tx.objectStore('outbox').getAll())))[0]
          ?.state !== 'sending'
      )
        await world.turn(0);
      await world.kill(tab, false);
      const other = await open();
      if (!withLocks) expect(await run(other.outbox.drain())).toMatchObject({ sent: 0, left: 1 });
      world.trueNow += wait;
      expect(await run(other.outbox.drain())).toMatchObject({ sent: 1, left: 0 });
      expect(world.server.effects).toHaveLength(1);
    }
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

describe('changing one’s mind', () => {
  test('OB-13: never sent, the entry itself changes and keeps its key', async () => {
    const { world, tab, run } = await aPhone();
    const entry = await run(tab.outbox.enqueue(aClaim('first'), [aBill('one', 'b1'), aBill('two', 'b2')]));
    const revised = await run(
      tab.outbox.revise(entry.id, aClaim('second'), [
        { localId: 'b2', name: 'b2.jpg', type: 'image/jpeg' },
        aBill('three', 'b3'),
      ]),
    );
    expect(revised).toMatchObject({ id: entry.id, seq: entry.seq, body: { remarks: 'second' } });
    expect(await run(tab.outbox.bill(entry.id, 'b1'))).toBeNull();
    await run(tab.outbox.drain());
    expect(world.server.effects).toMatchObject([{ text: 'second', bills: [hashOf('two'), hashOf('three')] }]);
  });

  test('OB-13: perhaps sent, the edit is a new entry that changes whatever the first one made', async () => {
    const { world, tab, run, faults } = await aPhone();
    faults('lostAnswer');
    const entry = await run(tab.outbox.enqueue(aClaim('first')));
    await run(tab.outbox.drain());
    const revised = await run(tab.outbox.revise(entry.id, aClaim('second')));
    expect(revised).toMatchObject({ endpoint: 'updateLocalExpense', after: entry.id, revises: entry.id });
    expect(revised.id).not.toBe(entry.id);
    // Edited once more, by whichever of the two the screen holds: it is the newest that changes.
    const third = await run(tab.outbox.revise(entry.id, aClaim('third')));
    expect(third.id).toBe(revised.id);
    world.trueNow += HOUR;
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 2, left: 0 });
    expect(world.server.effects).toMatchObject([
      { kind: 'create', text: 'first' },
      { kind: 'update', text: 'third', ifMatch: 1 },
    ]);
  });

  test('OB-3: a claim that was refused after its owner had changed it goes out once, as changed', async () => {
    const { world, tab, run, faults } = await aPhone();
    faults('lostRequest');
    const entry = await run(tab.outbox.enqueue(aClaim('bad')));
    await run(tab.outbox.drain());
    await run(tab.outbox.revise(entry.id, aClaim('good')));
    world.trueNow += HOUR;
    await run(tab.outbox.drain());
    expect(world.server.effects).toMatchObject([{ kind: 'create', text: 'good' }]);
    expect(await run(tab.outbox.list())).toMatchObject([{ state: 'done' }]);
  });

  test('OB-9: a refused claim keeps its bills and the sentence; changed, it goes out under a new key', async () => {
    const { world, tab, run } = await aPhone();
    const entry = await run(tab.outbox.enqueue(aClaim('bad'), [aBill('photo')]));
    await run(tab.outbox.drain());
    expect(await run(tab.outbox.list())).toMatchObject([
      { state: 'needsYou', refusal: { status: 422, message: 'Validity expired!' } },
    ]);
    const revised = await run(tab.outbox.revise(entry.id, aClaim('good')));
    expect(revised.id).not.toBe(entry.id);
    await run(tab.outbox.drain());
    expect(world.server.effects).toMatchObject([{ text: 'good', bills: [hashOf('photo')] }]);
  });

  test('OB-9: tried again unchanged, it keeps its key', async () => {
    const { world, tab, run } = await aPhone();
    world.server.closed = true;
    const entry = await run(tab.outbox.enqueue(aClaim('late')));
    await run(tab.outbox.drain());
    world.server.closed = false;
    await run(tab.outbox.retry(entry.id));
    await run(tab.outbox.drain());
    expect(world.server.effects).toMatchObject([{ key: entry.id }]);
  });

  test('X29: a lost bill cannot be tried again, only attached again', async () => {
    const { world, tab, run } = await aPhone();
    const entry = await run(tab.outbox.enqueue(aClaim('Taxi'), [aBill('photo')]));
    const disk = await world.disk(ASHA);
    await disk.write(['bytes'], (tx) => tx.objectStore('bytes').clear());
    await run(tab.outbox.drain());
    expect(await run(tab.outbox.list())).toMatchObject([
      {
        state: 'needsYou',
        refusal: { code: 'BILL_LOST', bill: 'b1' },
        bills: [{ lost: true }],
        body: { remarks: 'Taxi' },
      },
    ]);
    await run(tab.outbox.retry(entry.id));
    expect(await run(tab.outbox.list())).toMatchObject([{ state: 'needsYou' }]);
    await run(tab.outbox.revise(entry.id, aClaim('Taxi'), [aBill('photo again')]));
    await run(tab.outbox.drain());
    expect(world.server.effects).toMatchObject([{ bills: [hashOf('photo again')] }]);
  });

  test('OB-10: two edits made offline on one version are one person’s, in order', async () => {
    const { world, tab, run } = await aPhone();
    const record = world.server.addRecord(ASHA, 'as it was');
    await run(tab.outbox.enqueue(anEdit(record.id, 'first', 1)));
    await run(tab.outbox.enqueue(anEdit(record.id, 'second', 1)));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 2, refused: 0 });
    expect(world.server.effects).toMatchObject([
      { text: 'first', ifMatch: 1 },
      { text: 'second', ifMatch: 2 },
    ]);
  });

  test('OB-10, X13: if somebody else was faster, nothing is overwritten and both are there to see', async () => {
    const { world, tab, run } = await aPhone();
    const record = world.server.addRecord(ASHA, 'as it was');
    const entry = await run(tab.outbox.enqueue({ ...anEdit(record.id, 'mine', 1), base: { remarks: 'as it was' } }));
    world.server.foreignEdit(record.id, false);
    await run(tab.outbox.drain());
    expect(await run(tab.outbox.list())).toMatchObject([
      {
        state: 'needsYou',
        base: { remarks: 'as it was' },
        refusal: { code: 'VERSION_CONFLICT', current: { version: 2 } },
      },
    ]);
    await run(tab.outbox.revise(entry.id, anEdit(record.id, 'mine, knowing theirs', 2)));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 1 });
  });

  test('OB-8: a refused edit holds back a later one of the same claim until its owner decides', async () => {
    const { world, tab, run } = await aPhone();
    const record = world.server.addRecord(ASHA, 'as it was');
    const first = await run(tab.outbox.enqueue(anEdit(record.id, 'bad', 1)));
    await run(tab.outbox.enqueue(anEdit(record.id, 'later', 1)));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 0, refused: 1, left: 2, nextAt: null });
    await run(tab.outbox.discard(first.id));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 1, left: 0 });
    expect(world.server.effects).toMatchObject([{ text: 'later', ifMatch: 1 }]);
  });

  test('a change of something that was thrown away before it was sent asks its owner', async () => {
    const { tab, run } = await aPhone();
    const claim = await run(tab.outbox.enqueue(aClaim('new')));
    await run(tab.outbox.enqueue({ ...anEdit('{id}', 'on top', 0), record: { kind: 'localExpense', from: claim.id } }));
    await run(tab.outbox.discard(claim.id));
    expect(await run(tab.outbox.list())).toMatchObject([{ state: 'needsYou', refusal: { code: 'RECORD_GONE' } }]);
  });

  test('a change that waits for a new record gets the server’s id in its address and its body', async () => {
    const { world, tab, run } = await aPhone();
    const claim = await run(tab.outbox.enqueue(aClaim('new')));
    await run(
      tab.outbox.enqueue({
        ...anEdit('%7Bid%7D', 'on top', 0),
        body: { remarks: 'on top', tripId: '{id}' },
        record: { kind: 'localExpense', from: claim.id },
      }),
    );
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 2 });
    expect((await run(tab.outbox.list()))[1]).toMatchObject({
      url: '/api/v1/allExpense/update?primaryExpenseType=0&id=EXP1',
      body: { tripId: 'EXP1' },
      record: { id: 'EXP1' },
    });
    expect(world.server.effects).toHaveLength(2);
  });

  test('what is gone, or on its way with no call to change it, is not made anew', async () => {
    const { tab, run, faults } = await aPhone();
    await expect(run(tab.outbox.revise('nobody', aClaim('x')))).rejects.toBeInstanceOf(EntryGoneError);
    faults('lostAnswer');
    const entry = await run(tab.outbox.enqueue({ ...aClaim('x'), endpoint: 'uploadFile' }));
    await run(tab.outbox.drain());
    await expect(run(tab.outbox.revise(entry.id, aClaim('y')))).rejects.toBeInstanceOf(OnItsWayError);
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
