import type { Progress } from './deliver.ts';

/**
 * Tells the other tabs and the worker that the outbox has changed. A lost message costs nothing: the store is the
 * truth.
 */
export interface Channel {
  /** Without an argument: the outbox has changed. With one: how far a bill is on its way, or that none is. */
  post(progress?: Progress | null): void;
  /** Calls the listener when another tab or the worker has said so. */
  listen(listener: (progress?: Progress | null) => void): () => void;
  close(): void;
}

export function openChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined')
    return { post: () => undefined, listen: () => () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  let open = true;
  return {
    // What was under way when its owner signed out ends after the outbox was closed: there is nobody left to tell.
    post: (progress) => {
      if (open) channel.postMessage(progress === undefined ? 'changed' : { progress });
    },
    listen: (listener) => {
      // An older build says 'changed' and nothing else; told of progress, it looks once too often.
      const hear = ({ data }: MessageEvent<unknown>): void =>
        typeof data === 'object' && data !== null && 'progress' in data
          ? listener(data.progress as Progress | null)
          : listener();
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
    close: () => {
      open = false;
      channel.close();
    },
  };
}
