import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import { Zip, type AsyncFlateStreamHandler, type ZipInputFile } from 'fflate';
import {
  CONTENT_TYPES,
  relationsOf,
  ROOT_RELATIONS,
  rowWriter,
  sheetEnd,
  sheetStart,
  STYLES,
  workbookOf,
} from './sheetXml.ts';
import { slicesOf, type Table } from './table.ts';

/** Half the work of the usual level for nearly the same size. */
const LEVEL = 4;
const DEFLATE = 8;
const NOTHING = new Uint8Array(0);

/**
 * A file of a ZIP archive that is compressed as it is written, on another thread than the one that answers requests.
 */
class Deflated implements ZipInputFile {
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

/** What a sheet holds, its head counted. */
const MAX_ROWS = 1_048_576;

/**
 * Writes a table as an XLSX workbook while it is read: some rows at a time are made into XML, compressed and handed on.
 * A table that is too long for one sheet goes on in further ones. `mostRows` is for tests.
 */
export async function* writeXlsx<Row>(
  { name, columns, batches, timeZone }: Table<Row>,
  mostRows = MAX_ROWS,
): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  let open: Deflated | undefined;
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    if (bytes.length > 0) made.push(bytes);
  });
  const take = (): Uint8Array[] => {
    const all = made;
    made = [];
    return all;
  };
  const start = (path: string): Deflated => {
    open = new Deflated(path);
    zip.add(open);
    return open;
  };
  const part = async (path: string, text: string): Promise<void> => {
    const file = start(path);
    await file.write(text);
    await file.end();
  };
  const rowOf = rowWriter(columns, timeZone);
  let sheets = 0;
  let rows = 0;
  const nextSheet = async (): Promise<Deflated> => {
    sheets += 1;
    rows = 1;
    const sheet = start(`xl/worksheets/sheet${sheets}.xml`);
    await sheet.write(sheetStart(columns));
    return sheet;
  };
  const endSheet = async (sheet: Deflated): Promise<void> => {
    await sheet.write(sheetEnd(columns, rows));
    await sheet.end();
  };

  try {
    await part('[Content_Types].xml', CONTENT_TYPES);
    await part('_rels/.rels', ROOT_RELATIONS);
    await part('xl/styles.xml', STYLES);
    let sheet = await nextSheet();
    yield* take();
    for await (const batch of batches) {
      for (const slice of slicesOf(batch)) {
        let text = '';
        for (const row of slice) {
          if (rows === mostRows) {
            await sheet.write(text);
            text = '';
            await endSheet(sheet);
            sheet = await nextSheet();
          }
          rows += 1;
          text += rowOf(row, rows);
        }
        await sheet.write(text);
        yield* take();
      }
    }
    await endSheet(sheet);
    await part('xl/workbook.xml', workbookOf(name, sheets));
    await part('xl/_rels/workbook.xml.rels', relationsOf(sheets));
    zip.end();
    yield* take();
  } finally {
    open?.terminate();
  }
}
