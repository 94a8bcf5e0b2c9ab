import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { createTurns } from '#storage/inTurn.ts';
import { hashOf, type FormBill } from './bill.ts';
import { inPictureWorker } from './pictureWorker.ts';

/** One photo after the other, of however many forms: each takes as much memory as its pixels. */
const inTurn = createTurns();

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
  return inTurn(async () => {
    if (!bill.bytes) throw new Error('No bytes.');
    const bytes = await inPictureWorker('fit', { bytes: bill.bytes, type: bill.type });
    const { toFit: _toFit, ...asItIs } = bill;
    return bytes ? fittedBill(bill, bytes) : asItIs;
  });
}
