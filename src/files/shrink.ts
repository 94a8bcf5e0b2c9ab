import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { hashOf, type FormBill } from './bill.ts';
import workerUrl from './shrink.worker.ts?worker&url';
import { shrinkImage } from './shrinkImage.ts';
import { startWorker } from './trusted.ts';

const PATIENCE_MS = 30_000;

/** In a worker of its own, so that typing goes on meanwhile. */
function inWorker(bytes: ArrayBuffer, type: string): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(workerUrl);
    const timer = setTimeout(() => finish(() => reject(new Error('Took too long.'))), PATIENCE_MS);
    const finish = (tell: () => void): void => {
      clearTimeout(timer);
      worker.terminate();
      tell();
    };
    worker.addEventListener('error', () => finish(() => reject(new Error('No worker.'))));
    worker.addEventListener('message', (event: MessageEvent<{ bytes?: ArrayBuffer }>) => {
      const { bytes: small } = event.data;
      finish(() => (small ? resolve(small) : reject(new Error('Not decoded.'))));
    });
    // A copy: the bytes stay with the form until the smaller ones are there.
    worker.postMessage({ bytes, type, limit: FILE_BYTES_LIMIT });
  });
}

/** The same bill as a smaller JPEG. Throws when that cannot be done on this device. */
export async function shrink(bill: FormBill): Promise<FormBill> {
  if (!bill.bytes) throw new Error('No bytes.');
  const bytes = await inWorker(bill.bytes, bill.type).catch(() =>
    shrinkImage(bill.bytes as ArrayBuffer, bill.type, FILE_BYTES_LIMIT),
  );
  return {
    localId: bill.localId,
    name: `${bill.name.replace(/\.[A-Za-z0-9]{1,5}$/, '')}.jpg`,
    type: 'image/jpeg',
    size: bytes.byteLength,
    hash: await hashOf(bytes),
    bytes,
  };
}
