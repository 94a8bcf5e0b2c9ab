import { startWorker } from './trusted.ts';

/** What a worker could not do, as it says. */
export class NotDone extends Error {
  override name = 'NotDone';
  readonly said: unknown;

  constructor(said: unknown) {
    super('Not done.');
    this.said = said;
  }
}

export interface InWorker<News> {
  /** Milliseconds. */
  patience: number;
  signal?: AbortSignal;
  transfer?: Transferable[];
  /** Hears of each `{ news }` that comes before the answer. */
  onNews?: (news: News) => void;
}

/**
 * Asks a worker of its own, so that typing goes on meanwhile; what it took of the memory goes with it. It answers one
 * message. Throws `NotDone` where it says `{ failed }`, and an error after `patience` milliseconds, when `signal` ends
 * it, and where there is no worker.
 */
export function inWorker<Answer extends object, News = never>(
  address: string,
  message: unknown,
  { patience, signal, transfer = [], onNews }: InWorker<News>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
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
    worker.addEventListener('message', ({ data }: MessageEvent<Answer | { failed: unknown } | { news: News }>) => {
      if ('news' in data) onNews?.(data.news);
      else finish(() => ('failed' in data ? reject(new NotDone(data.failed)) : resolve(data)));
    });
    worker.postMessage(message, { transfer });
  });
}
