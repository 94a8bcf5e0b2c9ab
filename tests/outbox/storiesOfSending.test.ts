import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { confirmedRows } from '#storage/confirmed.ts';
import { aBill, aClaim, aPhone, ASHA } from '#tests/support/phone.ts';
import { hashOf, HOUR } from './storyFixtures.ts';

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
    // It is pruned when the next one is archived.
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

  test('TM-2: what a page before heard dates what is saved; what the outbox heard since is not put back', async () => {
    const { world, tab, run } = await aPhone();
    world.skew = -400 * 24 * HOUR;
    const before = { server: world.trueNow - HOUR, device: world.now() - HOUR, word: `1.${'b'.repeat(22)}` };
    await run(tab.outbox.observeServerTime(before));
    const saved = world.trueNow;
    await run(tab.outbox.enqueue(aClaim('offline')));
    await run(tab.outbox.drain());
    const [first] = world.server.effects;
    expect(first?.said?.word).toBe(before.word);
    expect(Math.abs((first?.said?.at ?? 0) - saved)).toBeLessThan(2_000);
    await run(tab.outbox.observeServerTime(before));
    await run(tab.outbox.enqueue(aClaim('next')));
    await run(tab.outbox.drain());
    expect(world.server.effects[1]?.said?.word).not.toBe(before.word);
  });

  test('ST-1: bills that the server has make room for those it has not, once nothing else is left to go', async () => {
    const { world, tab, run } = await aPhone();
    const sent = await run(tab.outbox.enqueue(aClaim('Taxi'), [aBill('photo')]));
    await run(tab.outbox.drain());
    world.fullWrites = 3;
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
