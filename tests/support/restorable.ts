import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '#server/main/app.ts';
import { listBackups } from '#server/platform/database/backups/backup.ts';
import { openEmbedded, type EmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { restoreBackup } from '#server/platform/database/backups/restore.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { openFileStore } from '#server/platform/files/store.ts';
import { Api, type Answer } from './api.ts';
import { quietLog } from './dataDir.ts';
import { createIdentity, type TestIdentity } from './identity.ts';
import { roomyFolder } from './roomyFolder.ts';
import { NOW, peopled } from './server.ts';

/** A server on the embedded database that can be put back to a backup, as `npm run restore` does. */
export interface RestorableServer {
  url: string;
  database: EmbeddedDatabase;
  identity: TestIdentity;
  dataDir: string;
  /** Epoch milliseconds. */
  clock: { now: number };
  with(token: string | null): Api;
  /** Presents an ID token; answers what the server does. */
  present(credential: string, headers?: Record<string, string>): Promise<Answer>;
  /** An ID token that Google would have signed now. */
  credential(email: string): Promise<string>;
  backup(): Promise<void>;
  /**
   * Stops the server, puts the newest backup back and starts it again, a minute later. `before`: what an operator does
   * before the start.
   */
  restore(before?: (database: EmbeddedDatabase) => Promise<void>): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const fail = (error: Error): never => {
  throw error;
};

/** Starts it. `settings` are environment variables. */
export async function startRestorable(settings: Record<string, string> = {}): Promise<RestorableServer> {
  const home = mkdtempSync(join(roomyFolder(), 'kharcha-restorable-'));
  const dataDir = join(home, 'data');
  cpSync(await peopled(), dataDir, { recursive: true });
  const identity = await createIdentity();
  const clock = { now: NOW };
  const open = async () => {
    const database = await openEmbedded({ dataDir, log: quietLog, onFatal: fail });
    const app = await buildApp({
      // The test shares the event loop: what it does itself is no overload of the server.
      env: readEnv({ DEMO: '0', DATA_DIR: dataDir, MAX_EVENT_LOOP_DELAY: '0', ...settings }),
      database,
      files: openFileStore({ dataDir }),
      log: pino({ level: 'silent' }),
      clock: () => clock.now,
      identities: [identity.source],
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return { app, database, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
  };
  let running = await open();
  const stop = async (): Promise<void> => {
    await running.app.close();
    await running.database.close();
  };
  const server: RestorableServer = {
    get url() {
      return running.url;
    },
    get database() {
      return running.database;
    },
    identity,
    dataDir,
    clock,
    with: (token) => new Api(running.url, token),
    present: (credential, headers = {}) =>
      server.with(null).post('/api/v1/account/googlelogin/v2', { credential }, headers),
    credential: (email) => identity.sign(identity.claims(email, clock.now)),
    backup: async () => running.database.backups.make(clock.now),
    restore: async (before) => {
      await stop();
      const [backup] = await listBackups(dataDir);
      clock.now += 60_000;
      await restoreBackup(dataDir, backup?.name ?? '', clock.now);
      if (before) {
        const database = await openEmbedded({ dataDir, log: quietLog, onFatal: fail });
        await before(database);
        await database.close();
      }
      running = await open();
    },
    restart: async () => {
      await stop();
      running = await open();
    },
    close: async () => {
      await stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
  return server;
}
