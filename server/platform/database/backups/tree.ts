import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/*
 * A folder as one stream of bytes and back, in the ustar format of POSIX: folders and plain files, with names of at
 * most 100 bytes, which is all that a folder of PostgreSQL has.
 */

const BLOCK = 512;
const PIECE = 256 * 1024;
const FOLDER = '5';
const FILE = '0';

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
/** Bytes after content of this size, up to a whole block. */
const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** The bytes of all files below a folder. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let sum = 0;
  // A file may go while the database works.
  for (const entry of entries)
    if (entry.isFile()) sum += (await stat(path.join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  return sum;
}

function sumOf(header: Buffer): number {
  // The field of the sum itself counts as blanks.
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum;
}

function headerOf(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long to be backed up.`);
  header.write(name, 0);
  header.write(octal(type === FOLDER ? 0o700 : 0o600, 7), 100);
  header.write(octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11), 108);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** The folder's content, piece by piece. Throws where a file changes its size meanwhile. */
export async function* packTree(root: string): AsyncGenerator<Buffer> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(root, file).split(path.sep).join('/');
    if (entry.isDirectory()) yield headerOf(`${name}/`, 0, FOLDER);
    if (!entry.isFile()) continue;
    const { size } = await stat(file);
    yield headerOf(name, size, FILE);
    let read = 0;
    for await (const piece of createReadStream(file, { highWaterMark: PIECE })) {
      read += (piece as Buffer).length;
      yield piece as Buffer;
    }
    if (read !== size) throw new Error(`${name} changed while it was backed up.`);
    yield Buffer.alloc(padding(size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Hands out a stream's bytes by number. */
class Taker {
  readonly #source: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At most this many of the next bytes. Throws at the end of the stream. */
  async some(most: number): Promise<Buffer> {
    while (this.#left.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) throw new Error('It ends too early.');
      this.#left = value;
    }
    const taken = this.#left.subarray(0, most);
    this.#left = this.#left.subarray(taken.length);
    return taken;
  }

  async exactly(size: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = size; left > 0;) {
      const piece = await this.some(left);
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  /** Reads to the end, so that whatever checks the whole of it has seen the whole. */
  async drain(): Promise<void> {
    while (!(await this.#source.next()).done);
  }
}

const textAt = (header: Buffer, from: number, to: number): string => {
  const [text = ''] = header.toString('latin1', from, to).split('\0');
  return text;
};

async function takeFile(taker: Taker, file: string, size: number): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for (let left = size; left > 0;) {
      const piece = await taker.some(left);
      await handle.writeFile(piece);
      left -= piece.length;
    }
  } finally {
    await handle.close();
  }
  await taker.exactly(padding(size));
}

/** Writes what `packTree` made into a new folder. Throws where it is anything else. */
export async function unpackTree(source: AsyncIterable<Buffer>, root: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const taker = new Taker(source);
  for (;;) {
    const header = await taker.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const name = textAt(header, 0, 100);
    const [size, sum] = [Number.parseInt(textAt(header, 124, 136), 8), Number.parseInt(textAt(header, 148, 156), 8)];
    const file = path.join(root, name);
    if (sum !== sumOf(header) || !(size >= 0) || !file.startsWith(root + path.sep))
      throw new Error('It holds something that is no file of a database.');
    if (textAt(header, 156, 157) === FOLDER) await mkdir(file, { recursive: true, mode: 0o700 });
    else await takeFile(taker, file, size);
  }
  await taker.drain();
}
