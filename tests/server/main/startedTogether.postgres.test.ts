import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { Api } from '../../support/api.ts';
import { startPostgres } from '../../support/postgres.ts';
import { roomyFolder } from '../../support/roomyFolder.ts';
import { endAll, newFolder, removeFolder, signInDemo, startProcess, stopProcess } from './process.ts';

const postgres = await startPostgres(roomyFolder());
const dataDir = newFolder();
afterAll(async () => {
  endAll();
  await postgres.stop();
  removeFolder(dataDir);
});

/** The lock that a migration takes in its transaction. */
const MIGRATOR = 3853314791062309107n;

it('of servers that start on an empty database one is killed in its migration: all are ready after it', async () => {
  const settings = { DATABASE_URL: await postgres.createDatabase(), DATA_DIR: dataDir, DEMO: '1' };
  const holder = new pg.Client({ connectionString: settings.DATABASE_URL });
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [MIGRATOR.toString()]);
  const held = async (): Promise<boolean> => {
    const { rows } = await holder.query("select 1 from pg_locks where locktype = 'advisory' and not granted");
    return rows.length > 0;
  };
  const first = startProcess(settings);
  // In the middle of its transaction.
  while (!(await held())) await new Promise((done) => setTimeout(done, 20));
  const [ended, ...others] = [startProcess(settings), startProcess(settings), startProcess(settings)];
  await Promise.all([ended, ...others].map((other) => other.says('this one waits for it')));
  expect(await stopProcess(ended)).toBe(0);
  first.child.kill('SIGKILL');
  await first.exit;
  await holder.query('select pg_advisory_unlock_all()');
  await holder.end();
  const again = startProcess(settings);
  const urls = await Promise.all([...others, again].map(({ ready }) => ready));
  for (const url of urls) expect((await new Api(url, null).get('/readyz')).status).toBe(200);
  // Who signs in at one is known to the others.
  const { token } = await signInDemo(urls[0] ?? '', 'employee@example.com');
  for (const url of urls) expect((await new Api(url, token).get('/api/v1/user/role')).status).toBe(200);
  for (const server of [...others, again]) expect(await stopProcess(server)).toBe(0);
});
