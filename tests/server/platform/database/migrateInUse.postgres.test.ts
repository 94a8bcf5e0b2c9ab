import { sql, type Kysely } from 'kysely';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { migrations } from '#server/migrations/migrations.ts';
import { addIndex } from '#server/platform/database/addIndex.ts';
import { aloneOn } from '#server/platform/database/alone.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Migrations, Step } from '#server/platform/database/migrateInUse.ts';
import { onOneConnection } from '#server/platform/database/postgres.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { startPostgres } from '#tests/support/postgres.ts';

const postgres = await startPostgres();
afterAll(() => postgres.stop());

type Db = Kysely<Tables>;
const plain = (up: Step['up']): Step => ({ up });
const INDEX = plain((db) => addIndex(db, 'people_by_name', sql`people (name)`));
const COLUMN = plain(async (db) => void (await sql`alter table people add column motto text`.execute(db)));

/** A database in use: what a start of a build with further steps does to it, and those who use it meanwhile. */
async function inUse() {
  const url = await postgres.createDatabase();
  const said: string[] = [];
  const start = (steps: Migrations, signal = new AbortController().signal): Promise<void> =>
    onOneConnection(
      url,
      (db) =>
        migrate(db, {
          inUse: { alone: aloneOn({ connectionString: url }), signal },
          log: (message) => said.push(message),
          migrations: { ...migrations, ...steps },
        }),
      { signal },
    );
  await start({});
  said.length = 0;
  /** Somebody whose transaction, begun with `work`, ends with the answer's being called. */
  const using = async (work: (db: Db) => Promise<unknown>): Promise<() => Promise<void>> => {
    let over = (): void => undefined;
    let whole: Promise<unknown> = Promise.resolve();
    await new Promise<void>((begun) => {
      const transaction = async (tx: Db): Promise<void> => {
        await work(tx);
        begun();
        await new Promise<void>((end) => (over = end));
      };
      whole = onOneConnection(url, (db) => db.transaction().execute(transaction));
    });
    const end = async (): Promise<void> => {
      over();
      await whole;
    };
    onTestFinished(end);
    return end;
  };
  const at = <T>(work: (db: Db) => Promise<T>): Promise<T> => onOneConnection(url, work);
  /** Until a statement that begins so waits for somebody. */
  const waits = (words: string): Promise<void> =>
    vi.waitFor(
      async () => {
        const { rows } = await at((db) =>
          sql`select 1 from pg_stat_activity where query like ${`${words}%`} and wait_event_type = 'Lock'`.execute(db),
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 20_000, interval: 50 },
    );
  const index = async (name: string): Promise<boolean | undefined> => {
    const { rows } = await at((db) =>
      sql<{ whole: boolean }>`
        select indisvalid as whole from pg_index where indexrelid = to_regclass(${name})`.execute(db),
    );
    return rows[0]?.whole;
  };
  const ask = (statement: string) => at((db) => sql.raw(statement).execute(db));
  return { start, said, using, at, ask, waits, index };
}

const insert = (id: string) => (db: Db) =>
  sql`insert into people (id, email, name, employee_code, roles, created_at, updated_at)
      values (${id}, ${`${id}@company.example`}, 'A', ${id}, '{}', 1, 1)`.execute(db);
/** Gives up where it would have to wait for two seconds: whoever waits longer is refused by what stands around this. */
const within = (work: (db: Db) => Promise<unknown>) => (db: Db) =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx);
    return work(tx);
  });

describe('a database that others use is brought up to date', () => {
  it('an index is made ahead while others write, however long it takes', async () => {
    const { start, said, using, at, waits, index } = await inUse();
    const end = await using(insert('writes'));
    const started = start({ '9000_index': { ...INDEX, ahead: true } });
    await waits('create index');
    await at(within(insert('meanwhile')));
    expect(await index('people_by_name')).not.toBe(true);
    await end();
    await started;
    expect(await index('people_by_name')).toBe(true);
    expect(said).toEqual(['Migrated the database: 9000_index']);
  });

  it('one that was cut off is made anew', async () => {
    const { start, using, at, waits, index } = await inUse();
    const end = await using(insert('writes'));
    const steps = { '9000_index': { ...INDEX, ahead: true } } as const;
    const started = start(steps);
    await waits('create index');
    const cancel = sql`
      select pg_cancel_backend(pid) from pg_stat_activity where query like 'create index%' and pid <> pg_backend_pid()`;
    await Promise.all([expect(started).rejects.toThrow(/canceling statement/), at((db) => cancel.execute(db))]);
    expect(await index('people_by_name')).toBe(false);
    await end();
    await start(steps);
    expect(await index('people_by_name')).toBe(true);
  });

  it('a change that must have a table alone lets others pass before it, and comes to its turn', async () => {
    const { start, said, using, at, waits } = await inUse();
    const end = await using((db) => sql`select count(*) from people`.execute(db));
    let there = false;
    const started = start({ '9000_column': COLUMN }).then(() => (there = true));
    for (const id of ['one', 'two']) {
      await waits('alter table people');
      await at(within(insert(id)));
    }
    expect(there).toBe(false);
    await end();
    await started;
    expect(said).toEqual(['The database is in use: 9000_column waits for it.', 'Migrated the database: 9000_column']);
  });

  it('servers that start together wait for each other, also while an index is made', async () => {
    const { start, said, using, waits, index } = await inUse();
    const end = await using(insert('writes'));
    const steps = { '9000_index': { ...INDEX, ahead: true }, '9001_column': COLUMN } as const;
    const started = [1, 2, 3].map(() => start(steps));
    await waits('create index');
    await vi.waitFor(() => expect(said.filter((words) => words.startsWith('Another server'))).toHaveLength(2), 20_000);
    await end();
    await Promise.all(started);
    expect(await index('people_by_name')).toBe(true);
    expect(said.filter((words) => words.startsWith('Migrated'))).toEqual([
      'Migrated the database: 9000_index',
      'Migrated the database: 9001_column',
    ]);
  });

  it('a step that fails leaves those before it in its transaction undone, and what ran before that done', async () => {
    const { start, at } = await inUse();
    const fails = plain(() => Promise.reject(new Error('No room')));
    const steps = { '9000_column': COLUMN, '9001_index': { ...INDEX, ahead: true }, '9002_fails': fails } as const;
    await expect(start(steps)).rejects.toThrow('No room');
    const { rows } = await at((db) =>
      sql<{ name: string }>`select name from kysely_migration where name > '9'`.execute(db),
    );
    expect(rows.map(({ name }) => name)).toEqual(['9000_column']);
  });

  it('what is only noted by then holds nobody up, and waits for nobody', async () => {
    const { start, using, ask, index } = await inUse();
    await ask('create index people_by_name on people (name)');
    await using(insert('writes'));
    await start({ '9000_index': { ...INDEX, ahead: true } });
    expect(await index('people_by_name')).toBe(true);
  });

  it('limits of the role end nothing', async () => {
    const { start, using, ask, waits, index } = await inUse();
    const database = (await ask('select current_database() as name')).rows[0] as { name: string };
    for (const limit of ['lock_timeout', 'statement_timeout'])
      await ask(`alter database ${database.name} set ${limit} = '300ms'`);
    const end = await using(insert('writes'));
    const started = start({ '9000_index': { ...INDEX, ahead: true } });
    await waits('create index');
    await new Promise((done) => setTimeout(done, 600));
    await end();
    await started;
    expect(await index('people_by_name')).toBe(true);
  });

  it('a start whose lock is lost leaves the rest to the one that waited, with one whole index', async () => {
    const { start, said, using, ask, waits, index } = await inUse();
    const steps = { '9000_index': { ...INDEX, ahead: true }, '9001_column': COLUMN } as const;
    const end = await using(insert('writes'));
    const first = start(steps);
    await waits('create index');
    const second = start(steps);
    await vi.waitFor(() => expect(said).toHaveLength(1), 20_000);
    await ask(`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'select pg_try_advisory_xact_lock%' and state = 'idle in transaction'`);
    // It has the lock by now, and waits for what is being made.
    await new Promise((done) => setTimeout(done, 1_000));
    await end();
    await Promise.all([expect(first).rejects.toMatchObject({ code: '08006' }), second]);
    expect(await index('people_by_name')).toBe(true);
    expect(said.filter((words) => words.startsWith('Migrated'))).toEqual([
      'Migrated the database: 9000_index',
      'Migrated the database: 9001_column',
    ]);
  });

  it.each(['its turn', 'a table', 'an index'])(
    'a start that is told to end does so while it waits for %s',
    async (what) => {
      const { start, said, using, waits } = await inUse();
      await using(insert('writes'));
      const told = new AbortController();
      const index = { '9000_index': { ...INDEX, ahead: true } } as const;
      if (what === 'its turn') void start(index, told.signal).catch(() => undefined);
      if (what === 'its turn') await waits('create index');
      const started = start(what === 'a table' ? { '9000_column': COLUMN } : index, told.signal);
      await (what === 'an index' ? waits('create index') : vi.waitFor(() => expect(said).toHaveLength(1), 20_000));
      told.abort();
      await expect(started).rejects.toThrow();
    },
  );
});
