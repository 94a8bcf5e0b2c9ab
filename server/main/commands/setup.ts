import { parseArgs } from 'node:util';
import { dayOf } from '#domain/dates.ts';
import { parseSetup, SIGN_IN_LINK_MINUTES } from '#domain/organisation.ts';
import { decideKind } from '#server/platform/database/installation.ts';
import { transact } from '#server/platform/database/transact.ts';
import { addressOf, readEnv } from '#server/platform/settings/env.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { issueSignInSecret, makeFirstAdmin } from '#server/modules/setup/index.ts';
import { readOrganisation, timeZoneIn } from '#server/modules/organisation/index.ts';
import { withDatabase } from '../commandDatabase.ts';
import { runCommand } from '../runCommand.ts';

/**
 * `npm run setup`: makes the first organisation admin, or a link that signs one in, in the database that the settings
 * name. On the embedded one, stop the server first.
 */

const USAGE = `npm run setup -- --admin name@company --name "Full Name" [--code E1] [--organisation "Company"]
               [--time-zone Area/City]

Makes the first organisation admin, who puts in everybody else. Only while there is none.

npm run setup -- --sign-in name@company

Prints a link that signs an organisation admin in, once, within ${SIGN_IN_LINK_MINUTES} minutes: for when no way of
signing in works.`;

const options = {
  admin: { type: 'string' },
  name: { type: 'string' },
  code: { type: 'string', default: 'ADMIN' },
  organisation: { type: 'string' },
  'time-zone': { type: 'string' },
  'sign-in': { type: 'string' },
} as const;

async function main(args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options });
  const signIn = values['sign-in'];
  if (values.admin === undefined && signIn === undefined) throw new StartupError(USAGE);
  const env = readEnv(process.env);
  return withDatabase(env, async (database) => {
    const now = Date.now();
    if (signIn !== undefined) {
      const secret = await issueSignInSecret(database, signIn, now);
      return `Open this within ${SIGN_IN_LINK_MINUTES} minutes, once:\n${addressOf(env)}/setup#sign-in=${secret}`;
    }
    // It keeps the time zone from before the first start on.
    await decideKind(database.db, { demo: false, now });
    const { name: present } = await readOrganisation(database.db);
    const email = values.admin ?? '';
    const said = {
      organisation: values.organisation ?? present,
      name: values.name ?? email.split('@')[0],
      email,
      employeeCode: values.code,
      timeZone: values['time-zone'],
    };
    const parsed = parseSetup(said);
    if (!parsed.ok) throw new StartupError(`${parsed.message}.\n\n${USAGE}`);
    await transact(database.db, (tx) => makeFirstAdmin(tx, env, { ...parsed.value, now, origin: 'npm run setup' }));
    await database.durable();
    return `${parsed.value.admin.email} is organisation admin since ${dayOf(now, await timeZoneIn(database.db, env))}.`;
  });
}

await runCommand(async (words) => process.stdout.write(`${await main(words)}\n`));
