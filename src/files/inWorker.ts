import { startWorker } from './trusted.ts';

/**
 * Asks a worker of its own, so that typing goes on meanwhile; what it took of the memory goes with it. It answers one
 * message, `{ failed: true }` where it could not do it. Throws then, after `patience` milliseconds, and when `signal`
 * ends it.
 */
export function inWorker<Answer extends object>(
  address: string,
  message: unknown,
  { patience, signal, transfer = [] }: { patience: number; signal?: AbortSignal; transfer?: Transferable[] },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(address);
    const timer = setTimeout(() => finish(() => reject(new Error('Took too long.'))), patience);
    const end = (): void => finish(() => reject(new Error('Ended.')));
    const finish = (tell: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      worker.terminate();
      tell();
    };
    signal?.addEventListener('abort', end);
    worker.addEventListener('error', () => finish(() => reject(new Error('No worker.'))));
    worker.addEventListener('message', (event: MessageEvent<Answer | { failed: true }>) => {
      const { data } = event;
      finish(() => ('failed' in data ? reject(new Error('Not done.')) : resolve(data)));
    });
    worker.postMessage(message, { transfer });
  });
}
