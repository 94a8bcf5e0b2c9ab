import type { BackupOptions } from './backups/keeper.ts';
import type { Database, DatabaseLog } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { assertNotMoved } from './movedNote.ts';
import { openPostgres } from './postgres.ts';
import type { WaitForServer } from './waitForServer.ts';

export type { Database } from './database.ts';

/*
 * The embedded database runs in a thread whose file is an entry point of its own, beside the server's file: see
 * scripts/lib/serverBundle.mjs. PGlite is left out of the bundle, as it finds its WebAssembly beside its own files.
 */

export interface OpenOptions {
  /** Folder of the embedded database. */
  dataDir: string;
  /** `postgres://…`: use this server and not the embedded database. */
  databaseUrl?: string | null | undefined;
  log: DatabaseLog;
  /** Waits for a PostgreSQL server that is away or only reads, as a start of ours does; without it that is an error. */
  wait?: WaitForServer | undefined;
  /** Of the embedded database; a server's own tools make those of PostgreSQL. */
  backups?: BackupOptions | undefined;
  /** The disk failed in a way that only a new start can help; by default the process ends with code 1. */
  onFatal?: ((error: Error) => void) | undefined;
}

function endProcess(error: Error): void {
  process.stderr.write(`${error.message} The server stops, so that nothing is acknowledged that is not on the disk.\n`);
  process.exit(1);
}

/** Opens the database and brings it up to this version. Throws `StartupError` with a message for people. */
export function openDatabase(options: OpenOptions): Promise<Database> {
  const { dataDir, databaseUrl, log, wait, backups, onFatal = endProcess } = options;
  if (databaseUrl) return openPostgres(databaseUrl, log, wait);
  return openEmbedded({ dataDir, log, backups, onFatal, mayOpen: () => assertNotMoved(dataDir) });
}
