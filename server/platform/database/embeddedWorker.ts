import { parentPort, type MessagePort } from 'node:worker_threads';
import { EmbeddedEngine } from './embeddedEngine.ts';
import { WalState } from './walState.ts';

/** The thread that runs the embedded database. Entry point of its own: see `open.ts`. */

export interface WorkerStart {
  folder: string;
  /** Copied where there is no database yet. */
  template?: string | null;
  wal: SharedArrayBuffer;
  /** False for a copy that is only looked at. */
  durable: boolean;
}

export type ToWorker =
  | { type: 'open'; start: WorkerStart }
  | { type: 'connect'; port: MessagePort }
  | { type: 'close' };
export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; reason: string; code: string | null }
  | { type: 'closed' };

const main = parentPort;
if (!main) throw new Error('embeddedWorker.ts runs in a worker thread only.');
const say = (message: FromWorker): void => main.postMessage(message);
// Nothing else is said to it before it is ready.
const {
  folder,
  template = null,
  wal,
  durable,
} = await new Promise<WorkerStart>((resolve) => {
  main.once('message', (message: ToWorker) => message.type === 'open' && resolve(message.start));
});

function errnoOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code;
  return null;
}

try {
  const engine = await EmbeddedEngine.open({
    folder,
    template,
    durable,
    wal: new WalState(wal),
    onEnd: (reason) => {
      say({ type: 'failed', reason, code: null });
      // The thread only.
      process.exit(1);
    },
  });
  let current: MessagePort | null = null;
  // One after the other, as in any session. What fails here ends the thread.
  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): void => void (last = last.then(work));
  main.on('message', (message: ToWorker) =>
    inTurn(async () => {
      if (message.type === 'open') return;
      if (message.type === 'close') {
        current?.close();
        await engine.close();
        say({ type: 'closed' });
        process.exit(0);
      }
      // One session: a new connection takes it over.
      if (current) {
        current.close();
        await engine.reset();
      }
      const { port } = message;
      current = port;
      port.on('message', (bytes: Uint8Array) =>
        inTurn(async () => {
          const answer = await engine.execute(bytes);
          if (answer.length > 0) port.postMessage(answer, [answer.buffer]);
        }),
      );
    }),
  );
  say({ type: 'ready' });
} catch (error) {
  say({ type: 'failed', reason: error instanceof Error ? error.message : String(error), code: errnoOf(error) });
}
