import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { withoutPosition } from '#domain/photoPosition.ts';
import { refusalOf, sniffType, type FormBill } from './bill.ts';

/** Above this the bytes are not even read: no photo of a phone is that big. */
const READ_LIMIT = 40 * FILE_BYTES_LIMIT;

export async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const extension = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
} as const;

/**
 * Reads, checks and hashes a chosen file (C10); a photo's position stays behind (Z53). Never
 * throws: a file that cannot be read is refused.
 */
export async function readBill(file: Blob & { name?: string }, localId: string): Promise<FormBill> {
  const facts = { localId, name: file.name ?? '', type: file.type, size: file.size, hash: '' };
  if (file.size > READ_LIMIT)
    return { ...facts, name: facts.name || 'bill', ...refusalOf('application/pdf', file.size) };
  try {
    const chosen = await file.arrayBuffer();
    const type = sniffType(new Uint8Array(chosen, 0, Math.min(32, chosen.byteLength)));
    const bytes = (type?.startsWith('image/') && withoutPosition(new Uint8Array(chosen))?.buffer) || chosen;
    const name = facts.name || `bill-${localId.slice(0, 6)}.${type ? extension[type] : 'bin'}`;
    return {
      ...facts,
      name,
      type: type ?? file.type,
      size: bytes.byteLength,
      hash: await hashOf(bytes),
      bytes,
      ...refusalOf(type, bytes.byteLength),
    };
  } catch {
    return { ...facts, name: facts.name || 'bill', refused: 'This file could not be read. Please choose it again.' };
  }
}
