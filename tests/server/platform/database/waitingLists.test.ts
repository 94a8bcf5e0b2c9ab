import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { makeDataDirs, quietLog, type DataDirs } from '#tests/support/dataDir.ts';

/** Tables that are filled by imports, where a long list is merged with less work. */
const IMPORTED = ['company_texts'];

let dataDirs: DataDirs;
let database: Database;
beforeAll(async () => {
  dataDirs = await makeDataDirs();
  database = await openDatabase({ dataDir: dataDirs.fresh(), log: quietLog });
}, 180_000);
afterAll(async () => {
  await database.close();
  dataDirs.remove();
});

it('no GIN index of what is filed every day gathers new entries for long', async () => {
  const { rows } = await sql<{ name: string; of: string; options: string[] | null }>`
    select c.relname as name, i.indrelid::regclass::text as of, c.reloptions as options
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'gin' order by 1`.execute(database.db);
  const filed = rows.filter((row) => !IMPORTED.includes(row.of));
  expect(filed.length).toBeGreaterThan(0);
  for (const { name, options } of filed)
    expect([name, options]).toEqual([name, expect.arrayContaining(['gin_pending_list_limit=64'])]);
});
