import 'fake-indexeddb/auto';
import { fc } from '#tests/support/property.ts';
import { expect, test } from 'vitest';
import { play } from '#tests/support/play.ts';
import { schedules } from '#tests/support/schedules.ts';

/**
 * `npm test` plays the same schedules each time; `npm run prove` others each time, as many as asked. SEED repeats a
 * run.
 */
const ASKED = process.env['PROVE_RUNS'];
const RUNS = Number(ASKED ?? 2_000);
const SEED = Number(process.env['SEED'] ?? (ASKED === undefined ? 20_260_406 : Math.floor(Math.random() * 2 ** 31)));

test(
  `OB-1 to OB-13, C1 to C10: nothing is lost, doubled or stuck in ${RUNS} schedules of faults (SEED=${SEED})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        expect(await play(schedule)).toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  },
  ASKED === undefined ? 600_000 : 0,
);
