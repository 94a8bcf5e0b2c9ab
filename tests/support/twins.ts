import type { AddressInfo } from 'node:net';
import { buildApp } from '#server/main/app.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { openFileStore } from '#server/platform/files/store.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { quietLog } from './dataDir.ts';
import { startServer, type TestServer } from './server.ts';

/** Two servers on one PostgreSQL database, each with connections and memory of its own, as two processes have. */
export interface Twins {
  first: TestServer;
  /** The address of the other one. */
  otherUrl: string;
  close(): Promise<void>;
}

/** Needs `TEST_DATABASE_URL`. `settings` are environment variables of both. */
export async function startTwins(settings: Record<string, string> = {}): Promise<Twins> {
  const first = await startServer(settings);
  const {
    rows: [row],
  } = await sql<{ name: string }>`select current_database() as name`.execute(first.database.db);
  const databaseUrl = Object.assign(new URL(process.env['TEST_DATABASE_URL'] ?? ''), {
    pathname: `/${row?.name ?? ''}`,
  }).href;
  const database = await openDatabase({ dataDir: first.dataDir, databaseUrl, log: quietLog });
  const app = await buildApp({
    env: first.env,
    database,
    files: openFileStore({ dataDir: first.dataDir }),
    log: pino({ level: 'silent' }),
    clock: () => first.clock.now,
    identities: [first.identity.source],
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    first,
    otherUrl: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await app.close();
      await database.close();
      await first.close();
    },
  };
}
