import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import { codeOf } from '#server/platform/base/errors.ts';
import type { Alone } from './alone.ts';
import type { Tables } from './tables.ts';

/** `ahead`: is run without a transaction where others use the database, and can be run again where it was cut off. */
export type Step = Migration & { ahead?: true };
export type Migrations = Readonly<Record<string, Step>>;

/** How one server of several changes the tables of a database that others use. */
export interface InUse {
  alone: Alone;
  /** Ends the wait for others; what is under way ends with its connection. */
  signal: AbortSignal;
}

/** With the pauses between them, ten minutes at least. */
const TRIES = 400;
const [SHORT, LONG] = [500, 1_500];
/** What is left for a lock where those before it took all the time there is. */
const LEAST = 100;
/** By which Kysely's migrator, in builds of before, keeps others from the tables. */
const MIGRATOR = 3_853_314_791_062_309_107n;

/** Somebody has what it needs: it did not wait for longer, or each waited for the other. */
export const isHeld = (error: unknown): boolean => ['55P03', '40P01'].includes(codeOf(error));
const held = (): Error => Object.assign(new Error('Another server changes the tables'), { code: '55P03' });
/** Of the kind that a start waits for. */
const lost = (): Error =>
  Object.assign(new Error('The connection that keeps others from the tables was lost'), { code: '08006' });

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

/**
 * Whoever uses a table waits behind a change that waits for it. So all that wait for locks here wait little longer than
 * PostgreSQL takes to end an autovacuum that is in somebody's way, which is a second by itself.
 */
async function waitFor(tx: Transaction<Tables>, begun: number): Promise<void> {
  await sql`
    select set_config('lock_timeout', greatest(${LEAST}::bigint,
      (select setting::bigint + 200 from pg_settings where name = 'deadlock_timeout')
      - ${Math.round(performance.now() - begun)}::bigint) || 'ms', true)`.execute(tx);
}

/** Runs these steps in one transaction and notes them; what was run ahead is only noted. */
const together = (db: Kysely<Tables>, group: readonly string[], migrations: Migrations): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${MIGRATOR.toString()}::bigint) as mine`.execute(tx);
    if (rows[0]?.mine !== true) throw held();
    const begun = performance.now();
    for (const name of group) {
      await waitFor(tx, begun);
      if (migrations[name]?.ahead !== true) await migrations[name]?.up(tx);
      await sql`
        insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(tx);
    }
  });

/** Runs `work` until nobody else has what it needs. Throws what else is wrong, and as the signal says. */
async function untilFree(signal: AbortSignal, said: () => void, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isHeld(error) || tries === TRIES) throw error;
      if (tries === 1) said();
      await pause(SHORT + Math.random() * (LONG - SHORT), undefined, { signal });
    }
  }
}

/**
 * Brings a database up to date that others use meanwhile: nobody waits for it for much longer than a second. Where a
 * table stays in use a transaction is tried again, with nothing changed.
 */
async function migrateInUse(
  db: Kysely<Tables>,
  pending: readonly string[],
  {
    migrations,
    log,
    signal,
    still,
  }: {
    migrations: Migrations;
    log: (message: string) => void;
    signal: AbortSignal;
    still: () => Promise<boolean>;
  },
): Promise<void> {
  for (const group of groupsOf(pending, migrations)) {
    const [first = '', last = first] = [group[0], group.at(-1)];
    const ahead = migrations[first]?.ahead === true ? migrations[first] : null;
    const waits = (name: string) => (): void => log(`The database is in use: ${name} waits for it.`);
    if (ahead) await untilFree(signal, waits(first), () => ahead.up(db));
    await untilFree(signal, waits(last), async () => {
      // Another may have begun meanwhile, and what is noted is never looked at again.
      if (!(await still())) throw lost();
      await together(db, group, migrations);
    });
    for (const name of group) log(`Migrated the database: ${name}`);
  }
}

/**
 * Runs what is pending by then once no other server changes the tables of this database. `pending` answers null for an
 * empty one, which `make` makes as a whole.
 */
export async function migrateAlone(
  db: Kysely<Tables>,
  { alone, signal }: InUse,
  {
    migrations,
    log,
    pending,
    make,
  }: {
    migrations: Migrations;
    log: (message: string) => void;
    pending: () => Promise<readonly string[] | null>;
    make: () => Promise<void>;
  },
): Promise<void> {
  for (let said = false; ; said = true) {
    signal.throwIfAborted();
    const done = await alone('migrations', async (still) => {
      const names = await pending();
      await (names === null ? make() : migrateInUse(db, names, { migrations, log, signal, still }));
      return true;
    });
    if (done === true) return;
    if (!said) log('Another server changes the tables: this one waits for it.');
    await pause(SHORT, undefined, { signal });
  }
}
