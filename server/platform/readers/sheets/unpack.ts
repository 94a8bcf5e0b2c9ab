import { crc32, inflateRawSync } from 'node:zlib';
import { SheetFailed } from './packed.ts';

/**
 * Opens a workbook's archive with limits that its own words cannot lift: what an entry says of its size is not
 * believed, each is unpacked only so far (Z48). Nothing is written to a disk, so a name that climbs out of
 * a folder leads nowhere.
 */

const MAX_ENTRIES = 200;
const MAX_BYTES = 20_000_000;
/** Parts that hold the cells and their formats. Pictures, macros, links to other files and the like are left out. */
const WANTED = [
  /^\[Content_Types\]\.xml$/i,
  /^_rels\/\.rels$/i,
  /^xl\/(?:workbook|sharedStrings|styles)\.xml$/i,
  /^xl\/_rels\/workbook\.xml\.rels$/i,
  /^xl\/worksheets\/[\w .-]+\.xml$/i,
];

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;

/** Where the archive's list of entries begins, and how many there are. */
function directoryOf(bytes: Buffer): { at: number; entries: number } {
  // An older or encrypted workbook is a container of another kind.
  if (bytes.length >= 8 && bytes.readUInt32BE(0) === 0xd0cf11e0) throw new SheetFailed('protected');
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== LOCAL_HEADER) throw new SheetFailed('foreign');
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at -= 1) {
    if (bytes.readUInt32LE(at) === DIRECTORY_END)
      return { entries: bytes.readUInt16LE(at + 10), at: bytes.readUInt32LE(at + 16) };
  }
  throw new SheetFailed('broken');
}

function unpackEntry(bytes: Buffer, header: number, method: number, packed: number, room: number): Buffer {
  if (bytes.readUInt32LE(header) !== LOCAL_HEADER) throw new SheetFailed('broken');
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  if (start + packed > bytes.length) throw new SheetFailed('broken');
  const content = bytes.subarray(start, start + packed);
  if (method === 0) {
    if (content.length > room) throw new SheetFailed('large');
    return content;
  }
  if (method !== 8) throw new SheetFailed('broken');
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, room) });
  } catch (error) {
    throw new SheetFailed((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 'large' : 'broken');
  }
}

/** A part in another encoding could hide a document type, and a document type can make a small file an endless one. */
function assertPlainXml(part: Buffer): void {
  if (part[0] === 0xff || part[0] === 0xfe || part.subarray(0, 200).includes(0)) throw new SheetFailed('foreign');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(part.toString('latin1'))) throw new SheetFailed('foreign');
}

/** A sheet that was cut off would be read as a shorter one. */
function assertEnd(name: string, part: Buffer): void {
  if (/worksheets\//i.test(name) && !/<\/(?:\w+:)?worksheet>\s*$/.test(part.subarray(-200).toString('latin1')))
    throw new SheetFailed('broken');
}

/** The parts of a workbook that are read, by their names. Throws SheetFailed. */
export function unpackWorkbook(bytes: Buffer): Map<string, Buffer> {
  try {
    return unpack(bytes);
  } catch (error) {
    // A number that leads out of the file.
    throw error instanceof SheetFailed ? error : new SheetFailed('broken');
  }
}

function unpack(bytes: Buffer): Map<string, Buffer> {
  const { at: start, entries } = directoryOf(bytes);
  if (entries > MAX_ENTRIES) throw new SheetFailed('large');
  const parts = new Map<string, Buffer>();
  let room = MAX_BYTES;
  for (let at = start, n = 0; n < entries; n += 1) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new SheetFailed('broken');
    const [flags, method, packed] = [
      bytes.readUInt16LE(at + 8),
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
    ];
    const [nameLength, extraLength, commentLength] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if (WANTED.some((part) => part.test(name))) {
      if ((flags & 1) === 1) throw new SheetFailed('protected');
      if (parts.has(name)) throw new SheetFailed('broken');
      const part = unpackEntry(bytes, bytes.readUInt32LE(at + 42), method, packed, room);
      if (crc32(part) !== bytes.readUInt32LE(at + 16)) throw new SheetFailed('broken');
      assertPlainXml(part);
      assertEnd(name, part);
      room -= part.length;
      parts.set(name, part);
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
  if (!parts.has('[Content_Types].xml') || !parts.has('xl/workbook.xml')) throw new SheetFailed('foreign');
  return parts;
}
