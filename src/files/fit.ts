import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { hashOf, type FormBill } from './bill.ts';
import workerUrl from './fit.worker.ts?worker&url';
import { startWorker } from './trusted.ts';

/** Milliseconds for one photo, on a slow phone. */
const PATIENCE = 60_000;

/** In a worker of its own, so that typing goes on meanwhile; what it took of the memory goes with it. */
function inWorker(bytes: ArrayBuffer, type: string): Promise<ArrayBuffer | null> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(workerUrl);
    const timer = setTimeout(() => finish(() => reject(new Error('Took too long.'))), PATIENCE);
    const finish = (tell: () => void): void => {
      clearTimeout(timer);
      worker.terminate();
      tell();
    };
    worker.addEventListener('error', () => finish(() => reject(new Error('No worker.'))));
    worker.addEventListener('message', (event: MessageEvent<{ bytes: ArrayBuffer | null } | { failed: true }>) => {
      const { data } = event;
      finish(() => ('failed' in data ? reject(new Error('Not decoded.')) : resolve(data.bytes)));
    });
    // A copy: the bytes stay with the form until the smaller ones are there.
    worker.postMessage({ bytes, type });
  });
}

/** One photo after the other, of however many forms: each takes as much memory as its pixels. */
let before: Promise<unknown> = Promise.resolve();

/** What becomes of a bill's photo that was made to fit. */
async function fittedBill(bill: FormBill, bytes: ArrayBuffer): Promise<FormBill> {
  const { localId, name, size, type, hash } = bill;
  return {
    localId,
    name: `${name.replace(/\.[A-Za-z0-9]{1,5}$/, '')}.jpg`,
    type: 'image/jpeg',
    size: bytes.byteLength,
    hash: await hashOf(bytes),
    bytes,
    ...(bill.bytes && size < FILE_BYTES_LIMIT && { original: { name, type, size, hash, bytes: bill.bytes } }),
  };
}

/**
 * The same bill with its photo as a bill needs it (DOC-17), one after the other; as it is where it is small enough.
 * Throws where this device cannot do it; nothing of the bill is changed then.
 */
export function fitBill(bill: FormBill): Promise<FormBill> {
  const run = async (): Promise<FormBill> => {
    if (!bill.bytes) throw new Error('No bytes.');
    const bytes = await inWorker(bill.bytes, bill.type);
    const { toFit: _toFit, ...asItIs } = bill;
    return bytes ? fittedBill(bill, bytes) : asItIs;
  };
  const result = before.then(run);
  before = result.catch(() => undefined);
  return result;
}
