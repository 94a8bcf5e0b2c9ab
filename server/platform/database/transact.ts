import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { asWriting } from '#server/platform/base/requestId.ts';
import { isStale } from './poolSettings.ts';
import type { Tables } from './tables.ts';

const ATTEMPTS = 5;

/**
 * PostgreSQL undid the transaction because of another one: serialization failure, deadlock. Doing it again is right.
 */
const COLLIDED = new Set(['40001', '40P01']);

/** What is being done rests on something that another transaction has changed: `untilSettled` does it again. */
export const collided = (): Error => Object.assign(new Error('Another transaction was quicker'), { code: '40001' });

function worthAnotherTry(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && COLLIDED.has(code)) || isStale(error);
}

/**
 * Runs something that takes effect as a whole or not at all. When PostgreSQL undid it because of another transaction,
 * it is run again, up to 5 times, so `run` must do nothing outside the database. Any other error is thrown as it is;
 * after a lost connection it is unknown whether it took effect, so it is not repeated here (X54).
 */
export async function untilSettled<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !worthAnotherTry(error)) throw error;
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** Runs one transaction and commits it, as `untilSettled` does. Use `tx` only, never the pool. */
export const transact = <Result>(
  db: Kysely<Tables>,
  run: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => asWriting(() => untilSettled(() => db.transaction().execute(run)));
