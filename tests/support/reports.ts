import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';

/** Report files as the person who opens them reads them. */

/** A CSV by RFC 4180, the byte order mark left out: rows of texts. */
export const csvRows = (bytes: Buffer | string): string[][] =>
  parse(bytes, { bom: true, relax_column_count: false, skip_empty_lines: false }) as string[][];

/** The rows of every sheet of a workbook, its head rows too. */
export const sheetsOf = async (bytes: Uint8Array) => (await readXlsx(bytes, { readStyles: true })).sheets;

/** Rows after the head as objects by the head's titles. */
export function byTitle<Value>([head = [], ...rows]: readonly (readonly Value[])[]): Record<string, Value>[] {
  return rows.map((row) => Object.fromEntries(head.map((title, n) => [String(title), row[n] as Value])));
}

export async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
