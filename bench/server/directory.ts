import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { importPeople } from '#contract/calls/people.ts';
import { urlOf } from '#contract/endpoint.ts';
import { importAnswer, type ImportAnswer } from '#contract/peopleImport.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { companyFile } from '#tests/support/peopleFiles.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import type { Figure } from '../support/report.ts';
import { say } from '../support/say.ts';
import { through, tokenOf } from './fill.ts';
import { startServer, takeBuild, type RunningProcess, type ServerSettings } from './serverProcess.ts';
import { headersOf } from './shots.ts';

const PEOPLE = 20_000;
const MB = 2 ** 20;
const SETTLED_MS = 20_000;
const ADMIN = 'PRSA000000';
const log = {
  info: () => undefined,
  warn: (message: string) => console.error(message),
  error: (message: string) => console.error(message),
};

/** An organisation admin who has just signed in, in a database without anybody else. */
async function addAdmin(where: Pick<ServerSettings, 'dataDir' | 'databaseUrl'>): Promise<void> {
  const database = await openDatabase({ ...where, log });
  const db = through(database);
  const now = Date.now();
  await db.query(
    `insert into people (id, email, name, employee_code, roles, created_at, updated_at)
      values ($1, 'admin@company.example', 'Leela Thomas', 'A1', '{orgAdmin}', $2, $2)`,
    [ADMIN, now],
  );
  await db.query(
    `insert into sessions (token_hash, person_id, device_id, user_agent, created_at, last_used_at)
      values ($1, $2, null, 'bench', $3, $3)`,
    [createHash('sha256').update(tokenOf(ADMIN)).digest('hex'), ADMIN, now],
  );
  await database.close();
}

async function send(server: RunningProcess, text: string, query: Record<string, string> = {}): Promise<ImportAnswer> {
  const body = new FormData();
  body.set('file', new Blob([text]), 'people.csv');
  const answer = await fetch(server.url + urlOf(importPeople, { query }), {
    method: 'POST',
    headers: headersOf(ADMIN),
    body,
  });
  const said = (await answer.json()) as { data?: unknown; message?: string };
  if (answer.status !== 200) throw new Error(`The import was answered with ${answer.status}: ${said.message}`);
  return importAnswer.parse(said.data);
}

interface Taken {
  seconds: number;
  megabytes: number;
}

/** What `work` takes, and what the process holds at most meanwhile beyond `before` bytes. */
async function taken(server: RunningProcess, before: number, work: () => Promise<unknown>): Promise<Taken> {
  const start = performance.now();
  await work();
  return { seconds: (performance.now() - start) / 1_000, megabytes: ((await server.memory()) - before) / MB };
}

async function imports(where: string, settings: ServerSettings): Promise<Figure[]> {
  await addAdmin(settings);
  const server = await startServer(takeBuild(), settings);
  try {
    const file = companyFile(PEOPLE);
    await server.delay();
    // Right after a start the engine's code is still being compiled.
    await wait(SETTLED_MS);
    await server.memory();
    await wait(1_000);
    const before = await server.memory();
    let plan = '';
    const look = await taken(server, before, async () => void ({ plan } = await send(server, file)));
    const apply = await taken(server, before, () => send(server, file, { apply: 'true', plan }));
    const again = await taken(server, before, async () => {
      const { counts } = await send(server, file);
      if (counts.unchanged !== PEOPLE) throw new Error(`${counts.unchanged} people of ${PEOPLE} are there`);
    });
    say(`${where}: ${Math.round(before / MB)} MB before`);
    const rows = Object.entries({ 'looked at': look, 'taken in': apply, 'looked at again': again });
    return [
      ...rows.flatMap(([what, { seconds, megabytes }]): Figure[] => {
        const headline = what === 'taken in';
        const budget = `${PEOPLE} people ${what}, ${where}`;
        return [
          { budget, unit: 's', figure: seconds, goal: { atMost: 20 }, digits: 1, headline },
          { budget: 'the same: memory added', unit: 'MB', figure: megabytes, goal: { atMost: 100 }, headline },
        ];
      }),
      { budget: 'main-thread delay p99 meanwhile', unit: 'ms', figure: await server.delay(), goal: {}, digits: 1 },
    ];
  } finally {
    await server.stop();
  }
}

/** A company of 20,000 people in a file, over HTTP. */
export async function directoryFigures(figures: Figure[]): Promise<void> {
  const only = process.env['BENCH_DATABASE'];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kharcha-bench-'));
  const cluster = only === 'embedded' ? null : await startPostgres();
  try {
    if (only !== 'postgres') figures.push(...(await imports('embedded', { dataDir: path.join(folder, 'data') })));
    if (cluster)
      figures.push(...(await imports('PostgreSQL', { dataDir: folder, databaseUrl: await cluster.createDatabase() })));
  } finally {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
