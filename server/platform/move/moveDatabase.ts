import type { Kysely, Transaction } from 'kysely';
import { StartupError } from '#server/platform/base/errors.ts';
import { migrate, migrationState } from '#server/platform/database/migrate.ts';
import { isHeld } from '#server/platform/database/migrateInUse.ts';
import { movedNoteIn } from '#server/platform/database/movedNote.ts';
import { onOneConnection } from '#server/platform/database/postgres.ts';
import { compare, copyRows, writeAsUsual } from '#server/platform/database/rowCopy.ts';
import { copySequences, refill, schemaOf, tablesIn, withoutForeignKeys } from '#server/platform/database/tableCopy.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { carryEpoch, goesOnFrom, tablesId } from '#server/platform/epoch/carry.ts';
import * as repository from './repository.ts';

/*
 * All of it is one transaction: a move that is killed leaves an empty database. The caller notes where it goes just
 * before that takes effect, and a later run with that note finds out whether it did.
 */

/** Whether somebody is in the database at this address. Changes nothing there. */
export const holdsPeople = (databaseUrl: string): Promise<boolean> =>
  onOneConnection(databaseUrl, repository.hasPeople);

const inUse = (): StartupError =>
  new StartupError(
    'The database of DATABASE_URL is in use already. Set it to an empty one; nothing was changed in either.',
  );

/** Longer than PostgreSQL takes to end a move whose network was cut off. */
const PATIENCE = 180_000;

const held = (cause: unknown): StartupError =>
  new StartupError(
    'The rows were not moved: somebody else has had the tables of DATABASE_URL for too long. Nothing was changed. ' +
      'Stop what uses that database, or wait until a move that was cut off has ended there, and run it again.',
    { cause },
  );

/** What was moved. */
export interface Move {
  tables: number;
  rows: number;
  /** False: the move that was begun had done all of it. */
  copied: boolean;
}

export interface MoveOptions {
  /** The embedded database, which nobody uses, and its folder. */
  from: Kysely<Tables>;
  dataDir: string;
  /** `postgres://…` of a database that no server has used. */
  databaseUrl: string;
  /** The tables to which a move was begun that did not say that it ended. */
  begun: string | null;
  /** For the log: migrations that ran. */
  log: (message: string) => void;
  /** Hears what the move waits for. */
  tell: (text: string) => void;
  /** How long it waits for others that have the tables there, in milliseconds. */
  patience?: number;
  /** Called with the id of the tables there when all is copied and compared, just before it takes effect. */
  beforeCommit: (tables: string) => void;
}

async function moveWithin(tx: Transaction<Tables>, options: MoveOptions): Promise<Move> {
  const { from, dataDir, begun, tell, patience = PATIENCE, beforeCommit } = options;
  await repository.takeTables(tx, patience, () =>
    tell('Somebody else has the tables there: a server, or a move that was cut off and will be ended. Waiting …'),
  );
  const used = await repository.isUsed(tx);
  const id = await tablesId(tx);
  if (begun !== null && begun !== id)
    throw new StartupError(
      'A move to another database was begun, and did not say that it ended. ' +
        'Set DATABASE_URL to that one to find out. Only where it is gone, and no server ever ran there, ' +
        `remove ${movedNoteIn(dataDir)}.`,
    );
  const source = { db: from, schema: await schemaOf(from) };
  const target = { db: tx, schema: await schemaOf(tx) };
  // Ours alone: others may have theirs beside them.
  const tables = await tablesIn(from, source.schema);
  if (used) {
    if (begun !== null && (await goesOnFrom(from, tx))) return { tables: tables.length, rows: 0, copied: false };
    throw inUse();
  }
  await writeAsUsual(tx);
  await withoutForeignKeys(tx, target.schema, tables, async () => {
    for (const table of tables) await refill(tx, target.schema, table, () => copyRows(source, target, table));
  });
  await copySequences(source, { tx, schema: target.schema });
  const { rows, differ } = await compare(source, target, tables);
  if (differ.length > 0)
    throw new StartupError(
      `What arrived is not what was sent, in ${differ.join(', ')}. Nothing was changed. Please report it.`,
    );
  await carryEpoch(dataDir, from, tx);
  beforeCommit(id);
  return { tables: tables.length, rows, copied: true };
}

/**
 * Copies every row of a database that nobody uses to an empty one on a PostgreSQL server, and compares them. Throws
 * `StartupError`, with nothing changed there but its empty tables, where that one is in use or refuses something, and
 * says so where the connection was lost so late that it may have taken effect.
 */
export function moveDatabase(options: MoveOptions): Promise<Move> {
  let committing = false;
  const beforeCommit = (tables: string): void => {
    options.beforeCommit(tables);
    committing = true;
  };
  const work = async (db: Kysely<Tables>): Promise<Move> => {
    const { applied, pending } = await migrationState(db);
    // Of another build, and perhaps with servers of it: not ours to bring up to date.
    if (applied.length > 0 && pending.length > 0) throw inUse();
    await migrate(db, { log: options.log });
    const move = await db.transaction().execute((tx) => moveWithin(tx, { ...options, beforeCommit }));
    // It is there whatever comes now, and PostgreSQL looks at its rows by itself too.
    if (move.copied) await repository.analyze(db).catch(() => undefined);
    return move;
  };
  const explained = (error: unknown): never => {
    if (error instanceof StartupError || !(error instanceof Error)) throw error;
    if (isHeld(error)) throw held(error);
    throw new StartupError(
      committing
        ? `${error.message}. Whether the move took effect is not known: run npm run move again.`
        : `The rows were not moved: ${error.message}. Nothing was changed.`,
      { cause: error },
    );
  };
  return onOneConnection(options.databaseUrl, (db) => work(db).catch(explained), { toWrite: true });
}
