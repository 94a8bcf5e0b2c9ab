import { openDataFolder } from '#server/platform/settings/variables.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { backupOptions } from '#server/platform/settings/backups.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { gstKeysCommand, GST_KEYS_USAGE } from '#server/modules/gst/index.ts';
import { runCommand } from '../runCommand.ts';

/**
 * `npm run gst:keys`: the keys of GST e-invoices, in the database that the settings name. On the embedded one, stop the
 * server first.
 */

async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0) throw new StartupError(GST_KEYS_USAGE);
  const env = readEnv(process.env);
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const database = await openDatabase({
    dataDir: openDataFolder(env.dataDir),
    databaseUrl: env.databaseUrl,
    backups: backupOptions(env),
    log: quiet,
  });
  try {
    const said = await gstKeysCommand(args, database, Date.now());
    await database.durable();
    process.stdout.write(`${said}\n`);
  } finally {
    await database.close();
  }
}

await runCommand(main);
