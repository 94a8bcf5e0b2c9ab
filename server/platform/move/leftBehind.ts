import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { StartupError } from '#server/platform/base/errors.ts';
import { assertNotMoved, readMovedNote } from '#server/platform/database/movedNote.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { tablesId } from '#server/platform/epoch/carry.ts';
import * as repository from './repository.ts';

/**
 * Throws `StartupError` where a first start on PostgreSQL would begin anew beside a folder that holds everything: what
 * is filed there keeps the folder from being moved, and each lacks what is in the other. `db` is that of DATABASE_URL,
 * of which no server has said anything yet.
 */
export async function assertNothingLeftBehind(db: Kysely<Tables>, dataDir: string): Promise<void> {
  const note = readMovedNote(dataDir);
  const database = path.join(dataDir, 'database');
  if (note === null && !existsSync(path.join(database, 'PG_VERSION'))) return;
  const used = await repository.isUsed(db);
  // Only the move itself can have filled those: no server starts on them before.
  if (note?.done === false && !(used && (await tablesId(db)) === note.tables)) assertNotMoved(dataDir);
  if (used) return;
  throw new StartupError(
    note === null
      ? `${dataDir} holds a database, and that of DATABASE_URL is empty. Run npm run move, which takes it there; to ` +
          `begin anew, set DATA_DIR to another folder, or put ${database} elsewhere.`
      : `The database in ${dataDir} was moved to ${note.to}, and that of DATABASE_URL is another one, and empty. Set ` +
          'DATABASE_URL to where it went; to begin anew, set DATA_DIR to another folder.',
  );
}
