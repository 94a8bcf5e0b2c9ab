import type { OutboxEnv } from './env.ts';
import { patience } from './send.ts';

/**
 * A piece of the app's own code that sending needs; 'failed' where it cannot be loaded, 'late' where it has not come
 * in the time of a request: a connection that stalls keeps the browser waiting for minutes, and what waits behind it
 * could go without that piece (OB-15).
 */
export async function pieceInTime<Piece extends object>(
  env: Pick<OutboxEnv, 'timeout'>,
  load: () => Promise<Piece>,
): Promise<Piece | 'failed' | 'late'> {
  const signal = env.timeout?.(patience(0));
  const late = new Promise<'late'>((resolve) => {
    if (signal?.aborted) resolve('late');
    signal?.addEventListener('abort', () => resolve('late'), { once: true });
  });
  return Promise.race([load().catch(() => 'failed' as const), late]);
}
