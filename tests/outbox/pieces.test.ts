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
});
