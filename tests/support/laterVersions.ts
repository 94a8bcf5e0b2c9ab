import { PERSON_STEPS, type Step } from '#storage/migrations.ts';

/** Later versions of the app, each of which adds something to the store. */
export const stepsOf = (version: number): readonly Step[] => [
  ...PERSON_STEPS,
  ...Array.from(
    { length: version - 1 },
    (_, i): Step =>
      (db) =>
        void db.createObjectStore(`later${i}`),
  ),
];
