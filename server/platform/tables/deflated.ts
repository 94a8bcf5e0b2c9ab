import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import type { AsyncFlateStreamHandler, ZipInputFile } from 'fflate';

/** Half the work of the usual level for nearly the same size. */
const LEVEL = 4;
const DEFLATE = 8;
const NOTHING = new Uint8Array(0);

/**
 * A file of a ZIP archive that is compressed as it is written, on another thread than the one that answers requests.
 */
export class Deflated implements ZipInputFile {
  readonly filename: string;
  readonly compression = DEFLATE;
  size = 0;
  crc = 0;
  /** Set by the archive. */
  ondata?: AsyncFlateStreamHandler;
  readonly #deflate: DeflateRaw = createDeflateRaw({ level: LEVEL });

  constructor(filename: string) {
    this.filename = filename;
    this.#deflate.on('data', (bytes: Buffer) =>
      this.ondata?.(null, new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length), false),
    );
    // A write that fails says so itself.
    this.#deflate.on('error', () => undefined);
  }

  /** Resolves when it is compressed; what came of it so far has gone to the archive. */
  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.size += bytes.length;
    this.crc = crc32(bytes, this.crc);
    await new Promise<void>((done, fail) => this.#deflate.write(bytes, (error) => (error ? fail(error) : done())));
  }

  async end(): Promise<void> {
    await new Promise<void>((done, fail) => {
      this.#deflate.once('end', done).once('error', fail);
      this.#deflate.end();
    });
    this.ondata?.(null, NOTHING, true);
  }

  /** Releases its resources, whether it was ended or not. */
  terminate(): void {
    this.#deflate.destroy();
  }
}
