import { online } from '#data/online.ts';
import { leaveToRead, type Leave, type Link } from '#domain/billReading/leave.ts';
import { readLocal, removeLocal, writeLocal } from '#start/local.ts';
import { startWorker } from '../trusted.ts';
import { dropEngine, engineKept } from './engineFiles.ts';
import type { ReadBill } from './readBill.ts';
import workerUrl from './reading.worker.ts?worker&url';
import type { ReadingJob, ReadingNews } from './reading.worker.ts';

/** That a photo is being read. It stays where the page ends meanwhile, as it does where memory runs out. */
const NOTE = 'kharcha.reading';
/** For one photo, on a slow phone. */
const PATIENCE_MS = 180_000;

interface Device {
  deviceMemory?: number;
  connection?: { saveData?: boolean; effectiveType?: string; type?: string };
}

function linkNow({ connection }: Device): Link {
  if (!online.isOnline()) return 'none';
  if (!connection || connection.saveData === true) return 'metered';
  const { type = 'unknown', effectiveType } = connection;
  const unmetered = type === 'wifi' || type === 'ethernet' || type === 'unknown';
  return unmetered && effectiveType === '4g' ? 'free' : 'metered';
}

const able = (): boolean =>
  ['Worker', 'OffscreenCanvas', 'WebAssembly', 'createImageBitmap', 'caches', 'TransformStream'].every(
    (name) => name in globalThis,
  );

/** Whether photos are read on this device now (READ-11). */
export async function leaveNow(): Promise<Leave> {
  const device = navigator as Device;
  if (!able()) return 'never';
  return leaveToRead({
    memory: device.deviceMemory,
    interrupted: readLocal(NOTE) !== null,
    kept: await engineKept().catch(() => false),
    link: linkNow(device),
  });
}

/** The person asks for it again. */
export const forgetInterruption = (): void => removeLocal(NOTE);

function inWorker(job: ReadingJob, signal: AbortSignal, tell: (early: ReadBill) => void): Promise<ReadBill | null> {
  return new Promise((resolve, reject) => {
    // Someone who leaves the page has not run out of memory.
    addEventListener('pagehide', forgetInterruption);
    writeLocal(NOTE, true);
    const worker = startWorker(workerUrl);
    const timer = setTimeout(() => finish(() => reject(new Error('Took too long.'))), PATIENCE_MS);
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      worker.terminate();
      removeEventListener('pagehide', forgetInterruption);
      forgetInterruption();
      settle();
    };
    signal.addEventListener('abort', () => finish(() => reject(new Error('Ended.'))));
    worker.addEventListener('error', () => finish(() => reject(new Error('No worker.'))));
    worker.addEventListener('message', ({ data }: MessageEvent<ReadingNews>) => {
      if (data.news === 'early') return tell(data.bill);
      if (data.news === 'done') return finish(() => resolve(data.bill));
      const drop = data.of === 'engine' ? dropEngine().catch(() => undefined) : Promise.resolve();
      return finish(() => void drop.then(() => reject(new Error(`The ${data.of} failed.`))));
    });
    // A copy: the bytes stay with the form.
    worker.postMessage(job);
  });
}

/** One photo after the other, of however many forms. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Reads a photo in a worker of its own, which takes its memory with it; null where the photo shows no text. `tell`
 * hears of a sure total while the rest is being read (READ-10). Throws where it cannot be read, or `signal` ends it.
 */
export function readPhoto(
  job: ReadingJob,
  signal: AbortSignal,
  tell: (early: ReadBill) => void,
): Promise<ReadBill | null> {
  const result = before.then(() => {
    signal.throwIfAborted();
    return inWorker(job, signal, tell);
  });
  before = result.catch(() => undefined);
  return result;
}
