import { resolve } from 'node:path';
import { listBackups, type BackupInfo } from '#server/platform/database/backup.ts';
import { restoreBackup } from '#server/platform/database/restore.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { SettingError } from '#server/platform/settings/variables.ts';
import { StartupError } from '#server/platform/base/errors.ts';

/**
 * `npm run restore`: lists the backups of the embedded database; `npm run restore -- <name>` (or `latest`) puts one
 * back.
 */

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function lineOf({ name, counts }: BackupInfo): string {
  const { people = 0, claims = 0 } = counts;
  return `  ${name}  ${String(claims).padStart(8)} claims of ${people} people`;
}

async function main(name: string | undefined): Promise<void> {
  const env = readEnv(process.env);
  if (env.databaseUrl !== null)
    throw new StartupError(
      'DATABASE_URL names a PostgreSQL server. Restore that one with its own tools; ' +
        'this command is for the embedded database.',
    );
  const dataDir = resolve(env.dataDir);
  const backups = await listBackups(dataDir);
  if (backups.length === 0)
    throw new StartupError(`There are no backups in ${dataDir}. Set DATA_DIR to the folder of the server.`);
  if (name === undefined) {
    say(
      `Backups in ${dataDir}, newest first:\n${backups.map(lineOf).join('\n')}\n\n` +
        `Stop the server, then: npm run restore -- ${backups[0]?.name}`,
    );
    return;
  }
  const chosen = name === 'latest' ? (backups[0]?.name ?? '') : name;
  const { backup, aside } = await restoreBackup(dataDir, chosen, Date.now());
  say(
    `Restored:\n${lineOf(backup)}${aside === null ? '' : `\nWhat was there is kept in ${aside}`}\n` +
      'Start the server. Phones send again by themselves what they were told was saved and this backup lacks.',
  );
}

try {
  await main(process.argv[2]);
} catch (error) {
  const expected = error instanceof StartupError || error instanceof SettingError;
  process.stderr.write(
    `${expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}
