import 'fake-indexeddb/auto';
import { fc } from '#tests/support/property.ts';
import { expect, test } from 'vitest';
import { play } from '#tests/support/play.ts';
import { schedules, type Schedule } from '#tests/support/schedules.ts';

/**
 * `npm test` plays the same schedules each time; `npm run proof` others each time, as many as asked. SEED repeats a
 * run.
 */
const ASKED = process.env['PROOF_RUNS'];
const RUNS = Number(ASKED ?? 500);
const SEED = Number(process.env['SEED'] ?? (ASKED === undefined ? 20_260_406 : Math.floor(Math.random() * 2 ** 31)));

test('OB-9: bytes that a tab called lost and another mended at its read-back go out without their owner', async () => {
  const schedule: Schedule = {
    locks: false,
    seed: 0,
    steps: [
      { act: 'create', n: 0, turns: 1 },
      { act: 'wake', n: 0, turns: 2 },
      { act: 'create', n: 508, turns: 11 },
      { act: 'create', n: 1, turns: 0 },
      { act: 'failDisk', n: 768, turns: 0 },
      { act: 'clock', n: 52, turns: 60 },
    ],
    faults: [],
    tail: { fault: 'lostRequest', count: 0 },
    pocket: { hides: false, faults: [] },
  };
  expect(await play(schedule)).toEqual([]);
});

test('OB-6: a draft that came back with fewer bills twice goes out as one of its forms has it', async () => {
  const schedule: Schedule = {
    locks: false,
    seed: 0,
    steps: [
      { act: 'form', n: 0, turns: 0 },
      { act: 'form', n: 188, turns: 60 },
      { act: 'full', n: 0, turns: 0 },
      { act: 'form', n: 0, turns: 1 },
      { act: 'form', n: 446, turns: 7 },
      { act: 'twins', n: 0, turns: 60 },
    ],
    faults: [],
    tail: { fault: 'lostRequest', count: 0 },
    pocket: { hides: false, faults: [] },
  };
  expect(await play(schedule)).toEqual([]);
});

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
