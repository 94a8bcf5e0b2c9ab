import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDaily, type DailyInput } from '#server/main/dailyJobs.ts';
import { openDatabase, type Database } from '#server/platform/database/open.ts';
import { quietLog } from '#tests/support/dataDir.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400_000;
const postgres = await startPostgres(roomyFolder());
process.env['TEST_DATABASE_URL'] = postgres.url;

describe('F7 the daily jobs of two processes on one database', () => {
  let server: TestServer;
  let other: Database;
  beforeAll(async () => {
    server = await startServer();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.database.db);
    const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${rows[0]?.name ?? ''}` }).href;
    other = await openDatabase({ dataDir: server.dataDir, databaseUrl, log: quietLog });
    await (await server.as('employee')).bill('looked at by the daily check');
  });
  afterAll(async () => {
    await other.close();
    await server.close();
    await postgres.stop();
  });

  /** What a process does them with: it notes when it looks at the stored bill, and waits there for `goOn`. */
  function processOf(database: Database, night: number) {
    const looked: string[] = [];
    let [goOn, reached] = [(): void => undefined, (): void => undefined];
    const gate = new Promise<void>((resolve) => void (goOn = resolve));
    const there = new Promise<void>((resolve) => void (reached = resolve));
    const look = async (hash: string): Promise<void> => {
      looked.push(hash);
      reached();
      await gate;
    };
    const { files } = server;
    const input: DailyInput = {
      database,
      files: {
        ...files,
        has: (hash) => look(hash).then(() => files.has(hash)),
        get: (hash) => look(hash).then(() => files.get(hash)),
      },
      env: server.env,
      clientDir: server.dataDir,
      clock: () => NOW + night * DAY,
      log: { info: () => undefined, error: () => undefined },
    };
    return { looked, there, goOn: () => goOn(), run: () => runDaily(input, ['expiredUploads', 'files', 'mails']) };
  }

  it('are run by one: the other leaves them to it, and finds them done', async () => {
    const [one, two] = [processOf(server.database, 0), processOf(other, 0)];
    two.goOn();
    const running = one.run();
    await one.there;
    expect(await two.run()).toEqual(['expiredUploads', 'files', 'mails']);
    one.goOn();
    expect(await running).toEqual([]);
    expect(await two.run()).toEqual([]);
    expect([one.looked.length, two.looked.length]).toEqual([1, 0]);
  });

  it('are run by the other, what is left of them, where the connection of the one is lost', async () => {
    const [one, two] = [processOf(server.database, 1), processOf(other, 1)];
    two.goOn();
    const running = one.run();
    await one.there;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kharcha daily jobs'
      and datname = current_database()`.execute(other.db);
    one.goOn();
    expect(await running).toEqual(['mails']);
    expect(await two.run()).toEqual([]);
    expect([one.looked.length, two.looked.length]).toEqual([1, 0]);
    const { rows } = await sql<{ job: string }>`select job from job_turns where job like 'daily %'
      and last = (select last from job_turns where job = 'daily mails') order by job`.execute(other.db);
    expect(rows.map(({ job }) => job)).toEqual(['daily expiredUploads', 'daily files', 'daily mails']);
  });

  it('are run again the next night, and all are tried again where the database is away', async () => {
    const two = processOf(other, 2);
    two.goOn();
    expect(await two.run()).toEqual([]);
    expect(two.looked).toHaveLength(1);
    const gone = processOf({ ...other, alone: () => Promise.reject(new Error('gone')) }, 3);
    expect(await gone.run()).toEqual(['expiredUploads', 'files', 'mails']);
  });
});
