import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Acknowledged } from '#tests/support/filing.ts';
import { startObjectStore } from '#tests/support/objectStore.ts';
import { freePort } from '#tests/support/programs.ts';
import { startProcess, stopProcess, type ServerProcess } from '../main/process.ts';

/** One of several processes behind a proxy: where it listens stays the same from start to start. */
export interface Replica {
  port: number;
  /** Null while none runs. */
  process: ServerProcess | null;
  start: () => Promise<void>;
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
}

/** So many processes as they are delivered, on one PostgreSQL and one object store; none is started yet. */
export async function makeReplicas(folder: string, databaseUrl: string, count: number) {
  const store = await startObjectStore(folder);
  const replicas = await Promise.all(
    Array.from({ length: count }, async (_, number): Promise<Replica> => {
      const dataDir = join(folder, `process${number + 1}`);
      mkdirSync(dataDir);
      const port = await freePort();
      const settings = {
        ...store.settings,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        PORT: String(port),
        TRUSTED_PROXIES: '1',
        LOG_LEVEL: 'warn',
        DEMO: '1',
        DEMO_PUBLIC: '1',
        DEMO_COMPANIES: '0',
        REQUESTS_A_SECOND: '0',
        CREATIONS_PER_DAY: '1000000',
        UPLOADS_PER_HOUR: '1000000',
        UPLOAD_MB_A_MONTH: '1000000',
      };
      const replica: Replica = {
        port,
        process: null,
        async start() {
          replica.process = startProcess(settings);
          await replica.process.ready;
        },
        async end(signal) {
          const { process } = replica;
          replica.process = null;
          if (process === null) return null;
          if (signal === 'SIGTERM') return stopProcess(process);
          process.child.kill(signal);
          return (await process.exit).code;
        },
      };
      return replica;
    }),
  );
  const end = async (): Promise<void> => {
    await Promise.all(replicas.map((replica) => replica.end('SIGTERM')));
    await store.end();
  };
  return { replicas, end };
}

/** Waits until this proxy leads to a server that is ready. */
export async function isServed(url: string): Promise<void> {
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await wait(100);
}

/** Which of these claims the database lacks, and which it has more than once. */
export async function compare(
  connectionString: string,
  acknowledged: readonly Acknowledged[],
): Promise<{ lost: string[]; doubled: string[] }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const text = "select id, remarks from claims where remarks like '%-0123456789'";
    const { rows } = await client.query<{ id: string; remarks: string }>(text);
    const there = new Set(rows.map(({ id }) => id));
    const seen = new Set<string>();
    const doubled = rows.filter(({ remarks }) => seen.size === seen.add(remarks).size);
    return {
      lost: acknowledged.flatMap(({ id, key }) => (there.has(id) ? [] : [key])),
      doubled: doubled.map(({ remarks }) => remarks),
    };
  } finally {
    await client.end();
  }
}
