import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { approve, file, found } from '#tests/support/expenses.ts';
import type { PersonKey } from '#tests/support/people.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startServer } from '#tests/support/server.ts';

const postgres = await startPostgres();
process.env['TEST_DATABASE_URL'] = postgres.url;
const server = await startServer();
delete process.env['TEST_DATABASE_URL'];
afterAll(async () => {
  await server.close();
  await postgres.stop();
});
const WHO: readonly PersonKey[] = ['employee', 'manager', 'finance', 'admin', 'org-admin'];
const READS = Object.values(ENDPOINTS)
  .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  .map(({ path }) => path);

it('what runs goes on while another process adds columns to every table: nobody is answered 500', async () => {
  const people = await Promise.all(WHO.map((key) => server.as(key)));
  const [employee, manager] = people;
  if (!employee || !manager) throw new Error('Nobody is signed in');
  /** Over every connection of the pools; some are limited. */
  const readAll = async (): Promise<string[]> => {
    const answers: string[] = [];
    for (const path of READS) {
      const asked = people.flatMap((person) => [1, 2, 3, 4].map(() => person.get(path)));
      answers.push(...(await Promise.all(asked)).map(({ status }) => `${status} ${path}`));
    }
    return answers;
  };
  const work = async (): Promise<void> => {
    const filed = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => file(employee)));
    await Promise.all(filed.map(({ expenseId }) => approve(manager, expenseId, { managerApprovedAmount: 100 })));
  };
  await work();
  const failures = (answers: readonly string[]): string[] => answers.filter((answer) => answer >= '500');
  const before = await readAll();
  expect(before.filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(200);
  expect(failures(before)).toEqual([]);
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
    server.database.db,
  );
  for (const [n, column] of ['later', 'latest'].entries()) {
    for (const { name } of tables)
      await sql`alter table ${sql.table(name)} add column ${sql.ref(column)} text`.execute(server.database.db);
    // Who reads first, and who writes first, meets what was prepared before.
    if (n === 0) await work();
    expect(failures(await readAll())).toEqual([]);
    if (n === 1) await work();
  }
  expect((await found(employee)).results.totalElements).toBe(24);
});
