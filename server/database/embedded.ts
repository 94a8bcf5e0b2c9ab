import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StartupError } from '../startupError.ts';
import type { Database, DatabaseLog } from './database.ts';
import { EngineFailed, startEngine, type EngineThread } from './embeddedThread.ts';
import { lockFolder } from './folderLock.ts';
import { GroupSync } from './groupSync.ts';
import { migrate } from './migrate.ts';
import { PreparingClient, types } from './poolSettings.ts';
import { answersInTime } from './ready.ts';
import type { Tables } from './tables.ts';
import { WalState } from './walState.ts';
import { WorkerStream } from './workerStream.ts';

/**
 * The database that comes with the server: PostgreSQL in a worker thread, its folder under `dataDir`. Throws
 * `StartupError` when the folder cannot be used or another server uses it.
 */
export async function openEmbedded(dataDir: string, log: DatabaseLog): Promise<Database> {
  const lock = await lockFolder(dataDir);
  try {
    const folder = path.join(dataDir, 'database');
    const wal = new WalState();
    const engine = await start(folder, wal, dataDir);
    const sync = new GroupSync(wal, folder);
    const pool = poolOver(engine);
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const close = async (): Promise<void> => {
      await db.destroy();
      await engine.close();
      await sync.close();
      await lock.release();
    };
    try {
      await migrate(db, { log: (sentence) => log.info(sentence) });
    } catch (error) {
      await close();
      throw error;
    }
    return { kind: 'embedded', db, durable: () => sync.durable(), ready: () => answersInTime(() => pool.query('select 1')), close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function start(folder: string, wal: WalState, dataDir: string): Promise<EngineThread> {
  try {
    return await startEngine({ folder, wal: wal.buffer });
  } catch (error) {
    if (!(error instanceof EngineFailed)) throw error;
    throw new StartupError(`The database in ${dataDir} does not open: ${error.message}`, { cause: error });
  }
}

function poolOver(engine: EngineThread): pg.Pool {
  // One session: whoever comes waits for its turn, 2 seconds at most.
  const pool = new pg.Pool({ max: 1, user: 'postgres', database: 'postgres', password: '', stream: () => new WorkerStream(engine.worker) as never, Client: PreparingClient, types, idleTimeoutMillis: 0, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => undefined);
  return pool;
}
