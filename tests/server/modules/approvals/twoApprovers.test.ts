import { fc } from '#tests/support/property.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { DecidingWorld } from '#tests/support/deciding.ts';
import { faultsOf } from '#tests/support/decidingCheck.ts';
import { decisionSchedules } from '#tests/support/decisionSchedules.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/**
 * `npm test` plays the same schedules each time; `npm run proof -- contest` others each time, as many as asked.
 * SEED repeats a run.
 */
const ASKED = process.env['PROOF_RUNS'];
const RUNS = Number(ASKED ?? 60);
const SEED = Number(process.env['SEED'] ?? (ASKED === undefined ? 20_260_915 : Math.floor(Math.random() * 2 ** 31)));

describe('two approvers and the owner of the same claims', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  it(
    `MGR-28 one decision a claim, others are told, nothing is overwritten unseen, in ${RUNS} schedules (SEED=${SEED})`,
    async () => {
      const world = await DecidingWorld.open(server);
      await fc.assert(
        fc.asyncProperty(decisionSchedules, async (schedule) => {
          server.clock.now += 1_000;
          expect(await faultsOf(server, await world.play(schedule))).toEqual([]);
        }),
        { numRuns: RUNS, seed: SEED },
      );
      expect(await verifyAudit(server.database.db)).toBeNull();
    },
    ASKED === undefined ? 600_000 : 0,
  );
});
