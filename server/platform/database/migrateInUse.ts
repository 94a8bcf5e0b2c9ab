import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Alone } from './alone.ts';
import type { Tables } from './tables.ts';

/** `ahead`: is run before its transaction too, without one, so that it holds nobody up; it can be run again. */
export type Step = Migration & { ahead?: true };
export type Migrations = Readonly<Record<string, Step>>;

/** Whoever uses a table waits behind a change that waits for it, and no longer than that waits. */
const LOCK_WAIT = '1s';
/** With the pauses between them, ten minutes at least. */
const TRIES = 400;
const [SHORT, LONG] = [500, 1_500];

/** Pending ones by transactions: each that is run ahead begins another. */
function groupsOf(pending: readonly string[], migrations: Migrations): string[][] {
  const groups: string[][] = [];
  for (const name of pending) {
    const last = groups.at(-1);
    if (last && migrations[name]?.ahead !== true) last.push(name);
    else groups.push([name]);
  }
  return groups;
}

/** The same steps, none of which waits for a lock for longer than others may wait behind it. */
export const impatient = (migrations: Migrations): Migrations =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, step]) => [
      name,
      {
        ...step,
        up: async (db) => {
          await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(db);
          await step.up(db);
        },
      } satisfies Step,
    ]),
  );

const locked = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

/**
 * Brings a database up to date that others use meanwhile: nobody waits for it longer than a second. `upTo` runs what is
 * pending up to a name in one transaction; where a table stays in use it is tried again, with nothing changed.
 */
export async function migrateInUse(
  db: Kysely<Tables>,
  pending: readonly string[],
  {
    migrations,
    log,
    upTo,
  }: {
    migrations: Migrations;
    log: (message: string) => void;
    upTo: (name: string) => Promise<void>;
  },
): Promise<void> {
  for (const group of groupsOf(pending, migrations)) {
    const [first = '', last = first] = [group[0], group.at(-1)];
    const step = migrations[first];
    if (step?.ahead === true) await step.up(db);
    for (let tries = 1; ; tries += 1) {
      try {
        await upTo(last);
        break;
      } catch (error) {
        if (!locked(error) || tries === TRIES) throw error;
        if (tries === 1) log(`The database is in use: ${last} waits for it.`);
        await pause(SHORT + Math.random() * (LONG - SHORT));
      }
    }
  }
}

/** Runs `work` once no other server changes the tables of this database. */
export async function whenAlone(
  alone: Alone,
  log: (message: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  for (let said = false; ; said = true) {
    if ((await alone('migrations', async () => (await work(), true))) === true) return;
    if (!said) log('Another server changes the tables: this one waits for it.');
    await pause(SHORT);
  }
}
