import type pg from 'pg';

type Release = (error?: Error | boolean) => void;
type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;
type Connect = (callback: Callback) => void;

/**
 * Limits how long a caller waits for a pooled client in use (X57). Connecting does not count: `pg`'s own limit counts
 * that too, and a machine that is busy at start would not get its first client. The timeout is judged after pending
 * I/O, because a thread that was busy itself finds its timers due first.
 */
export function withAcquireTimeout(pool: pg.Pool, millis: number): pg.Pool {
  const plain = pool.connect.bind(pool) as Connect;
  const withTimeout: Connect = (callback) => {
    if (pool.waitingCount === 0 && pool.totalCount === pool.idleCount) return plain(callback);
    let over = false;
    const timer = setTimeout(() => {
      setImmediate(() => {
        if (over) return;
        over = true;
        callback(new Error('timeout exceeded when trying to connect'), undefined, () => undefined);
      });
    }, millis);
    timer.unref();
    plain((error, client, release) => {
      clearTimeout(timer);
      if (over) return release();
      over = true;
      callback(error, client, release);
    });
  };
  const connect = (callback?: Callback): unknown =>
    callback
      ? withTimeout(callback)
      : new Promise((resolve, reject) =>
          withTimeout((error, client) => (client ? resolve(client) : reject(error ?? new Error('No client')))),
        );
  return Object.assign(pool, { connect });
}
