import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { OutboxEnv } from '#outbox/env.ts';
import { PART_SIZES } from '#outbox/link.ts';
import { arrived, decisionOn, records } from '#tests/support/decisions.ts';
import { aBill, aClaim, aPhone } from '#tests/support/phone.ts';

/** A phone whose connection stalls while it loads what sending needs. */
const stalled = (env: Partial<OutboxEnv>) =>
  aPhone(true, { env: (plain) => ({ ...plain, timeout: () => AbortSignal.abort(), ...env }) });
const never = (): Promise<never> => new Promise(() => undefined);
const fails = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

describe('OB-15 a piece of the app that does not come holds nothing up', () => {
  test('a bill goes in one request without what sends it in parts', async () => {
    const { world, tab, run } = await stalled({ inParts: never });
    await run(tab.outbox.enqueue(aClaim('t1.0'), [aBill('x'.repeat(PART_SIZES.first + 1))]));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 1, left: 0 });
    expect(world.server.effects.map(({ text }) => text)).toEqual(['t1.0']);
  });

  test('decisions go by themselves without what sends them together, and it is waited for once', async () => {
    let asked = 0;
    const { world, tab, run } = await stalled({ together: () => ((asked += 1), never()) });
    const ids = records(world, 9);
    for (const id of ids) await run(tab.outbox.enqueue(decisionOn(id)));
    await run(tab.outbox.drain());
    world.trueNow += 2_000;
    expect(await run(tab.outbox.drain())).toMatchObject({ left: 0 });
    expect(arrived(world)).toEqual([...ids].sort());
    expect(asked).toBe(1);
  });

  test('a bill goes in one request where what sends it in parts cannot be loaded, though calls pass', async () => {
    const { world, tab, run } = await aPhone(true, { env: (plain) => ({ ...plain, inParts: fails }) });
    await run(tab.outbox.enqueue(aClaim('t1.0'), [aBill('x'.repeat(PART_SIZES.first + 1))]));
    expect(await run(tab.outbox.drain())).toMatchObject({ left: 1, stopped: 'offline' });
    world.trueNow += 60_000;
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 1, left: 0 });
    expect(world.server.effects.map(({ text }) => text)).toEqual(['t1.0']);
  });

  test('decisions go by themselves where what sends them together cannot be loaded', async () => {
    const { world, tab, run } = await aPhone(true, { env: (plain) => ({ ...plain, together: fails }) });
    const ids = records(world, 9);
    for (const id of ids) await run(tab.outbox.enqueue(decisionOn(id)));
    for (let drains = 0; drains < 3; drains += 1) {
      await run(tab.outbox.drain());
      world.trueNow += 60_000;
    }
    expect(arrived(world)).toEqual([...ids].sort());
  });
});
