import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { play, schedules } from '#tests/support/schedule.ts';

const RUNS = Number(process.env['PROVE_RUNS'] ?? 2_000);
const SEED = Number(process.env['SEED'] ?? 20_260_406);

test(`OB-1 to OB-13, C1 to C10: nothing is lost, doubled or stuck in ${RUNS} schedules of faults (SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      expect(await play(schedule)).toEqual([]);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: false },
  );
}, 600_000);
