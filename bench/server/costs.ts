import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { auditKeys, sealAudit } from '#server/platform/audit/seals.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { shoot, type Shot } from '../support/load.ts';
import { processorMillis, restOf, untilQuiet } from '../support/processor.ts';
import type { Figure } from '../support/report.ts';
import { say } from '../support/say.ts';
import { employeeId, fillPostgres, FINANCE_ID, managerId } from './fill.ts';
import { startServer, takeBuild, type RunningProcess } from './serverProcess.ts';
import { financeApproval, managerApproval, ownPage, submission, upload } from './shots.ts';

/** Claims that were there before, and claims that are filed and decided to see what one costs. */
const BEFORE = 100_000;
const CLAIMS = Number(process.env['BENCH_CLAIMS'] ?? 200);
const LISTS = 2 * CLAIMS;
const IN_FLIGHT = 8;
const MB = 1_000_000;
/** Employees of one manager each: see `fill`. */
const EACH_MANAGER = 20;

const log = {
  info: () => undefined,
  warn: (message: string) => console.error(message),
  error: (message: string) => console.error(message),
};

const ownerOf = (n: number): string => employeeId(n % 400);
const managerOf = (n: number): string => managerId(Math.floor((n % 400) / EACH_MANAGER));

/** Sends `count` of them, eight at a time, and answers what each was answered. */
async function all(url: string, count: number, make: (n: number) => Shot): Promise<Buffer[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const answers: Buffer[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const n = next++;
      const { status, body } = await shoot(agent, url, make(n));
      if (status !== 200) throw new Error(`Refused with ${status}: ${body.toString()}`);
      answers[n] = body;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  agent.destroy();
  return answers;
}

const dataOf = <T>(body: Buffer): T => (JSON.parse(body.toString()) as { data: T }).data;

/** A picture of 281 kB, and no two alike. */
async function bills(): Promise<(n: number) => Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 78 })
    .toBuffer();
  return (n) => {
    const words = Buffer.from(`bench ${process.pid} ${n}`);
    const comment = Buffer.from([0xff, 0xfe, 0, words.length + 2]);
    return Buffer.concat([picture.subarray(0, 2), comment, words, picture.subarray(2)]);
  };
}

interface Costs {
  server: number;
  database: number;
}

/** What `work` takes of both by each of its `count`: with what is done after it, without what they take at rest. */
function costsOf(pids: [server: number, database: number], rest: readonly number[]) {
  return async (count: number, work: () => Promise<unknown>): Promise<Costs> => {
    const from = performance.now();
    const before = pids.map(processorMillis);
    await work();
    await untilQuiet(pids, rest);
    const seconds = (performance.now() - from) / 1_000;
    const [server = 0, database = 0] = pids.map(
      (pid, at) => (processorMillis(pid) - (before[at] ?? 0) - (rest[at] ?? 0) * seconds) / count,
    );
    return { server, database };
  };
}

const costRows = (what: string, { server, database }: Costs): Figure[] => [
  { budget: `processor of the server, ${what}`, unit: 'ms', figure: server, goal: {}, digits: 2 },
  { budget: `processor of PostgreSQL, ${what}`, unit: 'ms', figure: database, goal: {}, digits: 2 },
];

const SPACE = `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal,
  sum(pg_table_size(oid))::text as tables, sum(pg_indexes_size(oid))::text as indexes,
  sum(pg_table_size(oid)) filter (where relname = 'bill_previews')::text as previews
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;

type Space = Record<'wal' | 'tables' | 'indexes' | 'previews', number>;

async function spaceOf(client: pg.Client): Promise<Space> {
  await client.query('vacuum');
  const { rows } = await client.query<Record<keyof Space, string>>(SPACE);
  const [row] = rows;
  if (!row) throw new Error('No answer');
  return {
    wal: Number(row.wal),
    tables: Number(row.tables),
    indexes: Number(row.indexes),
    previews: Number(row.previews),
  };
}

async function figuresOf(server: RunningProcess, client: pg.Client, url: string): Promise<Figure[]> {
  const { rows: found } = await client.query<{ pid: string }>("select pg_read_file('postmaster.pid') as pid");
  const pids: [number, number] = [server.child.pid ?? 0, Number.parseInt(found[0]?.pid ?? '', 10)];
  const memory = await server.memory();
  say('at rest');
  await restOf(pids);
  const rest = await restOf(pids);
  const costOf = costsOf(pids, rest);
  const bill = await bills();
  let sent: Buffer[] = [];
  say('lists');
  let pages: Buffer[] = [];
  const list = await costOf(LISTS, async () => (pages = await all(server.url, LISTS, ownPage)));
  const page = pages.reduce((sum, { length }) => sum + length, 0) / pages.length;
  const before = await spaceOf(client);
  say('bills');
  const taken = await costOf(
    CLAIMS,
    async () => (sent = await all(server.url, CLAIMS, (n) => upload(ownerOf(n), bill(n)))),
  );
  const prints = sent.map((answer) => dataOf<{ fingerPrint: string }>(answer).fingerPrint);
  say('claims');
  const filed = await costOf(
    CLAIMS,
    async () => (sent = await all(server.url, CLAIMS, (n) => submission(ownerOf(n), prints[n] ?? '', n))),
  );
  const ids = sent.map((answer) => dataOf<{ expenseId: string }>(answer).expenseId);
  say('decisions');
  const decided = await costOf(2 * CLAIMS, async () => {
    await all(server.url, CLAIMS, (n) => managerApproval(managerOf(n), ids[n] ?? ''));
    await all(server.url, CLAIMS, (n) => financeApproval(FINANCE_ID, ids[n] ?? ''));
  });
  say('seals');
  const database = await openDatabase({ dataDir: os.tmpdir(), databaseUrl: url, log });
  const keys = await auditKeys({ db: database.db, keys: [] }, []);
  await sealAudit(database.db, keys);
  await database.close();
  const { rows: counted } = await client.query<{ n: string }>(
    'select count(*)::text as n from audit_log where record_id = any($1)',
    [ids],
  );
  const after = await spaceOf(client);
  const each = (name: keyof Space): number => (after[name] - before[name]) / CLAIMS / 1_000;
  const [ownRest = 0, databaseRest = 0] = rest;
  return [
    { budget: 'processor of the server at rest, of a second', unit: 'ms', figure: ownRest, goal: {}, digits: 1 },
    { budget: 'processor of PostgreSQL meanwhile', unit: 'ms', figure: databaseRest, goal: {}, digits: 1 },
    ...costRows('an employee’s list of 25', list),
    ...costRows('a bill of 281 kB with its previews', taken),
    ...costRows('a claim filed', filed),
    ...costRows('a decision', decided),
    { budget: 'an employee’s list of 25, not compressed', unit: 'kB', figure: page / 1_000, goal: {}, digits: 1 },
    { budget: 'a claim with a bill, decided twice: tables', unit: 'kB', figure: each('tables'), goal: {}, digits: 2 },
    {
      budget: 'the same: previews of its bill, of its tables',
      unit: 'kB',
      figure: each('previews'),
      goal: {},
      digits: 2,
    },
    { budget: 'the same: indexes', unit: 'kB', figure: each('indexes'), goal: {}, digits: 2 },
    { budget: 'the same: write-ahead log', unit: 'kB', figure: each('wal'), goal: {}, digits: 2 },
    {
      budget: 'the same: rows of the audit log',
      unit: 'rows',
      figure: Number(counted[0]?.n) / CLAIMS,
      goal: {},
      digits: 1,
    },
    { budget: 'memory of the server before', unit: 'MB', figure: memory / MB, goal: {} },
    { budget: 'the most of it meanwhile', unit: 'MB', figure: (await server.memory()) / MB, goal: {} },
  ];
}

/**
 * What one of everything costs on PostgreSQL, with 100,000 claims there before: processor, room and memory.
 * `npm run sizing` computes with it. Linux alone says what a process takes of the processor.
 */
export async function costFigures(figures: Figure[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kharcha-bench-'));
  const cluster = await startPostgres();
  const databaseUrl = await cluster.createDatabase();
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await (await openDatabase({ dataDir: folder, databaseUrl, log })).close();
    await client.connect();
    say('filling PostgreSQL');
    await fillPostgres(client, BEFORE, Date.now());
    // On a busy machine it would turn calls away, and asking again costs too.
    const env = { MAX_EVENT_LOOP_DELAY: '0' };
    const server = await startServer(takeBuild(), { dataDir: folder, databaseUrl, env });
    try {
      figures.push(...(await figuresOf(server, client, databaseUrl)));
    } finally {
      await server.stop();
    }
  } finally {
    await client.end();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
