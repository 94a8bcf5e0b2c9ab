import type { Quad } from './camera/quad.ts';
import { inWorker } from './inWorker.ts';
import workerUrl from './picture.worker.ts?worker&url';

/** What the worker of pictures does, and what comes of it. */
export interface PictureJobs {
  /** A photo as a bill needs it; null for one that is so already (DOC-17). */
  fit: { job: { bytes: ArrayBuffer; type: string }; made: ArrayBuffer | null };
  /** Where the sheet lies in a JPEG; null where none is found (DOC-19). */
  find: { job: { bytes: ArrayBuffer }; made: Quad | null };
  /** The sheet between the corners, as a JPEG (DOC-19). */
  straighten: { job: { bytes: ArrayBuffer; quad: Quad }; made: ArrayBuffer };
  /** JPEGs as the pages of one PDF that a bill may be (DOC-20). */
  bind: { job: { pages: ArrayBuffer[] }; made: ArrayBuffer };
}

/** Milliseconds for one photo, or the pages of one bill, on a slow phone. */
const PATIENCE = 60_000;

/**
 * Has a worker of its own do this (inWorker.ts). Bytes are copied: they stay with whoever asks. Throws where this
 * device cannot do it.
 */
export const inPictureWorker = async <K extends keyof PictureJobs>(
  kind: K,
  job: PictureJobs[K]['job'],
): Promise<PictureJobs[K]['made']> =>
  (await inWorker<{ made: PictureJobs[K]['made'] }>(workerUrl, { kind, ...job }, { patience: PATIENCE })).made;
