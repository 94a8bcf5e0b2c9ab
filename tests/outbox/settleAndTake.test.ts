import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { NewEntry } from '#outbox/entry.ts';
import { fc } from '#tests/support/property.ts';
import { FAULTS, type Fault } from '#tests/support/network.ts';
import { aBill, aClaim, anEdit, aPhone, type Phone } from '#tests/support/phone.ts';

/** A phone on which one hold of the lock carries this many items. */
const holding = (atATime: number, withLocks: boolean): Promise<Phone> => aPhone(withLocks, { parts: { atATime } });

test('the commit that settles one entry takes the next: one write each, and one to begin with', async () => {
  const writes = async (atATime: number): Promise<number> => {
    let count = 0;
    const phone = await aPhone(true, {
      parts: { atATime },
      store: (store) => ({
        ...store,
        write: (stores, work) => ((count += stores.includes('outbox') ? 1 : 0), store.write(stores, work)),
      }),
    });
    for (let n = 1; n <= 8; n += 1) await phone.run(phone.tab.outbox.enqueue(aClaim(`t${n}.0`)));
    count = 0;
    await phone.run(phone.tab.outbox.drain());
    expect(phone.world.server.effects.map(({ text }) => text)).toEqual(
      Array.from({ length: 8 }, (_, n) => `t${n + 1}.0`),
    );
    return count;
  };
  expect([await writes(20), await writes(1)]).toEqual([9, 16]);
});

interface Queued {
  /** Number of its record; each is created before it is changed. */
  of: number;
  what: 'create' | 'edit' | 'refused' | 'withBill';
}
interface Made {
  withLocks: boolean;
  queue: Queued[];
  faults: Fault[];
}
const queues: fc.Arbitrary<Made> = fc.record({
  withLocks: fc.boolean(),
  queue: fc.array(
    fc.record({ of: fc.nat(3), what: fc.constantFrom<Queued['what']>('create', 'edit', 'refused', 'withBill') }),
    { minLength: 1, maxLength: 12 },
  ),
  faults: fc.array(fc.constantFrom<Fault>('ok', 'ok', ...FAULTS), { maxLength: 6 }),
});

/** Queues everything, then sends until nothing waits for time alone. Answers what came of it. */
async function sent(atATime: number, { withLocks, queue, faults }: Made): Promise<unknown> {
  const phone = await holding(atATime, withLocks);
  const { world, tab, run } = phone;
  for (const [n, { of, what }] of queue.entries()) {
    const text = `t${n}.0${what === 'refused' ? ' bad' : ''}`;
    const input: NewEntry =
      what === 'edit' ? anEdit(`there-${of}`, text, 1) : aClaim(text, { record: { kind: 'localExpense' } });
    await run(tab.outbox.enqueue(input, what === 'withBill' ? [aBill(`bill of ${text}`)] : []));
  }
  const order = (await run(tab.outbox.list())).map(({ id }) => id);
  phone.faults(...faults);
  for (let round = 0; round < 60; round += 1) {
    const { stopped, nextAt } = await run(tab.outbox.drain());
    if (stopped === 'empty' && nextAt === null) break;
    world.trueNow += Math.max((nextAt ?? 0) - world.now(), 91_000);
  }
  const entries = await run(tab.outbox.list());
  for (const each of world.tabs) each.store.close();
  return {
    violations: world.violations,
    effects: world.server.effects.map(({ key, text, bills, email }) => [order.indexOf(key), text, bills, email]),
    entries: entries.map(({ id, state, refusal }) => [order.indexOf(id), state, refusal?.code]),
  };
}

test('what is settled and taken in one commit arrives as if each had been sent alone', async () => {
  await fc.assert(
    fc.asyncProperty(queues, async (made) => {
      const [together, alone] = [await sent(20, made), await sent(1, made)];
      expect(together).toEqual(alone);
    }),
    { numRuns: 60 },
  );
});
