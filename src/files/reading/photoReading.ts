import { online } from '#data/online.ts';
import { leaveToRead, type Leave, type Link } from '#domain/billReading/leave.ts';
import { KEYS, readLocal, removeLocal, writeLocal } from '#start/local.ts';
import { room } from '#storage/durability.ts';
import { dropReadingCache } from '#storage/readingCache.ts';
import { inWorker, NotDone } from '../inWorker.ts';
import { ENGINE_BYTES, engineKept } from './engineFiles.ts';
import type { ReadBill } from './readBill.ts';
import workerUrl from './reading.worker.ts?worker&url';
import type { ReadingDone, ReadingJob } from './reading.worker.ts';

/** Held by the tab that reads a photo: memory is for one. */
const LOCK = 'kharcha-reading';
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
  ) && 'locks' in navigator;

/**
 * Whether a page ended while it read a photo, as it does where memory runs out: its note is there, and no tab reads.
 */
async function wasInterrupted(): Promise<boolean> {
  if (readLocal(KEYS.reading) === null) return false;
  const { held = [] } = await navigator.locks.query();
  return held.every(({ name }) => name !== LOCK);
}

/** Whether photos are read on this device now (READ-11). */
export async function leaveNow(): Promise<Leave> {
  const device = navigator as Device;
  if (!able()) return 'never';
  const space = await room();
  return leaveToRead({
    memory: device.deviceMemory,
    interrupted: await wasInterrupted(),
    kept: await engineKept().catch(() => false),
    left: space && space.quotaBytes - space.usedBytes - ENGINE_BYTES,
    link: linkNow(device),
  });
}

/** The person asks for it again. */
export const forgetInterruption = (): void => removeLocal(KEYS.reading);

export interface OfReading {
  signal: AbortSignal;
  /** Its turn has come. */
  onTurn: () => void;
  /** Hears of a sure total while the rest is being read (READ-10). */
  onNews: (early: ReadBill) => void;
}

async function readAlone(job: ReadingJob, { signal, onTurn, onNews }: OfReading): Promise<ReadBill | null> {
  // Someone who leaves the page has not run out of memory.
  addEventListener('pagehide', forgetInterruption);
  writeLocal(KEYS.reading, true);
  onTurn();
  try {
    // Bytes are copied: they stay with the form.
    return (await inWorker<ReadingDone, ReadBill>(workerUrl, job, { patience: PATIENCE_MS, signal, onNews })).bill;
  } catch (error) {
    if (error instanceof NotDone && error.said === 'engine') await dropReadingCache();
    throw error;
  } finally {
    removeEventListener('pagehide', forgetInterruption);
    forgetInterruption();
  }
}

/**
 * Reads a photo in a worker of its own, which takes its memory with it; one after the other, of however many forms and
 * tabs. null where the photo shows no text. Throws where it cannot be read, or `signal` ends it.
 */
export const readPhoto = (job: ReadingJob, of: OfReading): Promise<ReadBill | null> =>
  navigator.locks.request(LOCK, { signal: of.signal }, () => readAlone(job, of));
