import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { asText, csvLines } from '#server/platform/tables/csv.ts';
import * as imports from '../repository/imports.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Stored } from '../repository/store.ts';
import { readTerms, remember, type KnownTerms } from '../repository/terms.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import type { Sheet } from './columns.ts';
import { readCsv, type CsvRow } from './csvRows.ts';

/**
 * Rows that were not taken in: line and reason, then the row as it stood, ready to be mended and taken in by
 * themselves.
 */
interface RefusedFile {
  /** What of an import that broke off is still there: nothing when somebody took the file away. */
  length: number;
  /** The first line. */
  head(titles: readonly string[]): void;
  /** Writes rows at an offset and returns the new length. Repeating it changes nothing. */
  write(at: number, rows: readonly RefusedRow[]): Promise<number>;
  close(): Promise<void>;
}

interface RefusedRow {
  line: number;
  reason: string;
  cells: readonly string[];
}

const linesOf = (rows: string[][]): string => csvLines(rows.map((cells) => cells.map(asText)));

/**
 * Made when the first row is refused; one of an earlier import is replaced. `written` is what an import that broke off
 * wrote.
 */
async function openRefused(path: string, written: number): Promise<RefusedFile> {
  const length =
    written > 0 &&
    (await stat(path).then(
      ({ size }) => size >= written,
      () => false,
    ))
      ? written
      : 0;
  if (length === 0) await rm(path, { force: true });
  let handle: FileHandle | null = null;
  let head = '';
  const opened = async (): Promise<FileHandle> => (handle ??= await open(path, length === 0 ? 'w' : 'r+'));
  return {
    length,
    head: (titles) => void (head = `\uFEFF${linesOf([['Line', 'Reason', ...titles]])}`),
    write: async (at, rows) => {
      if (rows.length === 0) return at;
      const file = await opened();
      const text = Buffer.from(
        (at === 0 ? head : '') + linesOf(rows.map(({ line, reason, cells }) => [String(line), reason, ...cells])),
      );
      await file.truncate(at);
      await file.write(text, 0, text.length, at);
      await file.datasync();
      return at + text.length;
    },
    close: async () => handle?.close(),
  };
}

/** Rows that are taken in together: all of them, and that they are, or none. */
const BATCH = 1_000;

/** Bytes of the file that a batch holds at most, besides its last row: of long rows it takes fewer. */
const BATCH_BYTES = 4 * 1_048_576;

export interface ImportInput<Record_> {
  db: Kysely<Tables>;
  durable: () => Promise<void>;
  file: string;
  /** Where the rows that are refused go. */
  refusedFile: string;
  sheet: Sheet<Record_>;
  store: (tx: Kysely<Tables>, known: KnownTerms, batch: readonly Record_[]) => Promise<Stored<Record_>>;
  /** Epoch milliseconds. */
  clock: () => number;
  batch?: number;
  progress: (state: Progress) => void;
}

export interface Progress {
  /** Of the file, as of now. */
  rows: number;
  refused: number;
  /** From 0 to 1. */
  share: number;
  /** Rows that an import which broke off had taken in. */
  before: number;
}

async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  } catch (error) {
    throw new StartupError(
      `The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
    );
  }
  return hash.digest('hex');
}

/**
 * Takes in a file of companies or contacts, batch by batch. How far it has come is written with each batch: after a
 * kill the same file goes on from there (CAMP-20). The same file once more changes nothing. Rows that cannot be taken
 * in go to a file of their own, with the reason (CAMP-19).
 */
export async function importFile<Record_>(input: ImportInput<Record_>): Promise<Progress> {
  const { db, durable, file, sheet, clock, progress, batch: size = BATCH } = input;
  const key = { file_hash: await hashOfFile(file), kind: sheet.kind };
  const bytes = (await stat(file)).size;
  const begun = await imports.begun(db, key);
  const place = { rows: begun?.rows ?? 0, refused: begun?.refused ?? 0, refused_bytes: begun?.refused_bytes ?? 0 };
  const before = place.rows;
  if (!begun) await imports.begin(db, { ...key, ...place, updated_at: clock() });
  const known = await readTerms(db);
  const refused = await openRefused(input.refusedFile, place.refused_bytes);
  place.refused_bytes = refused.length;

  const takeIn = async (rows: readonly CsvRow[]): Promise<void> => {
    const read = rows.map((row) => ({
      row,
      read:
        row.row === null
          ? { ok: false as const, reason: `It has ${row.cells.length} cells, the first line another number` }
          : sheet.read(row.row),
    }));
    const records = new Map(read.flatMap((each) => (each.read.ok ? [[each.read.record, each.row] as const] : [])));
    const unread = read.flatMap((each) =>
      each.read.ok ? [] : [{ line: each.row.line, reason: each.read.reason, cells: each.row.cells }],
    );
    const done = await transact(db, async (tx) => {
      const stored = await input.store(tx, known, [...records.keys()]);
      const unwanted: RefusedRow[] = stored.refused.map(({ row, reason }) => ({
        line: records.get(row)?.line ?? 0,
        reason,
        cells: records.get(row)?.cells ?? [],
      }));
      const all = [...unread, ...unwanted].toSorted((a, b) => a.line - b.line);
      const next = {
        rows: place.rows + rows.length,
        refused: place.refused + all.length,
        refused_bytes: await refused.write(place.refused_bytes, all),
      };
      if (!(await imports.goOn(tx, key, place.rows, { ...next, updated_at: clock() })))
        throw new StartupError(`${file} is being imported by another process.`);
      return { next, learnt: stored.learnt };
    });
    remember(known, done.learnt);
    Object.assign(place, done.next);
    progress({
      rows: place.rows,
      refused: place.refused,
      share: bytes === 0 ? 1 : (rows.at(-1)?.bytes ?? 0) / bytes,
      before,
    });
  };

  try {
    let rows: CsvRow[] = [];
    let from = 0;
    for await (const row of readCsv(file, sheet)) {
      if (row.number === 1) refused.head(row.titles);
      if (row.number <= before) {
        from = row.bytes;
        continue;
      }
      rows.push(row);
      if (rows.length < size && row.bytes - from < BATCH_BYTES) continue;
      await takeIn(rows);
      rows = [];
      from = row.bytes;
    }
    if (rows.length > 0) await takeIn(rows);
    await imports.end(db, key);
    await durable();
    return { rows: place.rows, refused: place.refused, share: 1, before };
  } finally {
    await refused.close();
  }
}
