import * as imports from '../repository/imports.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Stored } from '../repository/store.ts';
import { readTerms, remember, type KnownTerms } from '../repository/terms.ts';
import { StartupError } from '#server/platform/base/startupError.ts';
import type { Sheet } from './columns.ts';
import { readCsv, type CsvRow } from './csvRows.ts';
import { openRefused, type RefusedRow } from './refusedFile.ts';

/** Rows that are taken in together: all of them, and that they are, or none. */
const BATCH = 1_000;

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
 * kill the same file goes on from there. The same file once more changes nothing. Rows that cannot be taken in go to a
 * file of their own, with the reason.
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
    for await (const row of readCsv(file, sheet)) {
      if (row.number === 1) refused.head(row.titles);
      if (row.number <= before) continue;
      rows.push(row);
      if (rows.length < size) continue;
      await takeIn(rows);
      rows = [];
    }
    if (rows.length > 0) await takeIn(rows);
    await imports.end(db, key);
    await durable();
    return { rows: place.rows, refused: place.refused, share: 1, before };
  } finally {
    await refused.close();
  }
}
