import { fc } from '#tests/support/property.ts';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Approval from '#domain/approval.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type * as Claims from '#server/modules/claims/repository/claims.ts';
import type * as Keys from '#server/platform/idempotency/repository/keys.ts';
import type * as ClaimServices from '#server/modules/claims/commands.ts';
import { DecidingWorld } from '#tests/support/deciding.ts';
import { faultsOf } from '#tests/support/decidingCheck.ts';
import { decisionSchedules } from '#tests/support/decisionSchedules.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/**
 * A test that finds nothing proves nothing: each of these bugs, put into the server, must be found by the schedules.
 */
const planted = vi.hoisted(() => ({
  unjudged: false,
  unconditional: false,
  staleReads: false,
  versionIgnored: false,
  keyIgnored: false,
}));
type Bug = keyof typeof planted;

vi.mock('#domain/approval.ts', async (original) => {
  const real = await original<typeof Approval>();
  return {
    ...real,
    managerCan: {
      decide: (state: Parameters<typeof real.managerCan.decide>[0]) =>
        planted.unjudged ? { ok: true } : real.managerCan.decide(state),
    },
  };
});

vi.mock('#server/modules/claims/repository/claims.ts', async (original) => {
  const real = await original<typeof Claims>();
  /** Each row as it was when somebody looked before. */
  const before = new Map<string, Claims.ClaimRow>();
  const bare = async (
    tx: Kysely<Tables>,
    ids: readonly string[],
    changes: Claims.ClaimChanges,
    now: number,
  ): Promise<void> => {
    await tx
      .updateTable('claims')
      .set((eb) => ({ ...changes, version: eb('version', '+', 1), updated_at: now }))
      .where('id', 'in', [...ids])
      .execute();
  };
  return {
    ...real,
    claimById: async (...asked: Parameters<typeof real.claimById>) => {
      const now = await real.claimById(...asked);
      const [, , id, lock] = asked;
      if (!planted.staleReads || !lock || !now) return now;
      const then = before.get(id) ?? now;
      before.set(id, now);
      return then;
    },
    updateJudgedClaim: async (...asked: Parameters<typeof real.updateJudgedClaim>) => {
      if (!planted.unconditional) return real.updateJudgedClaim(...asked);
      const [tx, row, changes, now] = asked;
      await bare(tx, [row.id], changes, now);
      return true;
    },
    decidePendingClaims: async (...asked: Parameters<typeof real.decidePendingClaims>) => {
      const [tx, ids, , to, whole, now] = asked;
      if (!planted.unconditional || ids.length === 0) return real.decidePendingClaims(...asked);
      for (const row of await real.claimsById(tx, 0, ids, false))
        await bare(tx, [row.id], { ...to, manager_amount: whole ? row.claim_amount : 0 }, now);
      return new Set(ids);
    },
  };
});

vi.mock('#server/modules/claims/commands.ts', async (original) => {
  const real = await original<typeof ClaimServices>();
  return {
    ...real,
    assertVersion: (...asked: Parameters<typeof real.assertVersion>) =>
      planted.versionIgnored ? undefined : real.assertVersion(...asked),
  };
});

vi.mock('#server/platform/idempotency/repository/keys.ts', async (original) => {
  const real = await original<typeof Keys>();
  return {
    ...real,
    takeKey: async (...asked: Parameters<typeof real.takeKey>) => (await real.takeKey(...asked)) || planted.keyIgnored,
  };
});

const BUGS: readonly [words: string, bugs: readonly Bug[], seenAs: RegExp][] = [
  [
    'a decision is written without the condition on the status',
    ['unjudged', 'unconditional'],
    /[2-9] decisions were said to be made/,
  ],
  [
    'a claim is judged as it was read some time ago, and written without the condition',
    ['staleReads', 'unconditional'],
    /[2-9] decisions were said to be made|unique constraint/,
  ],
  [
    'the version that a decision was made on is not looked at',
    ['versionIgnored'],
    /was made on version \d+ and written over version/,
  ],
  ['a repeat is carried out again', ['keyIgnored'], /under one key/],
];

describe('planted bugs', () => {
  let server: TestServer;
  let world: DecidingWorld;
  beforeAll(async () => {
    server = await startServer();
    world = await DecidingWorld.open(server);
  });
  afterAll(() => server.close());

  it.each(BUGS)('MGR-28 the schedules find that %s', async (_words, bugs, seenAs) => {
    let found: string | undefined;
    for (const bug of bugs) planted[bug] = true;
    try {
      const { failed } = await fc.check(
        fc.asyncProperty(decisionSchedules, async (schedule) => {
          server.clock.now += 1_000;
          const faults = await faultsOf(server, await world.play(schedule));
          found = faults.find((fault) => seenAs.test(fault));
          return found === undefined;
        }),
        { numRuns: 200, seed: 7, endOnFailure: true },
      );
      expect(failed, 'no schedule found it').toBe(true);
    } finally {
      for (const bug of bugs) planted[bug] = false;
    }
    if (process.env['VERBOSE']) console.log(found);
  });
});
