import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { makeDataDirs, quietLog, type DataDirs } from '#tests/support/dataDir.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { columnsOf, differencesFromTypes } from '#tests/support/schemaColumns.ts';

const postgres = await startPostgres();

describe('PostgreSQL, the embedded database and the table types', () => {
  let dataDirs: DataDirs;
  const opened: Database[] = [];
  beforeAll(async () => {
    dataDirs = await makeDataDirs();
    const databaseUrl = await postgres.createDatabase();
    for (const where of [{ databaseUrl }, {}])
      opened.push(await openDatabase({ dataDir: dataDirs.fresh(), log: quietLog, ...where }));
  }, 180_000);
  afterAll(async () => {
    for (const database of opened) await database.close();
    await postgres.stop();
    dataDirs.remove();
  });

  it('have the same tables and columns', async () => {
    const [onServer = {}, embedded] = await Promise.all(opened.map(({ db }) => columnsOf(db)));
    expect(onServer).toEqual(embedded);
    expect(differencesFromTypes({ postgres: onServer })).toEqual([]);
  });
});
