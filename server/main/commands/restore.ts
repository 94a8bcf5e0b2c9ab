import { resolve } from 'node:path';
import { listBackups, type BackupInfo } from '#server/platform/database/backups/backup.ts';
import { fetched } from '#server/platform/database/backups/keeper.ts';
import { restoreBackup } from '#server/platform/database/backups/restore.ts';
import { backupOptions } from '#server/platform/settings/backups.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { openDataFolder } from '#server/platform/settings/variables.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { runCommand } from '../runCommand.ts';

/**
 * `npm run restore`: lists the backups of the embedded database; `npm run restore -- <name>` (or `latest`) puts one
 * back.
 */

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function lineOf({ name, counts, keyId }: BackupInfo): string {
  const { people = 0, claims = 0 } = counts;
  const sealed = keyId === null ? '' : `, encrypted by key ${keyId}`;
  return `  ${name}  ${String(claims).padStart(8)} claims of ${people} people${sealed}`;
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
  const { away, keys } = backupOptions(env);
  const here = new Map(backups.map((backup) => [backup.name, lineOf(backup)]));
  const elsewhere = ((await away?.list()) ?? []).filter((one) => !here.has(one));
  const all = [...here.keys(), ...elsewhere].toSorted().toReversed();
  const [latest] = all;
  if (latest === undefined)
    throw new StartupError(`There are no backups in ${dataDir}. Set DATA_DIR to the folder of the server.`);
  if (name === undefined) {
    const lines = all.map((one) => here.get(one) ?? `  ${one}  in BACKUP_URL`);
    say(
      `Backups in ${dataDir}, newest first:\n${lines.join('\n')}\n\n` +
        `Stop the server, then: npm run restore -- ${latest}`,
    );
    return;
  }
  const chosen = name === 'latest' ? latest : name;
  if (away && elsewhere.includes(chosen)) await fetched(away, openDataFolder(dataDir), chosen);
  const { backup, aside } = await restoreBackup(dataDir, chosen, Date.now(), keys);
  say(
    `Restored:\n${lineOf(backup)}${aside === null ? '' : `\nWhat was there is kept in ${aside}`}\n` +
      'Start the server. Phones send again by themselves what they were told was saved and this backup lacks.',
  );
}

await runCommand(([name]) => main(name));
