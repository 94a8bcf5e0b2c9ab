import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/platform/database/open.ts';
import { keysCommand } from '#server/modules/session/index.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { aUser, ENTERPRISE, ScimClient } from '#tests/support/scim.ts';
import type { Figure } from '../support/report.ts';
import { say } from '../support/say.ts';
import { through } from './fill.ts';
import { startServer, takeBuild, type RunningProcess } from './serverProcess.ts';

/** People that are provisioned, and what is said of so many. */
const SENT = Number(process.env['BENCH_PEOPLE'] ?? 2_000);
const ALL = 20_000;
const TEN = 10;

const log = {
  info: () => undefined,
  warn: (message: string) => console.error(message),
  error: (message: string) => console.error(message),
};

/** One person after the other, as a provider does: looked for, created, and given a manager who is there. */
async function provision(scim: ScimClient, from: number, count: number): Promise<number> {
  const began = performance.now();
  for (let n = from; n < from + count; n += 1) {
    if ((await scim.find(`userName eq "p${n}@corp.example"`)).length > 0) throw new Error(`There is p${n} already`);
    const { id } = await scim.made(aUser(`p${n}`));
    if (n === from) continue;
    const manager = `p${from + Math.floor((n - from - 1) / TEN)}@corp.example`;
    const answer = await scim.patch(`/Users/${id}`, [{ op: 'Add', path: `${ENTERPRISE}:manager`, value: manager }]);
    if (answer.status !== 200) throw new Error(answer.text);
  }
  return (performance.now() - began) / count;
}

async function figuresOf(server: RunningProcess, scim: ScimClient, fill: () => Promise<void>): Promise<Figure[]> {
  await server.delay();
  const empty = await provision(scim, 0, SENT);
  const delay = await server.delay();
  await fill();
  const full = await provision(scim, 100_000, SENT);
  const began = performance.now();
  for (let start = 1; start <= 2_001; start += 200) await scim.get(`/Users?startIndex=${start}&count=200`);
  const page = (performance.now() - began) / 11;
  const minutes = (perPerson: number): number => (perPerson * ALL) / 60_000;
  const one = 'looked for, created, given a manager';
  return [
    { budget: `a person: ${one}, in an empty directory`, unit: 'ms', figure: empty, goal: {}, digits: 1 },
    { budget: `the same beside ${ALL} others`, unit: 'ms', figure: full, goal: {}, digits: 1 },
    {
      budget: `${ALL} people one by one, from the dearer of both`,
      unit: 'min',
      figure: minutes(Math.max(empty, full)),
      goal: { atMost: 15 },
      digits: 1,
    },
    { budget: 'main-thread delay p99 meanwhile', unit: 'ms', figure: delay, goal: { atMost: 10 }, digits: 1 },
    { budget: 'a page of 200 users', unit: 'ms', figure: page, goal: {}, digits: 1 },
  ];
}

/** Provisioning by SCIM on PostgreSQL: a company of 20,000 people, one after the other. */
export async function provisioningFigures(figures: Figure[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kharcha-bench-'));
  const cluster = await startPostgres();
  try {
    const databaseUrl = await cluster.createDatabase();
    const server = await startServer(takeBuild(), { dataDir: folder, databaseUrl });
    const database = await openDatabase({ dataDir: folder, databaseUrl, log });
    try {
      const token = (await keysCommand(['create', 'scim', 'Bench'], database, Date.now())).split('\n')[1] ?? '';
      say('provisioning');
      const fill = async (): Promise<void> => {
        const db = through(database);
        await db.query(`insert into people (id, email, name, employee_code, roles, cost_centre, disabled, source,
            external_id, created_at, updated_at)
          select 'PRSZ' || n, 'z' || n || '@corp.example', 'Person ' || n, 'Z' || n, '{}', '', false, 'SCIM', 'z' || n,
            n, n from generate_series(1, ${ALL}) n`);
        await db.query(`insert into scim_users (person_id, user_name, attributes)
          select 'PRSZ' || n, 'z' || n || '@corp.example', '{}' from generate_series(1, ${ALL}) n`);
        await db.query('analyze people, scim_users');
      };
      figures.push(...(await figuresOf(server, new ScimClient(server.url, token), fill)));
    } finally {
      await database.close();
      await server.stop();
    }
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
