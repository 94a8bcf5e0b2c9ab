import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, isConnectionLost } from '#server/platform/base/errors.ts';
import type { DatabaseLog } from './database.ts';

/** How a start waits for a PostgreSQL server that is away, or that only reads. */
export interface WaitForServer {
  /** How long at most, in milliseconds. */
  millis: number;
  /** Ends the wait: what was wrong is thrown at once. */
  signal: AbortSignal;
}

/** Between two attempts, in milliseconds. */
const EVERY = 1_000;

/**
 * True for what passes by itself during a failover or a restart: a server that refuses, starts, stops, only reads or
 * has no connection left. A wrong password, or a host that nobody knows, does not.
 */
export function passes(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = codeOf(cause);
  return code !== 'ENOTFOUND' && (code === '53300' || isConnectionLost(cause));
}

/**
 * Runs `open` until it succeeds, as long as `wait` allows and what is wrong `passes`; then throws that (F3). `log` is
 * told what is waited for, and of something else that is wrong later.
 */
export async function untilThere<Opened>(
  open: () => Promise<Opened>,
  { millis, signal }: WaitForServer,
  log: Pick<DatabaseLog, 'info' | 'warn'>,
): Promise<Opened> {
  const begun = performance.now();
  let said = '';
  for (;;) {
    try {
      const opened = await open();
      if (said !== '') log.info('The database is there.');
      return opened;
    } catch (error) {
      if (!passes(error) || signal.aborted || performance.now() - begun >= millis) throw error;
      const { message } = error as Error;
      if (message !== said)
        log.warn(`${message} The server waits for it, ${Math.round(millis / 60_000)} minutes at most.`);
      said = message;
      await pause(EVERY, undefined, { signal }).catch(() => undefined);
    }
  }
}
