import { Zip } from 'fflate';
import { Deflated } from './deflated.ts';
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
