import { parseArgs } from 'node:util';
import { dayOf } from '#domain/dates.ts';
import { parseSetup } from '#domain/organisation.ts';
import { openDataFolder, SettingError } from '#server/platform/settings/variables.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { transact } from '#server/platform/database/transact.ts';
import { backupOptions } from '#server/platform/settings/backups.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { Refusal, StartupError } from '#server/platform/base/errors.ts';
import { makeFirstAdmin } from '#server/modules/setup/index.ts';
import { readOrganisation } from '#server/modules/organisation/index.ts';

/**
 * `npm run setup`: makes the first organisation admin, in the database that the settings name. On the embedded one,
 * stop the server first.
 */

const USAGE = `npm run setup -- --admin name@company --name "Full Name" [--code E1] [--organisation "Company"]

Makes the first organisation admin, who puts in everybody else. Only while there is none.`;

const options = {
  admin: { type: 'string' },
  name: { type: 'string' },
  code: { type: 'string', default: 'ADMIN' },
  organisation: { type: 'string' },
} as const;

async function main(args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options });
  if (values.admin === undefined) throw new StartupError(USAGE);
  const env = readEnv(process.env);
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const database = await openDatabase({
    dataDir: env.databaseUrl === null ? openDataFolder(env.dataDir) : env.dataDir,
    databaseUrl: env.databaseUrl,
    backups: backupOptions(env),
    log: quiet,
  });
  try {
    const now = Date.now();
    const { name: present } = await readOrganisation(database.db);
    const said = {
      organisation: values.organisation ?? present,
      name: values.name ?? values.admin.split('@')[0],
      email: values.admin,
      employeeCode: values.code,
    };
    const parsed = parseSetup(said);
    if (!parsed.ok) throw new StartupError(`${parsed.message}.\n\n${USAGE}`);
    await transact(database.db, (tx) => makeFirstAdmin(tx, { ...parsed.value, now, origin: 'npm run setup' }));
    await database.durable();
    return `${parsed.value.admin.email} is organisation admin since ${dayOf(now, env.timeZone)}.`;
  } finally {
    await database.close();
  }
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`);
} catch (error) {
  const expected = error instanceof StartupError || error instanceof SettingError || error instanceof Refusal;
  process.stderr.write(
    `${expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}
