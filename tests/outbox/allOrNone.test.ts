import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { NewEntry } from '#outbox/entry.ts';
import { aClaim, aPhone, ASHA } from '#tests/support/phone.ts';

/** Changes that one tap made are on the device all together, or none of them is (MGR-32). */

const BATCHES = 3;
const aBatch = (n: number): NewEntry => ({
  endpoint: 'bulkManagerLocal',
  method: 'POST',
  url: '/api/v1/allExpense/bulk-manager-approve?primaryExpenseType=0',
  body: { ids: [`EXP${n}`], approved: true },
  record: { kind: 'localExpense', ids: [`EXP${n}`] },
  face: { title: `batch ${n}`, batch: { id: 'one tap' } },
});
const taps = (): NewEntry[] => Array.from({ length: BATCHES }, (_, n) => aBatch(n));
const FULL = 'This phone is full.';

describe('MGR-32 a bulk decision of several batches', () => {
  test('a tab that is killed at any moment has saved all of it or none', async () => {
    const left = new Map<number, number>();
    for (const last of [false, true]) {
      for (let turns = 0; turns < 14; turns += 1) {
        const { world, tab, open, run } = await aPhone();
        await run(tab.outbox.enqueue(aClaim('before')));
        void tab.outbox.enqueueAll(taps()).catch(() => undefined);
        await world.turns.settle();
        for (let n = 0; n < turns; n += 1) {
          await world.turn(0);
          await world.turns.settle();
        }
        await world.kill(tab, last);
        const again = await open();
        const entries = (await run(again.outbox.list())).filter(({ face }) => face['batch'] !== undefined);
        left.set(entries.length, (left.get(entries.length) ?? 0) + 1);
        if (entries.length > 0)
          expect(entries.map(({ seq, face }) => [seq, face.title])).toEqual(
            taps().map(({ face }, n) => [n + 2, face.title]),
          );
      }
    }
    expect([...left.keys()].toSorted()).toEqual([0, BATCHES]);
  });

  test('a phone without room keeps none, says so, and takes all of it afterwards', async () => {
    const { world, tab, run } = await aPhone();
    world.fullWrites = 5;
    await expect(run(tab.outbox.enqueueAll(taps()))).rejects.toThrow(FULL);
    expect((await run(tab.outbox.list())).filter(({ face }) => face['batch'] !== undefined)).toEqual([]);
    world.fullWrites = 0;
    expect(await run(tab.outbox.enqueueAll(taps()))).toHaveLength(BATCHES);
  });

  test('P7: the answer to the commit is lost: confirmed again it is the same decision, wherever it is', async () => {
    for (const isSent of [false, true]) {
      const { world, tab, open, run } = await aPhone();
      world.unheardWrites = 1;
      await expect(run(tab.outbox.enqueueAll(taps()))).rejects.toThrow('This browser cannot keep');
      const first = (await run(tab.outbox.list())).map(({ id }) => id);
      expect(first).toHaveLength(BATCHES);
      if (isSent) await run((await open()).outbox.drain());
      const states = (await run(tab.outbox.list())).map(({ state }) => state);
      expect(states.includes('waiting')).toBe(!isSent);
      expect((await run(tab.outbox.enqueueAll(taps()))).map(({ id }) => id)).toEqual(first);
      expect((await run(tab.outbox.list())).map(({ id, state }) => [id, state])).toEqual(
        first.map((id, n) => [id, states[n]]),
      );
      // Saved by then: the same words are a new decision.
      await run(tab.outbox.enqueueAll(taps()));
      expect(await run(tab.outbox.list())).toHaveLength(2 * BATCHES);
    }
  });

  test('P7: a change without a draft, too, is the same when it is repeated because no answer was heard', async () => {
    const { world, tab, run } = await aPhone();
    world.unheardWrites = 1;
    await expect(run(tab.outbox.enqueue(aBatch(1)))).rejects.toThrow('This browser cannot keep');
    await run(tab.outbox.enqueue(aBatch(1)));
    expect(await run(tab.outbox.list())).toHaveLength(1);
    await run(tab.outbox.enqueue(aBatch(1)));
    expect(await run(tab.outbox.list())).toHaveLength(2);
  });

  test('what another tab saves at the same moment has a place of its own', async () => {
    const { tab, open, run } = await aPhone();
    const other = await open();
    await run(Promise.all([tab.outbox.enqueueAll(taps()), other.outbox.enqueue(aClaim('beside'))]));
    const entries = await run(tab.outbox.list());
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(new Set(entries.map(({ owner }) => owner))).toEqual(new Set([ASHA]));
  });
});
