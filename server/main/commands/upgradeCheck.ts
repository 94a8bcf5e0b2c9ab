import { resolve } from 'node:path';
import { assertInstallationKind } from '#server/platform/database/installation.ts';
import { rehearseOnFolder } from '#server/platform/database/embeddedCopy.ts';
import type { Rehearsal, RehearsalOptions } from '#server/platform/database/rehearsal.ts';
import { rehearseOnPostgres } from '#server/platform/database/schemaCopy.ts';
import { assertSecretsOpen } from '#server/platform/secrets/repository.ts';
import { assertSecretsKey, readEnv, type Env } from '#server/platform/settings/env.ts';
import { settleTimeZone } from '#server/modules/organisation/index.ts';
import { runCommand } from '../runCommand.ts';

/**
 * `npm run upgrade:check`: rehearses what a start of this build does to the database that the settings name, on a copy.
 * Ends with 1 when the start would be refused.
 */

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (millis: number): string => `${(millis / 1_000).toFixed(1)} s`;
const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en-IN')} MB`;

interface Outcome {
  /** What was rehearsed on. */
  on: string;
  /** What keeps the data of before, should the upgrade be regretted. */
  backup: string;
  rehearsal: Rehearsal;
}

async function rehearseFor(env: Env, options: RehearsalOptions): Promise<Outcome> {
  if (env.databaseUrl !== null) {
    const { copy, rehearsal } = await rehearseOnPostgres(env.databaseUrl, options);
    return {
      rehearsal,
      on: `a copy of the database (${megabytes(copy.bytes)}, copied in ${seconds(copy.millis)})`,
      backup: 'Make a backup with the tools of PostgreSQL before the start: the server makes none there.',
    };
  }
  const dataDir = resolve(env.dataDir);
  const { copy, rehearsal } = await rehearseOnFolder(dataDir, { ...options, keys: env.backupKeys });
  const size = `(${megabytes(copy.bytes)}, copied in ${seconds(copy.millis)})`;
  return {
    rehearsal,
    on:
      copy.backup === null
        ? `a copy of ${dataDir} ${size}`
        : `a copy of the backup ${copy.backup} ${size}, because a server uses ${dataDir}`,
    backup: 'The start makes a backup before it changes the database.',
  };
}

function report({ on, backup, rehearsal: { ran, refused } }: Outcome): void {
  say(`Rehearsed on ${on}. Nothing was changed.`);
  const width = Math.max(...ran.map(({ name }) => name.length));
  for (const { name, millis } of ran) say(`  ${name.padEnd(width)}  ${seconds(millis)}`);
  if (refused !== null) {
    say(`A start of this build would be refused${refused.name === null ? '' : ` at ${refused.name}`}:`);
    say(`  ${refused.reason}`);
    say('Go on with the build that runs.');
    return;
  }
  const total = ran.reduce((sum, { millis }) => sum + millis, 0);
  const count = ran.length === 1 ? '1 migration' : `${ran.length} migrations`;
  say(
    ran.length === 0
      ? 'There is nothing to migrate, and this build would start.'
      : `${count} would run, in ${seconds(total)}, and this build would start. ${backup}`,
  );
}

async function main(): Promise<void> {
  const env = readEnv(process.env);
  assertSecretsKey(env);
  const outcome = await rehearseFor(env, {
    check: async (db) => {
      const dataDir = env.databaseUrl === null ? env.dataDir : null;
      await assertInstallationKind(db, { demo: env.demo, dataDir, now: Date.now() });
      await settleTimeZone(db, env);
      await assertSecretsOpen({ db, keys: env.secretsKeys });
    },
  });
  report(outcome);
  if (outcome.rehearsal.refused !== null) process.exitCode = 1;
}

await runCommand(main);
