import { backupOptions } from '#server/platform/settings/backups.ts';
import { readEnv, type Env } from '#server/platform/settings/env.ts';
import { openDataFolder } from '#server/platform/settings/variables.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import type { Database, DatabaseLog } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { runCommand } from './runCommand.ts';

const QUIET: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Opens the database that the settings name, for as long as `work` takes. On the embedded one no server may run. Throws
 * `StartupError` where it cannot be opened, and whatever `work` throws.
 */
export async function withDatabase<Made>(
  env: Env,
  work: (database: Database) => Promise<Made>,
  log: DatabaseLog = QUIET,
): Promise<Made> {
  const database = await openDatabase({
    dataDir: env.databaseUrl === null ? openDataFolder(env.dataDir) : env.dataDir,
    databaseUrl: env.databaseUrl,
    backups: backupOptions(env),
    log,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Runs a command that asks or changes the database and says what came of it; without words it says how it is used. */
export const runDatabaseCommand = (
  usage: string,
  work: (words: readonly string[], database: Database, env: Env) => Promise<string>,
): Promise<void> =>
  runCommand(async (words) => {
    if (words.length === 0) throw new StartupError(usage);
    const env = readEnv(process.env);
    const said = await withDatabase(env, async (database) => {
      const text = await work(words, database, env);
      await database.durable();
      return text;
    });
    process.stdout.write(`${said}\n`);
  });
