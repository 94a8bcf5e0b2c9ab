import { Worker } from 'node:worker_threads';
import { workerFile } from '#server/platform/base/workerFile.ts';
import type { FromWorker, ToWorker, WorkerStart } from './embeddedWorker.ts';

/**
 * The embedded database could not be opened, or its thread ended. `code` is the system's (ENOSPC …) when it has one.
 */
export class EngineFailed extends Error {
  override name = 'EngineFailed';
  readonly code: string | null;

  constructor(reason: string, code: string | null) {
    super(reason);
    this.code = code;
  }
}

export interface EngineThread {
  worker: Worker;
  /** Resolves when the thread ends on its own. */
  ended: Promise<EngineFailed>;
  close(): Promise<void>;
}

const startThread = (): Worker => new Worker(workerFile('embeddedWorker', import.meta.url), { execArgv: [] });

let ahead: Worker | null = null;
let asked: Promise<void> = Promise.resolve();
let sayAsked = (): void => undefined;

/**
 * Starts the thread of the next engine before it is known what that opens: it reads its code while others read theirs.
 */
export function startEngineAhead(): void {
  const worker = startThread();
  ahead = worker;
  asked = new Promise((resolve) => {
    sayAsked = resolve;
  });
  // Whoever needs it then starts another one, and is told what is wrong with that.
  worker.once('error', () => (ahead = null)).once('exit', () => (ahead = null));
}

/** Resolves once the thread that was started ahead knows what to open. */
export const engineAsked = (): Promise<void> => asked;

/** Starts the thread and resolves when the database answers. */
export async function startEngine(start: WorkerStart): Promise<EngineThread> {
  const worker = ahead ?? startThread();
  ahead = null;
  let closing = false;
  let reason = 'The thread of the database ended.';
  let code: string | null = null;
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('error', (error) => {
    reason = error.message;
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (): void => reject(new EngineFailed(reason, code));
    void exited.then(fail);
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'ready') resolve();
      if (message.type !== 'failed') return;
      ({ reason, code } = message);
      fail();
    });
    worker.postMessage({ type: 'open', start } satisfies ToWorker);
    sayAsked();
  }).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  return {
    worker,
    ended: new Promise((resolve) => void exited.then(() => closing || resolve(new EngineFailed(reason, code)))),
    close: async () => {
      closing = true;
      worker.postMessage({ type: 'close' } satisfies ToWorker);
      await exited;
    },
  };
}
