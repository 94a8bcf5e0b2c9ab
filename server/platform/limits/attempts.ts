import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '#server/platform/base/errors.ts';
import { endTurn, secondsClosed, takeTurn, type Limit, type Turn } from './repository.ts';
import type { Services } from '#server/platform/http/services.ts';

/** How long one waits for those who were first, and how often one looks, in milliseconds. */
const PATIENCE = 5_000;
const LOOKS = { first: 20, most: 250 };

/** Waits for a turn. Refuses at once where failures have used up the limit, later where running attempts do not end. */
async function turnOf(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  limit: Limit,
  message: string,
): Promise<Turn> {
  const until = performance.now() + PATIENCE;
  for (let wait = LOOKS.first; ; wait = Math.min(wait * 2, LOOKS.most)) {
    const turn = await takeTurn(database.db, limit, clock());
    if (turn) return turn;
    const closed = await secondsClosed(database.db, limit, clock());
    if (closed > 0) throw new Refusal('RATE_LIMITED', message, { retryAfter: closed });
    if (performance.now() > until) throw new Refusal('RATE_LIMITED', message, { retryAfter: 1 });
    await pause(wait * (0.5 + Math.random() / 2));
  }
}

/**
 * Runs something that may fail only so often. It is counted before it runs, in one step shared by all processes, so
 * that parallel attempts count like sequential ones (S12). A success, or a failure that is not the caller's, is not
 * counted.
 */
export async function attempt<Result>(
  services: Pick<Services, 'database' | 'clock'>,
  limit: Limit,
  message: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const turn = await turnOf(services, limit, message);
  let failed = false;
  try {
    return await run();
  } catch (error) {
    failed = error instanceof Refusal && error.status < 500;
    throw error;
  } finally {
    // The work is done: a turn that cannot be returned expires with its window.
    await endTurn(services.database.db, turn, failed).catch(() => undefined);
  }
}
