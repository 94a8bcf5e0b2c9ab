import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { MAX_IMPORT_BYTES } from '#contract/limits.ts';
import { dayOf } from '#domain/dates.ts';
import { planSize, type ImportOptions, type ImportPlan } from '#domain/peopleImport.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readEnv, type Env } from '#server/platform/settings/env.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { inSmallHeap } from '#server/platform/base/smallHeap.ts';
import { readers } from '#server/platform/readers/pool.ts';
import { applyImport, planFor, readPeopleFile, type PeopleFile } from '#server/modules/directory/index.ts';
import { personByEmail } from '#server/modules/people/index.ts';
import { timeZoneIn } from '#server/modules/organisation/index.ts';
import { withDatabase } from '../commandDatabase.ts';
import { runCommand } from '../runCommand.ts';

/**
 * `npm run import:people -- people.csv`: takes a file of people into the directory of the database that the settings
 * name (ORG-23).
 */

const USAGE = `npm run import:people -- <people.csv or .xlsx> [--apply --as admin@company] [--missing-leave] [--sure]

Without --apply it only says what it would do. --as names the organisation admin who does it. --missing-leave lets those
leave who came by a file and are not in this one; --sure is needed when they are more than a tenth of all people.`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const number = (value: number): string => value.toLocaleString('en-IN');
const sizeWords = (count: number): string => `${number(count)} ${count === 1 ? 'person' : 'people'}`;

interface Asked extends ImportOptions {
  file: string;
  apply: boolean;
  as: string | undefined;
}

/** Null: it was asked for help, or not understood. */
function askedOf(args: readonly string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        as: { type: 'string' },
        apply: { type: 'boolean', default: false },
        'missing-leave': { type: 'boolean', default: false },
        sure: { type: 'boolean', default: false },
      },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return null;
    const { as, apply, sure, 'missing-leave': missingLeave } = values;
    return { file, as, apply, sure, missingLeave };
  } catch {
    return null;
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > MAX_IMPORT_BYTES) throw new StartupError(`${file} is larger than ${MAX_IMPORT_BYTES / 1_048_576} MB.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(
      code === 'ENOENT' ? `There is no file ${file}.` : `The file ${file} cannot be read (${code}).`,
    );
  }
}

function sayPlan(plan: ImportPlan, { passedOver }: PeopleFile): void {
  if (passedOver.length > 0) say(`Columns passed over: ${passedOver.join(', ')}`);
  const counts = { New: plan.added.length, Changed: plan.changed.length, Unchanged: plan.unchanged };
  for (const [word, count] of Object.entries(counts)) say(`${word}: ${number(count)}`);
  if (plan.taken.length > 0) say(`Kept by the file from now on: ${number(plan.taken.length)}`);
  say(`Leaving: ${number(plan.leaving.length)}`);
  say(`Refused: ${number(plan.refused.length)}`);
  for (const { line, name, reason } of plan.refused)
    say(`  ${line === null ? 'leaving' : `line ${line}`}, ${name === '' ? 'no name' : name}: ${reason}`);
}

async function adminOf(database: Database, as: string | undefined): Promise<string> {
  if (as === undefined) throw new StartupError('--apply needs --as with the e-mail address of an organisation admin.');
  const person = await personByEmail(database.db, as);
  if (!person || person.disabled || !mayManageOrganisation(person).ok)
    throw new StartupError(`${as} is no organisation admin at work.`);
  return person.id;
}

/** Does what was asked for; true when nothing was refused. */
async function execute(database: Database, env: Env, asked: Asked): Promise<boolean> {
  const admin = asked.apply ? await adminOf(database, asked.as) : '';
  const file = await readPeopleFile(await bytesOf(asked.file));
  // What the thread read with is given back before the directory is read.
  await readers().close();
  const { missingLeave, sure } = asked;
  if (!asked.apply) {
    const { plan } = await planFor(database.db, file, { missingLeave, sure });
    sayPlan(plan, file);
    if (plan.stop !== null) say(plan.stop);
    say('Nothing was changed. Add --apply to carry it out.');
    return plan.refused.length === 0;
  }
  const now = Date.now();
  const doer = { now, origin: 'npm run import:people', key: null, actor: { id: admin } };
  const today = dayOf(now, await timeZoneIn(database.db, env));
  const { plan } = await applyImport(database, doer, file, { missingLeave, sure, today });
  sayPlan(plan, file);
  say(`Done: ${sizeWords(planSize(plan))}, ${((Date.now() - now) / 1_000).toFixed(1)} s.`);
  return plan.refused.length === 0;
}

async function main(args: readonly string[]): Promise<void> {
  const asked = askedOf(args);
  if (asked === null) {
    say(USAGE);
    process.exitCode = args.length === 0 ? 0 : 1;
    return;
  }
  const env = readEnv(process.env);
  const warn = (message: string): void => void process.stderr.write(`${message}\n`);
  await withDatabase(
    env,
    async (database) => {
      if (!(await inSmallHeap(() => execute(database, env, asked)))) process.exitCode = 1;
    },
    { info: () => undefined, warn, error: warn },
  );
}

await runCommand(main);
