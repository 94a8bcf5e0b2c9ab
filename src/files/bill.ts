import { FILE_TYPES, type FileType } from '#contract/enums.ts';
import { MESSAGES } from '#contract/error.ts';
import { FILE_BYTES_LIMIT, MAX_BILLS } from '#contract/limits.ts';
import type { BillReadingAnswer, BillReadingInput } from '#contract/reading.ts';
import { withoutPosition } from '#domain/photoPosition.ts';
import { isSmallEnough } from './pictureSize.ts';

/** A bill on a form. */
export interface FormBill {
  /** Names it within the form and the outbox. */
  localId: string;
  name: string;
  type: string;
  size: number;
  /** SHA-256 of the bytes in hex: the fingerPrint that the server will answer. */
  hash: string;
  /** The bytes, of a bill that is new on this device. */
  bytes?: ArrayBuffer;
  /** Set when the server has it already: then there are no bytes to send. */
  fingerPrint?: string;
  /** Why it cannot be sent as it is. */
  refused?: string;
  /** A photo that is only too big. */
  shrinkable?: boolean;
  /** A photo that is still to be made to fit (DOC-17); until then its bytes are those that were taken. */
  toFit?: true;
  /** The photo as it was taken, where it may be sent as well; as long as the form is open. */
  original?: Pick<FormBill, 'name' | 'type' | 'size' | 'hash'> & { bytes: ArrayBuffer };
  /** What was read off it, which goes with its claim (READ-12). */
  reading?: Omit<BillReadingInput, 'fingerPrint'>;
  /** What the server keeps as read off it, of a bill that it has (READ-12, GST-9). */
  said?: BillReadingAnswer;
  /** Something is being done to it. */
  busy?: boolean;
}

export const WRONG_TYPE = 'Please choose a PDF, JPEG, PNG, WebP or HEIC file.';
export const EMPTY_FILE = 'This file is empty.';
export const TOO_MANY = `A claim can have at most ${MAX_BILLS} bills.`;

const ascii = (bytes: Uint8Array, from: number, text: string): boolean =>
  [...text].every((letter, index) => bytes[from + index] === letter.charCodeAt(0));

/** The type of a file by its bytes, whatever its name says; null when it is none that a bill may be. */
export function sniffType(bytes: Uint8Array): FileType | null {
  if (ascii(bytes, 0, '%PDF-')) return 'application/pdf';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89 && ascii(bytes, 1, 'PNG\r\n')) return 'image/png';
  if (ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'WEBP')) return 'image/webp';
  if (
    ascii(bytes, 4, 'ftyp') &&
    ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'].some((brand) => ascii(bytes, 8, brand))
  )
    return 'image/heic';
  return null;
}

/** What a file picker offers. */
export const ACCEPT = FILE_TYPES.join(',');

/** Why a bill of this type and size is refused; undefined when it is fine. */
export function refusalOf(type: FileType | null, size: number): Pick<FormBill, 'refused' | 'shrinkable'> {
  if (size === 0) return { refused: EMPTY_FILE };
  if (type === null) return { refused: WRONG_TYPE };
  if (size >= FILE_BYTES_LIMIT) return { refused: MESSAGES.fileTooLarge, shrinkable: type !== 'application/pdf' };
  return {};
}

/** '1.9 MB', '312 kB'. */
export function sizeText(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_048_576).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} kB`;
}

/** Photos that are too large are made to fit where they can be decoded. */
const mayFit = (type: FileType | null, bytes: ArrayBuffer): boolean =>
  type !== null &&
  type !== 'application/pdf' &&
  typeof createImageBitmap === 'function' &&
  !isSmallEnough(new Uint8Array(bytes), type);

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
      ...(mayFit(type, bytes) && { toFit: true }),
    };
  } catch {
    return { ...facts, name: facts.name || 'bill', refused: 'This file could not be read. Please choose it again.' };
  }
}
