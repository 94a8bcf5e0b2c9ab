import { crc32, inflateRawSync } from 'node:zlib';
import { fromBufferPromise, type Entry } from 'yauzl';
import { SheetFailed } from './packed.ts';

/**
 * Opens a workbook's archive: yauzl reads its directory. What an entry says of its size is not believed, each is
 * unpacked only so far (Z48). Nothing is written to a disk, so a name that climbs out of a folder leads nowhere.
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

/** Its content, unpacked up to `room` whatever the entry says of its size. */
function contentOf(entry: Entry, packed: Buffer, room: number): Buffer {
  if (packed.length < entry.compressedSize) throw new SheetFailed('broken');
  if (entry.compressionMethod === 0) {
    if (packed.length > room) throw new SheetFailed('large');
    return packed;
  }
  if (entry.compressionMethod !== 8) throw new SheetFailed('broken');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) });
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
export async function unpackWorkbook(bytes: Buffer, room = MAX_BYTES): Promise<Map<string, Buffer>> {
  // An older or encrypted workbook is a container of another kind.
  if (bytes.length >= 8 && bytes.readUInt32BE(0) === 0xd0cf11e0) throw new SheetFailed('protected');
  if (bytes.toString('latin1', 0, 4) !== 'PK\u0003\u0004') throw new SheetFailed('foreign');
  try {
    return await unpack(bytes, room);
  } catch (error) {
    throw error instanceof SheetFailed ? error : new SheetFailed('broken');
  }
}

async function unpack(bytes: Buffer, most: number): Promise<Map<string, Buffer>> {
  // Names are not judged: one that is not wanted is passed over, wherever it leads.
  const archive = await fromBufferPromise(bytes, { decodeStrings: false });
  if (archive.entryCount > MAX_ENTRIES) throw new SheetFailed('large');
  const parts = new Map<string, Buffer>();
  let room = most;
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileNameRaw.toString('utf8');
    if (!WANTED.some((part) => part.test(name))) continue;
    if (entry.isEncrypted()) throw new SheetFailed('protected');
    if (parts.has(name)) throw new SheetFailed('broken');
    const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true });
    const part = contentOf(entry, bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize), room);
    if (crc32(part) !== entry.crc32) throw new SheetFailed('broken');
    assertPlainXml(part);
    assertEnd(name, part);
    room -= part.length;
    parts.set(name, part);
  }
  if (!parts.has('[Content_Types].xml') || !parts.has('xl/workbook.xml')) throw new SheetFailed('foreign');
  return parts;
}
