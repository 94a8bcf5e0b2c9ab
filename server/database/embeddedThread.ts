import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerStart } from './embeddedWorker.ts';

/** The embedded database could not be opened, or its thread ended. `code` is the system's (ENOSPC …) when it has one. */
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

/**
 * The built server has the worker beside it. From source the thread first learns to read TypeScript, which takes longer
 * than opening the database: `DATABASE_WORKER` names a built one.
 */
function workerFile(): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL('./embeddedWorker.js', import.meta.url);
  const built = process.env['DATABASE_WORKER'];
  if (built) return pathToFileURL(built);
  const tsx = new URL('./dist/esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))).href;
  const source = new URL('./embeddedWorker.ts', import.meta.url).href;
  return new URL(`data:text/javascript,${encodeURIComponent(`import { register } from '${tsx}'; register(); await import('${source}');`)}`);
}

/** Starts the thread and resolves when the database answers. */
export async function startEngine(start: WorkerStart): Promise<EngineThread> {
  const worker = new Worker(workerFile(), { workerData: start, execArgv: [] });
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
