import 'fake-indexeddb/auto';
import { fc } from '#tests/support/property.ts';
import { expect, test } from 'vitest';
import { playIdentity } from '#tests/support/identityPlay.ts';
import { identitySchedules } from '#tests/support/identitySchedules.ts';

/** As the outbox's model: the same schedules each time, or as many others as PROOF_RUNS says. SEED repeats a run. */
const ASKED = process.env['PROOF_RUNS'];
const RUNS = Number(ASKED ?? 150);
const SEED = Number(process.env['SEED'] ?? (ASKED === undefined ? 20_260_406 : Math.floor(Math.random() * 2 ** 31)));

test(
  `P5 P6 P10 P14 P16, ID-2 to ID-5: whoever's it is, opens it, in ${RUNS} schedules (SEED=${SEED})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(identitySchedules, async (schedule) => {
        expect(await playIdentity(schedule)).toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  },
  ASKED === undefined ? 600_000 : 0,
);
