import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** How long running requests may take once the server is stopping. */
const GRACE = 10_000;

/** Refuses what is new, lets running requests end for ten seconds, then cuts what is left. */
export async function closeApp(app: FastifyInstance, log: Logger): Promise<void> {
  const cut = setTimeout(() => {
    log.warn('requests were cut off after 10 s');
    app.server.closeAllConnections();
  }, GRACE);
  await app.close();
  clearTimeout(cut);
}

/**
 * Ends the process in order at SIGTERM, SIGINT or SIGHUP: `stop` is run once, then exit 0. A second signal exits at
 * once, and so does an unexpected error: the state in memory can no longer be trusted, the disk can.
 */
export function endInOrder(log: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => onError(error),
    );
  };
  const onError = (error: unknown): void => {
    const { name, code, stack } =
      error instanceof Error
        ? (error as Error & { code?: unknown })
        : { name: typeof error, code: undefined, stack: undefined };
    // Not the message: it may quote what people entered. The stack's own first line is the message again.
    log.fatal(
      { kind: name, code, at: (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) },
      'unexpected end',
    );
    process.exit(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
}
