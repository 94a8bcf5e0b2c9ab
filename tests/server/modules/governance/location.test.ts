import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { file } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const HERE = { latitude: '12.9716543', longitude: '77.5946789' };

/** Every row of the database as text. */
async function everything(): Promise<string> {
  const { db } = server.database;
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db);
    texts.push(JSON.stringify(rows));
  }
  return texts.join('\n');
}

it('PDA-2 where somebody is, is kept nowhere: in no table, and in no line of the log', async () => {
  const { identity, clock } = server;
  const credential = await identity.sign(identity.claims(email('employee'), clock.now));
  const signedIn = await server.with(null).post('/api/v1/account/googlelogin/v2', { credential }, HERE);
  expect(signedIn.status).toBe(200);
  const api = server.with(String(signedIn.body['token']));
  await file(api);
  expect((await api.get('/api/v1/user/role', HERE)).status).toBe(200);
  expect((await api.post('/api/v1/nothing-here', {}, HERE)).status).toBe(404);
  const kept = (await everything()) + server.logs.join('\n');
  expect(kept).toContain(email('employee'));
  for (const part of Object.values(HERE)) expect(kept).not.toContain(part.slice(0, 7));
});
