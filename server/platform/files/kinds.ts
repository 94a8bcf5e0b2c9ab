import type { FileType } from '#contract/enums.ts';

/** Detects a file's kind by its first bytes; name and sender do not count (Z44). */

const startsWith = (bytes: Buffer, sign: readonly number[], at = 0): boolean =>
  sign.every((value, i) => bytes[at + i] === value);
const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
/** Brands of other pictures in the same container. */
const FOREIGN_BRANDS = new Set(['avif', 'avis']);

function isHeic(bytes: Buffer): boolean {
  if (ascii(bytes, 4, 8) !== 'ftyp') return false;
  const size = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [ascii(bytes, 8, 12)];
  for (let at = 16; at + 4 <= size; at += 4) brands.push(ascii(bytes, at, at + 4));
  return !brands.some((brand) => FOREIGN_BRANDS.has(brand)) && brands.some((brand) => HEIC_BRANDS.has(brand));
}

/** The type of a file by its bytes; null for one that is not taken. */
export function kindOf(bytes: Buffer): FileType | null {
  if (bytes.length < 12) return null;
  if (ascii(bytes, 0, 5) === '%PDF-') return 'application/pdf';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  return isHeic(bytes) ? 'image/heic' : null;
}
