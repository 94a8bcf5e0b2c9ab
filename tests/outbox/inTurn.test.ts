import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { fc } from '#tests/support/property.ts';
import { aClaim, aPhone } from '#tests/support/phone.ts';

const AT_ONCE = 25;

test('OB-1 what is saved faster than the disk commits takes one write each, and sending gets its turn', async () => {
  let writes = 0;
  const { world, tab, run } = await aPhone(true, {
    store: (store) => ({
      ...store,
      write: (stores, work) => ((writes += stores.includes('outbox') ? 1 : 0), store.write(stores, work)),
    }),
  });
  await run(tab.outbox.enqueue(aClaim('first')));
  writes = 0;
  const sent = tab.outbox.drain();
  const saved = Array.from({ length: AT_ONCE }, (_, n) => tab.outbox.enqueue(aClaim(`t${n}.0`)));
  await run(Promise.all([sent, ...saved]));
  // Each is saved, taken and settled at most once; whatever is written twice was overtaken.
  expect(writes).toBeLessThanOrEqual(2 * (AT_ONCE + 1) + AT_ONCE);
  expect(world.server.effects.map(({ text }) => text)).toContain('first');
  expect(await run(tab.outbox.list())).toHaveLength(AT_ONCE + 1);
});

test('OB-1 a tap on Submit waits for one transaction of the disk, whatever has been archived', async () => {
  let transactions: string[] = [];
  const { tab, run } = await aPhone(true, {
    store: (store) => ({
      ...store,
      read: (stores, work) => (transactions.push('read'), store.read(stores, work)),
      write: (stores, work) => (transactions.push('write'), store.write(stores, work)),
    }),
  });
  await run(tab.outbox.enqueue(aClaim('first')));
  transactions = [];
  await run(tab.outbox.enqueue(aClaim('second', { id: 'minted with the form' })));
  expect(transactions).toEqual(['write']);
});

interface Rush {
  /** Saved at once in each of two tabs. */
  each: number;
  turns: number;
  picks: number[];
  fullWrites: number;
}

test('OB-1 OB-2 OB-5 two tabs save and send at once, one dies or the disk is full: saved is saved, once', async () => {
  const rush: fc.Arbitrary<Rush> = fc.record({
    each: fc.integer({ min: 2, max: 6 }),
    turns: fc.nat(60),
    picks: fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }),
    fullWrites: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(rush, async ({ each, turns, picks, fullWrites }) => {
      const { world, tab, open, run } = await aPhone();
      const other = await open();
      const said: string[] = [];
      const claims = [tab, other].flatMap(({ outbox, name }) =>
        Array.from({ length: each }, (_, n) => ({ outbox, text: `${name} t${n}.0`, id: `${name}-${n}` })),
      );
      world.fullWrites = fullWrites;
      for (const { outbox, text, id } of claims)
        outbox.enqueue(aClaim(text, { id })).then(
          () => said.push(text),
          () => undefined,
        );
      for (const { outbox } of [tab, other]) outbox.drain().catch(() => undefined);
      for (let n = 0; n < turns; n += 1) {
        await world.turns.settle();
        await world.turn(picks[n % picks.length] ?? 0);
      }
      await world.kill(tab, turns % 2 === 0);
      world.fullWrites = 0;
      world.trueNow += 200_000;
      const third = await open();
      await run(third.outbox.drain());
      // A tab that lives goes on by itself; what it has just saved goes with the next drain.
      for (let more = 0; more < 5; more += 1) await run(third.outbox.drain());
      const sent = world.server.effects.map(({ text }) => text);
      expect(new Set(sent).size).toBe(sent.length);
      const waiting = (await run(third.outbox.list())).flatMap(({ state, face }) =>
        state === 'done' ? [] : [face.title],
      );
      expect(said.filter((text) => !sent.includes(text) && !waiting.includes(text))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
