import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { makeDataDirs, quietLog, type DataDirs } from '#tests/support/dataDir.ts';
import { columnsOf, differencesFromTypes, type Column, type Schema } from '#tests/support/schemaColumns.ts';

describe('table types and the embedded database', () => {
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

  it('have the same tables and columns, of the same kinds', async () => {
    expect(differencesFromTypes({ embedded: await columnsOf(database.db) })).toEqual([]);
  });

  it('are found out where they differ', async () => {
    const schema = await columnsOf(database.db);
    const { claims = {}, kept_files: _, ...others } = schema;
    const claimsWith = (column: string, described: Column): Schema => ({
      ...schema,
      claims: { ...claims, [column]: described },
    });
    const { remarks: _remarks, ...withoutRemarks } = claims;
    const differences = differencesFromTypes({
      other_kind: claimsWith('claim_amount', ['string', 'not null', 'required']),
      nullable: claimsWith('owner_id', ['string', 'null', 'optional']),
      demanded: claimsWith('remarks', ['string', 'null', 'required']),
      added: claimsWith('surplus', ['string', 'null', 'optional']),
      removed: { ...schema, claims: withoutRemarks },
      no_table: { ...others, claims },
      new_table: { ...schema, surplus: { id: ['string', 'not null', 'required'] } },
    });
    for (const name of ['other_kind', 'nullable', 'demanded', 'added', 'removed', 'no_table', 'new_table'])
      expect([name, differences.filter((line) => line.includes(name)).length]).toEqual([name, 1]);
  });
});
