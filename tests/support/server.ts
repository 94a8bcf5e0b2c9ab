import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { buildApp, type AppOptions } from '#server/main/app.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { readEnv, type Env } from '#server/platform/settings/env.ts';
import { openFileStore, type FileStore } from '#server/platform/files/store.ts';
import { quietLog, template } from './dataDir.ts';
import { roomyFolder } from './roomyFolder.ts';
import { addPeople, email, type PersonKey } from './people.ts';
import { createIdentity, type TestIdentity } from './identity.ts';
import { borrow, type LentDatabase } from './usedAgain.ts';
import { Api } from './api.ts';
import { tellingSecrets } from './secretsSeen.ts';

/** Wednesday, 15 July 2026, noon in India: 90 days back is 16 April, inside the financial year. */
export const NOW = Date.parse('2026-07-15T12:00:00+05:30');

const SIGNED_IN_MILLIS = 20 * 86_400_000;

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
  /** Calls as this person; signs in at the first use, and again where the clock was moved by weeks. */
  as(who: PersonKey): Promise<Api>;
  /** Calls with a token as given, or with none. */
  with(token: string | null): Api;
  close(): Promise<void>;
}

/** A data folder with a migrated database and its people. Copy it. */
export const peopled = (): Promise<string> =>
  template('people', readFileSync('server/demo/people.ts', 'utf8'), ({ db }) => addPeople(db, NOW));

/** By PostgreSQL server: the name of the database that others are copied from. */
const models = new Map<string, Promise<string>>();

/** A database of a test: opened, and how it is removed when the test file is done. */
export interface TestDatabase {
  database: Database;
  remove: () => Promise<void>;
}

/** Makes an empty database, or a copy of `template`, on the PostgreSQL server at this address. */
export async function createOnPostgres(
  server: string,
  name: string,
  template = 'template1',
): Promise<{ url: string; remove: () => Promise<void> }> {
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name} template ${template}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return { url, remove: () => run(`drop database ${name} with (force)`) };
}

export const databaseName = (): string => `kharcha_${randomBytes(6).toString('hex')}`;

let through = (databaseUrl: string): string => databaseUrl;
/** From now on servers of tests reach PostgreSQL at the address that this gives; null: at its own. */
export const pooledBy = (by: ((databaseUrl: string) => string) | null): void => void (through = by ?? ((url) => url));

/** A database with its people on the PostgreSQL of `TEST_DATABASE_URL`. */
async function openOnPostgres(server: string, dataDir: string): Promise<TestDatabase> {
  const name = databaseName();
  const open = (databaseUrl: string): Promise<Database> => openDatabase({ dataDir, databaseUrl, log: quietLog });
  const makeModel = async (): Promise<string> => {
    const model = `${name}_model`;
    const database = await open((await createOnPostgres(server, model)).url);
    await addPeople(database.db, NOW);
    await database.close();
    return model;
  };
  if (!models.has(server)) models.set(server, makeModel());
  const { url, remove } = await createOnPostgres(server, name, await models.get(server));
  return { database: await open(through(url)), remove };
}

/** A data folder with the database in it that `open` says. */
async function openIn(open: NonNullable<ServerOptions['open']>): Promise<LentDatabase> {
  const dataDir = await mkdtemp(join(roomyFolder(), 'kharcha-'));
  const { database, remove } = await open(dataDir);
  return {
    dataDir,
    database,
    async giveBack() {
      await database.close();
      await remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function openTestDatabase(): Promise<LentDatabase> {
  const postgres = process.env['TEST_DATABASE_URL'];
  return postgres ? openIn((dataDir) => openOnPostgres(postgres, dataDir)) : borrow(await peopled());
}

/** Rows of the audit log, each as one text; none where a test has broken its database. */
async function auditedTexts({ db }: Database): Promise<string[]> {
  const rows = sql<{ text: string }>`select a::text as text from audit_log a`.execute(db).catch(() => ({ rows: [] }));
  return (await rows).rows.map(({ text }) => text);
}

export interface ServerOptions extends Pick<AppOptions, 'headersTimeout'> {
  /** Opens the server's database; unless said, a new one with its people. */
  open?: (dataDir: string) => Promise<TestDatabase>;
}

/**
 * Starts the real server on a free port of 127.0.0.1 with a database of its own. `settings` are environment variables.
 */
export async function startServer(
  settings: Record<string, string> = {},
  { open, ...more }: ServerOptions = {},
): Promise<TestServer> {
  const { dataDir, database, giveBack } = await (open ? openIn(open) : openTestDatabase());
  const env = readEnv({
    DEMO: '0',
    DATA_DIR: dataDir,
    UPLOADS_PER_HOUR: '100000',
    CREATIONS_PER_DAY: '100000',
    REQUESTS_A_SECOND: '0',
    // Clocks are moved by days between calls of one session.
    RECENT_SIGN_IN_MINUTES: '0',
    // The test shares the event loop: what it does itself is no overload of the server.
    MAX_EVENT_LOOP_DELAY: '0',
    ...settings,
  });
  const files = await openFileStore({ dataDir });
  const identity = await createIdentity();
  const clock = { now: NOW };
  const logs: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logs.push(line) });
  const app = await buildApp({
    env,
    database,
    files,
    log,
    clock: () => clock.now,
    identities: [identity.source],
    ...more,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const tokens = new Map<PersonKey, { token: string; at: number }>();

  const server: TestServer = {
    url,
    env,
    database,
    files,
    dataDir,
    identity,
    clock,
    logs,
    async signIn(who) {
      const credential = await identity.sign(identity.claims(email(who), clock.now));
      const answer = await new Api(url, null).post('/api/v1/account/googlelogin/v2', { credential });
      if (answer.status !== 200) throw new Error(`${who} could not sign in: ${answer.text}`);
      return String(answer.body['token']);
    },
    async as(who) {
      const known = tokens.get(who);
      // Where the clock was moved by weeks, the session before has ended (SES-2).
      const session =
        known && Math.abs(clock.now - known.at) < SIGNED_IN_MILLIS
          ? known
          : { token: await server.signIn(who), at: clock.now };
      tokens.set(who, session);
      return new Api(url, session.token);
    },
    with: (token) => new Api(url, token),
    async close() {
      await app.close();
      const audited = await auditedTexts(database).finally(giveBack);
      const telling = tellingSecrets(url, [...logs, ...audited]);
      if (telling.length > 0) throw new Error(`A secret stands in a log:\n${telling.join('\n')}`);
    },
  };
  return server;
}
