import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { OutboxEnv } from '#outbox/env.ts';
import { PARTS } from '#outbox/parts.ts';
import { arrived, decisionOn, records } from '#tests/support/decisions.ts';
import { aBill, aClaim, anEdit, aPhone, ASHA } from '#tests/support/phone.ts';

/** What is sent while another is on its way (OB-8). */

/** A phone that notes what is on its way together. */
async function watchedPhone() {
  const under = new Set<string>();
  const most: string[][] = [];
  const env = (plain: OutboxEnv): OutboxEnv => ({
    ...plain,
    fetch: (async (input: string, init: RequestInit) => {
      if (init.method === 'GET') return plain.fetch(input, init);
      const what = String(init.body);
      under.add(what);
      most.push([...under]);
      return plain.fetch(input, init).finally(() => under.delete(what));
    }) as typeof fetch,
  });
  return { ...(await aPhone(true, { env })), most };
}

describe('OB-8: decisions about different records go side by side', () => {
  test('four at a time, each once', async () => {
    const { world, tab, run, most } = await watchedPhone();
    const ids = records(world, 30);
    for (const id of ids) await run(tab.outbox.enqueue(decisionOn(id, id)));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 30, left: 0, stopped: 'empty' });
    expect(Math.max(...most.map(({ length }) => length))).toBe(PARTS.besides);
    expect(arrived(world)).toEqual([...ids].sort());
  });

  test('two about one record in order; what is made, changed or has a bill waits for those before it', async () => {
    const { world, tab, run, most } = await watchedPhone();
    const [one = '', two = '', three = ''] = records(world, 3);
    await run(tab.outbox.enqueue(decisionOn(one, 'first')));
    await run(tab.outbox.enqueue(decisionOn(one, 'second')));
    await run(tab.outbox.enqueue(aClaim('made'), [aBill('photo')]));
    await run(tab.outbox.enqueue(anEdit(two, 'changed', 1)));
    await run(tab.outbox.enqueue(decisionOn(three, 'third')));
    // A record is decided once.
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 4, refused: 1 });
    const together = most.filter(({ length }) => length > 1);
    expect(together.flat().filter((body) => /second|made|changed/.test(body))).toEqual([]);
    expect(world.server.effects.map(({ text }) => text)).toEqual(['first', 'made', 'changed', 'third']);
  });

  test.each(['lostAnswer', 'lostRequest', 'error500', 'busy429', 'portal'] as const)(
    'what one meets (%s) is its own: the others have arrived, and it goes again under its key',
    async (fault) => {
      const { world, tab, run, faults } = await watchedPhone();
      const ids = records(world, 4);
      for (const id of ids) await run(tab.outbox.enqueue(decisionOn(id, id)));
      faults('ok', fault);
      const report = await run(tab.outbox.drain());
      expect(report.sent).toBeGreaterThanOrEqual(3);
      world.trueNow += 3_600_000;
      await run(tab.outbox.retryAll());
      await run(tab.outbox.drain());
      expect(arrived(world)).toEqual([...ids].sort());
      expect((await run(tab.outbox.list())).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    },
  );

  test('one that is refused asks its owner, and no other', async () => {
    const { world, tab, run } = await watchedPhone();
    const ids = records(world, 4);
    world.server.foreignEdit(ids[2] ?? '', true);
    for (const id of ids) await run(tab.outbox.enqueue(decisionOn(id, id)));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 3, refused: 1, left: 1 });
    expect((await run(tab.outbox.list())).map(({ state }) => state)).toEqual(['done', 'done', 'needsYou', 'done']);
  });

  test('a tab that dies with four on their way: another sends them again, each is carried out once', async () => {
    for (let cut = 1; cut < 14; cut += 1) {
      const { world, tab, run, open } = await watchedPhone();
      const ids = records(world, 6);
      for (const id of ids) await run(tab.outbox.enqueue(decisionOn(id, id)));
      void tab.outbox.drain();
      await world.turns.settle();
      for (let turn = 0; turn < cut; turn += 1) await world.turn(turn);
      await world.kill(tab, cut % 2 === 0);
      const next = await run(open());
      await run(next.outbox.drain());
      expect(arrived(world), `cut at ${cut}`).toEqual([...ids].sort());
      expect((await run(next.outbox.list())).every(({ state }) => state === 'done')).toBe(true);
    }
  });

  test('OB-7: signed out meanwhile, all of them wait for the sign-in', async () => {
    const { world, tab, run } = await watchedPhone();
    const ids = records(world, 4);
    for (const id of ids) await run(tab.outbox.enqueue(decisionOn(id, id)));
    world.server.tokens.clear();
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 0, left: 4, stopped: 'signIn' });
    world.signIn(ASHA);
    await run(tab.outbox.resume({ email: ASHA }));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 4, left: 0 });
  });
});
