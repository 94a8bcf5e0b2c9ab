import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { parse, type CsvError } from 'csv-parse';
import { looksLikeFormula } from '#server/platform/tables/table.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import type { Row, Sheet } from './columns.ts';

export interface CsvRow {
  /** The first after the header is 1. */
  number: number;
  /** Of the file, the header's is 1. */
  line: number;
  /** As in the file. */
  cells: readonly string[];
  /** By the known column, as it is meant; null when the row has more cells or fewer than the header. */
  row: Row | null;
  /** Bytes of the file read so far. */
  bytes: number;
}

/** A row that is longer has lost a closing quote. */
const MAX_ROW_CHARS = 1_000_000;
const HEAD_BYTES = 65_536;

/** 'Company Id', 'company_id' and 'companyId' are one column. */
const plain = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]/g, '');

async function firstLine(file: string): Promise<string> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      error.code === 'ENOENT' ? `There is no file ${file}.` : `The file ${file} cannot be read (${error.code}).`,
    );
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return (
      buffer
        .subarray(0, bytesRead)
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .split(/\r\n|\n|\r/, 1)[0] ?? ''
    );
  } finally {
    await handle.close();
  }
}

/** What a cell says: trimmed, and without the apostrophe that our own files put before what a spreadsheet would run. */
function meant(cell: string): string {
  const text = cell.trim();
  return text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1).trim() : text;
}

/** What parts the cells: the sign that the header has most of. */
const delimiterOf = (head: string): string =>
  [',', ';', '\t'].map((sign) => ({ sign, times: head.split(sign).length })).toSorted((a, b) => b.times - a.times)[0]
    ?.sign ?? ',';

function whyNot(file: string, error: CsvError): StartupError {
  if (error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new StartupError(
      `${file}: a quotation mark is opened near line ${error['lines'] ?? '?'} and not closed. ` +
        'What stands before it has been taken in.',
    );
  return new StartupError(`${file} is not a CSV file: ${error.message}`);
}

/**
 * Reads a CSV file row by row, in the memory of a few. Throws `StartupError` when it is not CSV or lacks a required
 * column.
 */
export async function* readCsv(
  file: string,
  { known, needed, about }: Pick<Sheet<unknown>, 'known' | 'needed' | 'about'>,
): AsyncGenerator<CsvRow & { titles: readonly string[] }> {
  const delimiter = delimiterOf(await firstLine(file));
  // Of two files put together the lines may end in two ways.
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARS,
  });
  // Errors of either are reported by the loop below.
  pipeline(createReadStream(file), parser, () => undefined);
  let titles: readonly string[] | null = null;
  let columns: (string | undefined)[] = [];
  let number = 0;
  // Line breaks of two signs within quotation marks: the parser counts them as two.
  let twofold = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number; bytes: number };
    }>) {
      for (const cell of record) if (cell.includes('\r\n')) twofold += cell.split('\r\n').length - 1;
      if (titles === null) {
        titles = record;
        columns = record.map((title) => known.find((one) => plain(one) === plain(title)));
        const missing = needed.filter((one) => !columns.includes(one));
        if (missing.length > 0)
          throw new StartupError(
            `${file} has no column ${missing.join(' and no ')}. Its first line names: ` +
              `${record.join(', ').slice(0, 300)}`,
          );
        const twice = columns.find((one, at) => one !== undefined && columns.indexOf(one) !== at);
        if (twice !== undefined) throw new StartupError(`${file} has two columns ${twice}.`);
        const alone = about.find(([one, of]) => columns.includes(one) && !columns.includes(of));
        if (alone)
          throw new StartupError(`${file} has a column ${alone[0]} and no column ${alone[1]}, of which it tells.`);
        continue;
      }
      number += 1;
      const whole = record.length === titles.length;
      const row: Record<string, string> = {};
      if (whole)
        for (const [at, column] of columns.entries()) if (column !== undefined) row[column] = meant(record[at] ?? '');
      yield { number, line: info.lines - twofold, cells: record, row: whole ? row : null, bytes: info.bytes, titles };
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw whyNot(file, error as CsvError);
    throw error;
  }
  if (titles === null) throw new StartupError(`${file} is empty.`);
}
