/** Tells the other tabs and the worker that the outbox has changed. A lost message costs nothing: the store is the truth. */
export interface Channel {
  post(): void;
  /** Calls the listener when another tab or the worker has changed the outbox. */
  listen(listener: () => void): () => void;
  close(): void;
}

export function openChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, listen: () => () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  let open = true;
  return {
    // What was under way when its owner signed out ends after the outbox was closed: there is nobody left to tell.
    post: () => {
      if (open) channel.postMessage('changed');
    },
    listen: (listener) => {
      channel.addEventListener('message', listener);
      return () => channel.removeEventListener('message', listener);
    },
    close: () => {
      open = false;
      channel.close();
    },
  };
}
