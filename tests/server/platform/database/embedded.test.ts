import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listBackups } from '#server/platform/database/backups/backup.ts';
import { openEmbedded, type EmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { restoreBackup } from '#server/platform/database/backups/restore.ts';
import { DATABASE_RESERVE } from '#server/platform/base/storageSpace.ts';
import { makeDataDirs, quietLog, type DataDirs } from '#tests/support/dataDir.ts';

let dataDirs: DataDirs;
beforeAll(async () => {
  dataDirs = await makeDataDirs();
});
afterAll(() => dataDirs.remove());

const opened: EmbeddedDatabase[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

async function open(
  dataDir: string,
  options: { free?: () => Promise<number>; errors?: string[] } = {},
): Promise<EmbeddedDatabase> {
  const log = { ...quietLog, error: (message: string) => void options.errors?.push(message) };
  const database = await openEmbedded({
    dataDir,
    log,
    onFatal: (error) => {
      throw error;
    },
    free: options.free,
  });
  opened.push(database);
  return database;
}

async function close(database: EmbeddedDatabase): Promise<void> {
  opened.splice(opened.indexOf(database), 1);
  await database.close();
}

const addPerson = (database: EmbeddedDatabase, id: string) =>
  sql`
    insert into people (id, email, name, employee_code, created_at, updated_at)
    values (${id}, ${`${id}@example.in`}, ${id}, ${id}, 1, 1)`.execute(database.db);
const people = async (database: EmbeddedDatabase) =>
  (await sql<{ id: string }>`select id from people order by id`.execute(database.db)).rows.map((row) => row.id);
const show = async (database: EmbeddedDatabase, name: string) =>
  (await sql<{ setting: string }>`select current_setting(${name}) as setting`.execute(database.db)).rows[0]?.setting;

describe('the embedded database', () => {
  it('D1: runs with every protection of PostgreSQL on', async () => {
    const database = await open(dataDirs.fresh());
    expect(
      await Promise.all(
        ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'zero_damaged_pages'].map((name) =>
          show(database, name),
        ),
      ),
    ).toEqual(['on', 'on', 'on', 'on', 'off']);
  });

  it('gives 64-bit numbers and sums as numbers, and errors their code', async () => {
    const database = await open(dataDirs.fresh());
    const { rows } =
      await sql`select 9007199254740991::int8 as most, sum(x::int8) as total from (values (1), (2)) as t (x)`.execute(
        database.db,
      );
    expect(rows).toEqual([{ most: 9007199254740991, total: 3 }]);
    await addPerson(database, 'p1');
    await expect(addPerson(database, 'p1')).rejects.toMatchObject({ code: '23505', constraint: 'people_pkey' });
    expect(await people(database)).toEqual(['p1']);
  });

  it('undoes what a broken transaction did and goes on', async () => {
    const database = await open(dataDirs.fresh());
    const broken = database.db.transaction().execute(async (tx) => {
      await sql`insert into secrets values ('a', 'b')`.execute(tx);
      await sql`select 1 / ${0}::int`.execute(tx);
    });
    await expect(broken).rejects.toMatchObject({ code: '22012' });
    expect((await sql`select * from secrets`.execute(database.db)).rows).toEqual([]);
  });

  it('leaves the thread of the requests free while a statement runs', async () => {
    const database = await open(dataDirs.fresh());
    let turns = 0;
    const count = setInterval(() => turns++, 1);
    await sql`select count(*) from generate_series(1, 3000000)`.execute(database.db);
    clearInterval(count);
    expect(turns).toBeGreaterThan(10);
  });

  it('X45, D4: refuses changes and still reads while the disk is nearly full, recovers with the space', async () => {
    let free = 10 * DATABASE_RESERVE;
    const database = await open(dataDirs.fresh(), { free: () => Promise.resolve(free) });
    await addPerson(database, 'p1');
    free = DATABASE_RESERVE - 1;
    await database.maintenance.tick();
    await expect(addPerson(database, 'p2')).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await people(database)).toEqual(['p1']);
    free = 2 * DATABASE_RESERVE;
    await database.maintenance.tick();
    await addPerson(database, 'p3');
    expect(await people(database)).toEqual(['p1', 'p3']);
  });

  it('X46: starts PostgreSQL again when it gave up, with everything committed before', async () => {
    const dataDir = dataDirs.fresh();
    const errors: string[] = [];
    const database = await open(dataDir, { errors });
    await addPerson(database, 'p1');
    const log = path.join(dataDir, 'database', 'pg_wal');
    renameSync(log, `${log}.away`);
    await expect(
      sql`select pg_switch_wal()`.execute(database.db).then(() => addPerson(database, 'p2')),
    ).rejects.toThrow(/terminated/i);
    renameSync(`${log}.away`, log);
    while (!(await database.ready())) await wait(50);
    expect(await people(database)).toContain('p1');
    await addPerson(database, 'p3');
    await database.durable();
    expect(errors[0]).toMatch(/ended and is started again/);
  });

  it('vacuums and analyzes tables that changed much, as no other process does it', async () => {
    const database = await open(dataDirs.fresh());
    await sql`insert into secrets select n::text, 'x' from generate_series(1, 500) as n`.execute(database.db);
    await sql`delete from secrets where name::int > 100`.execute(database.db);
    expect(await database.maintenance.tidyTables()).toContain('public.secrets');
    expect(await database.maintenance.tidyTables()).not.toContain('public.secrets');
  });

  it('makes a checkpoint after 64 MB of log and not before, so that the log does not grow for ever', async () => {
    const database = await open(dataDirs.fresh());
    const checkpoint = async () =>
      (await sql<{ at: string }>`select checkpoint_lsn::text as at from pg_control_checkpoint()`.execute(database.db))
        .rows[0]?.at;
    const write = (megabytes: number) =>
      sql`
        select pg_logical_emit_message(false, '', repeat('x', 1000000))
        from generate_series(1, ${megabytes}::int)`.execute(database.db);
    const first = await checkpoint();
    await write(50);
    await database.maintenance.tick();
    expect(await checkpoint()).toBe(first);
    await write(30);
    await database.durable();
    await database.maintenance.tick();
    expect(await checkpoint()).not.toBe(first);
  });
});

describe('a data folder that cannot be used', () => {
  it('is refused in a sentence when it is a file', async () => {
    const file = `${dataDirs.fresh()}/file`;
    writeFileSync(file, '');
    await expect(open(file)).rejects.toMatchObject({
      name: 'StartupError',
      message:
        `The data folder ${file} cannot be used: it is not a folder. ` +
        'Make it writable, or set DATA_DIR to another folder.',
    });
  });

  it('is refused in a sentence when its database is damaged, and let go again', async () => {
    const dataDir = dataDirs.fresh();
    writeFileSync(path.join(dataDir, 'database', 'global', 'pg_control'), Buffer.alloc(8192, 1));
    for (let time = 0; time < 2; time++)
      await expect(open(dataDir)).rejects.toMatchObject({
        name: 'StartupError',
        message: expect.stringContaining(`The database in ${dataDir} does not open`) as string,
      });
  });

  it.skipIf(process.getuid?.() === 0)('is refused in a sentence when it may not be written', async () => {
    const dataDir = dataDirs.fresh();
    mkdirSync(path.join(dataDir, 'closed'));
    chmodSync(path.join(dataDir, 'closed'), 0o500);
    await expect(open(path.join(dataDir, 'closed'))).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('no permission') as string,
    });
  });
});

describe('backups', () => {
  it('M11: are made while the server works, checked, and restore everything up to then', async () => {
    const dataDir = dataDirs.fresh();
    const database = await open(dataDir);
    await addPerson(database, 'p1');
    let written = 1;
    const writing = (async () => {
      while (database.backups.running || written === 1) await addPerson(database, `p${++written}`);
    })();
    await database.backups.make(Date.UTC(2026, 6, 15));
    await writing;
    await addPerson(database, 'q');
    const [backup] = await listBackups(dataDir);
    expect(backup).toMatchObject({ name: '2026-07-15T00-00-00Z', counts: { claims: 0 } });
    await expect(restoreBackup(dataDir, backup!.name, 1)).rejects.toThrow(/is in use by process/);
    await close(database);

    const { aside } = await restoreBackup(dataDir, backup!.name, Date.UTC(2026, 6, 16));
    const restored = await open(dataDir);
    const there = await people(restored);
    expect(there).toContain('p1');
    expect(there).not.toContain('q');
    expect(there.length).toBeGreaterThanOrEqual(backup!.counts['people']!);
    expect(aside).toBe(path.join(dataDir, 'database.replaced-2026-07-16T00-00-00Z'));
    expect(existsSync(path.join(aside!, 'PG_VERSION'))).toBe(true);
  });

  it('are made before a migration changes a database that holds something', async () => {
    const dataDir = dataDirs.fresh();
    const database = await open(dataDir);
    // As an older version left it.
    await sql`drop schema public cascade`.execute(database.db);
    await sql`create schema public`.execute(database.db);
    const older = new Migrator({
      db: database.db,
      provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    });
    expect(await older.migrateTo('0002_limits')).not.toHaveProperty('error', expect.anything());
    await addPerson(database, 'p1');
    await close(database);
    await open(dataDir);
    expect((await listBackups(dataDir)).map((backup) => backup.counts['people'])).toEqual([1]);
  });
});
