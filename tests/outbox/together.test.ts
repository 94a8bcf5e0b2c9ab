import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { OutboxEnv } from '#outbox/env.ts';
import { PARTS } from '#outbox/parts.ts';
import * as sendTogether from '#outbox/sendTogether.ts';
import { TOGETHER } from '#tests/support/fakeTogether.ts';
import type { Mutant } from '#tests/support/mutant.ts';
import { arrived, decisionOn, records } from '#tests/support/decisions.ts';
import { aBill, aClaim, anEdit, aPhone, ASHA } from '#tests/support/phone.ts';

/** Decisions that travel in one request (OB-8). */

/** A phone that carries, and notes the requests it makes and its commits. */
async function carryingPhone(load = () => Promise.resolve(sendTogether)) {
  const asked: string[] = [];
  const seen = { commits: 0 };
  const mutant: Mutant = {
    env: (plain: OutboxEnv): OutboxEnv => ({
      ...plain,
      together: load,
      fetch: ((input: string, init: RequestInit) => {
        if (init.method !== 'GET') asked.push(input.split('?')[0] ?? '');
        return plain.fetch(input, init);
      }) as typeof fetch,
    }),
    store: (store) => ({
      ...store,
      write: (stores, work) => ((seen.commits += stores.includes('outbox') ? 1 : 0), store.write(stores, work)),
    }),
  };
  return { ...(await aPhone(true, mutant)), asked, seen };
}

const SINGLE = '/api/v1/allExpense/manager-approve';

describe('OB-8: decisions that waited travel in one request', () => {
  test('twenty at a time, each once and under its own key; the commit that settles them takes the next', async () => {
    const { world, tab, run, asked, seen } = await carryingPhone();
    const ids = records(world, 50);
    const entries = [];
    for (const id of ids) entries.push(await run(tab.outbox.enqueue(decisionOn(id))));
    seen.commits = 0;
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 50, left: 0, stopped: 'empty' });
    expect(asked).toEqual([TOGETHER, TOGETHER, TOGETHER]);
    expect(seen.commits).toBe(4);
    expect(world.server.effects.map(({ key }) => key)).toEqual(entries.map(({ id }) => id));
    expect((await run(tab.outbox.list())).every(({ answer }) => answer !== undefined)).toBe(true);
  });

  test('only decisions do, in the order of the taps; two about one record go one after the other', async () => {
    const { world, tab, run, asked } = await carryingPhone();
    const [one = '', two = '', three = '', four = ''] = records(world, 4);
    await run(tab.outbox.enqueue(decisionOn(one, 'first')));
    await run(tab.outbox.enqueue(decisionOn(two, 'second')));
    await run(tab.outbox.enqueue(decisionOn(one, 'again')));
    await run(tab.outbox.enqueue(aClaim('made'), [aBill('photo')]));
    await run(tab.outbox.enqueue(anEdit(three, 'changed', 1)));
    await run(tab.outbox.enqueue(decisionOn(four, 'last')));
    // A record is decided once.
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 5, refused: 1 });
    expect(asked.filter((path) => path === TOGETHER)).toHaveLength(1);
    expect(world.server.effects.map(({ text }) => text)).toEqual(['first', 'second', 'made', 'changed', 'last']);
  });

  test('OB-2: one that is refused asks its owner, and touches no other', async () => {
    const { world, tab, run, asked } = await carryingPhone();
    const ids = records(world, 4);
    world.server.foreignEdit(ids[2] ?? '', true);
    for (const id of ids) await run(tab.outbox.enqueue(decisionOn(id)));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 3, refused: 1, left: 1 });
    expect(asked).toEqual([TOGETHER]);
    const list = await run(tab.outbox.list());
    expect(list.map(({ state }) => state)).toEqual(['done', 'done', 'needsYou', 'done']);
    expect(list[2]?.refusal?.code).toBe('VERSION_CONFLICT');
  });

  test.each(['lostAnswer', 'lostRequest', 'halfWay', 'error500After', 'truncated', 'busy503', 'portal'] as const)(
    'OB-3: whatever the request meets (%s), they go again by themselves under their keys, and each happens once',
    async (fault) => {
      const { world, tab, run, faults, asked } = await carryingPhone();
      const ids = records(world, 6);
      for (const id of ids) await run(tab.outbox.enqueue(decisionOn(id)));
      faults(fault);
      await run(tab.outbox.drain());
      expect(asked).toEqual([TOGETHER]);
      world.trueNow += 3_600_000;
      expect(await run(tab.outbox.drain())).toMatchObject({ left: 0 });
      expect(asked.slice(1)).toEqual(ids.map(() => SINGLE));
      expect(arrived(world)).toEqual([...ids].sort());
      expect((await run(tab.outbox.list())).every(({ state }) => state === 'done')).toBe(true);
    },
  );

  test('a server that knows of no such request, and a piece that cannot be loaded: each goes by itself', async () => {
    const older = await carryingPhone();
    older.world.server.carries = false;
    const without = await carryingPhone(() => Promise.reject(new Error('no such piece')));
    for (const { world, tab, run, asked } of [older, without]) {
      const ids = records(world, 9);
      for (const id of ids) await run(tab.outbox.enqueue(decisionOn(id)));
      await run(tab.outbox.drain());
      world.trueNow += 2_000;
      expect(await run(tab.outbox.drain())).toMatchObject({ left: 0 });
      expect(asked.filter((path) => path === SINGLE)).toHaveLength(9);
      expect(asked.filter((path) => path === TOGETHER).length).toBeLessThan(2);
      expect(arrived(world)).toEqual([...ids].sort());
    }
  });

  test('what decides a hundred claims at once goes by itself: twenty of them would be one long request', async () => {
    const { world, tab, run, asked } = await carryingPhone();
    for (const id of records(world, 3))
      await run(
        tab.outbox.enqueue({
          ...decisionOn(id),
          endpoint: 'bulkManagerLocal',
          record: { kind: 'localExpense', id, ids: [id] },
        }),
      );
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 3, left: 0 });
    expect(asked).toEqual([SINGLE, SINGLE, SINGLE]);
  });

  test('OB-7: signed out meanwhile, all of them wait for the sign-in', async () => {
    const { world, tab, run } = await carryingPhone();
    for (const id of records(world, 4)) await run(tab.outbox.enqueue(decisionOn(id)));
    world.server.tokens.clear();
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 0, left: 4, stopped: 'signIn' });
    world.signIn(ASHA);
    await run(tab.outbox.resume({ email: ASHA }));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 4, left: 0 });
  });

  test('a tab that dies with twenty on their way: another sends them again, each is carried out once', async () => {
    for (let cut = 1; cut < 8; cut += 1) {
      const { world, tab, run, open } = await carryingPhone();
      const ids = records(world, PARTS.together + 2);
      for (const id of ids) await run(tab.outbox.enqueue(decisionOn(id)));
      void tab.outbox.drain();
      await world.turns.settle();
      for (let turn = 0; turn < cut; turn += 1) await world.turn(turn);
      await world.kill(tab, cut % 2 === 0);
      const next = await run(open());
      await run(next.outbox.drain());
      expect(arrived(world), `cut at ${cut}`).toEqual([...ids].sort());
    }
  });
});
