import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open.ts';
import { readEnv, type Env } from '#server/env.ts';
import { openFileStore, type FileStore } from '#server/files/store.ts';
import { addPeople, email, type PersonKey } from './people.ts';
import { createIdentity, type TestIdentity } from './identity.ts';
import { Api } from './api.ts';

/** Wednesday, 15 July 2026, noon in India: 90 days back is 16 April, inside the financial year. */
export const NOW = Date.parse('2026-07-15T12:00:00+05:30');

export interface TestServer {
  url: string;
  env: Env;
  database: Database;
  files: FileStore;
  dataDir: string;
  identity: TestIdentity;
  /** Set it to move the server's clock. */
  clock: { now: number };
  /** Every line that was logged. */
  logs: string[];
  /** Signs a person in over HTTP and answers the session's token. */
  signIn(who: PersonKey): Promise<string>;
  /** Calls as this person; signs in at the first use. */
  as(who: PersonKey): Promise<Api>;
  /** Calls with a token as given, or with none. */
  with(token: string | null): Api;
  close(): Promise<void>;
}

const quiet = pino({ level: 'silent' });
const migrations = readdirSync('server/migrations').toSorted().map((name) => readFileSync(join('server/migrations', name)));
const fingerprint = createHash('sha256').update(Buffer.concat([...migrations, readFileSync('server/demo/people.ts'), readFileSync('node_modules/@electric-sql/pglite/package.json')])).digest('hex').slice(0, 16);
const TEMPLATES = resolve('node_modules/.cache');

/** A folder with a migrated database and its people, made once for a state of the schema and copied for every test file. */
async function template(): Promise<string> {
  const folder = join(TEMPLATES, `kharcha-test-${fingerprint}`);
  if (existsSync(folder)) return folder;
  mkdirSync(TEMPLATES, { recursive: true });
  const making = mkdtempSync(join(TEMPLATES, 'making-'));
  const database = await openDatabase({ dataDir: making, log: quiet });
  await addPeople(database.db, NOW);
  await database.durable();
  await database.close();
  try {
    renameSync(making, folder);
  } catch {
    // Another test file was quicker; its copy is as good.
    rmSync(making, { recursive: true, force: true });
  }
  return folder;
}

/** An empty database on the PostgreSQL of `TEST_DATABASE_URL`, removed when the test file is done. */
async function openOnPostgres(server: string, dataDir: string): Promise<{ database: Database; remove: () => Promise<void> }> {
  const name = `kharcha_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openDatabase({ dataDir, databaseUrl: url.href, log: quiet });
  await addPeople(database.db, NOW);
  return { database, remove: () => run(`drop database ${name} with (force)`) };
}

async function openTestDatabase(dataDir: string): Promise<{ database: Database; remove: () => Promise<void> }> {
  const postgres = process.env['TEST_DATABASE_URL'];
  if (postgres) return openOnPostgres(postgres, dataDir);
  cpSync(await template(), dataDir, { recursive: true });
  return { database: await openDatabase({ dataDir, log: quiet }), remove: async () => undefined };
}

/** Starts the real server on a free port of 127.0.0.1 with a database of its own. `settings` are environment variables. */
export async function startServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kharcha-'));
  const { database, remove } = await openTestDatabase(dataDir);
  const env = readEnv({ DEMO: '0', DATA_DIR: dataDir, UPLOADS_PER_HOUR: '100000', ...settings });
  const files = await openFileStore({ dataDir });
  const identity = await createIdentity();
  const clock = { now: NOW };
  const logs: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logs.push(line) });
  const app = await buildApp({ env, database, files, log, clock: () => clock.now, identities: [identity.source] });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const tokens = new Map<PersonKey, string>();

  const server: TestServer = {
    url, env, database, files, dataDir, identity, clock, logs,
    async signIn(who) {
      const credential = await identity.sign(identity.claims(email(who), clock.now));
      const answer = await new Api(url, null).post('/api/v1/account/googlelogin/v2', { credential });
      if (answer.status !== 200) throw new Error(`${who} could not sign in: ${answer.text}`);
      return String(answer.body['token']);
    },
    async as(who) {
      const token = tokens.get(who) ?? (await server.signIn(who));
      tokens.set(who, token);
      return new Api(url, token);
    },
    with: (token) => new Api(url, token),
    async close() {
      await app.close();
      await database.close();
      await remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return server;
}
