import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openFolder, type Folder } from '#tests/support/companies.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

export let server: TestServer;
export let folder: Folder;

export const companies = () =>
  sql<Record<string, unknown>>`
    select c.*, last_called_on::text as last_called_on, boq, tender from companies c
    left join company_texts t on t.company_id = c.id order by external_id`
    .execute(server.database.db)
    .then(({ rows }) => rows);

export const contacts = () =>
  sql<Record<string, unknown>>`
    select k.*, last_active_on::text as last_active_on, d.external_id, d.name, d.designation, d.email,
    d.mobile as number, c.external_id as company
    from contacts k join contact_details d on d.contact_id = k.id join companies c on c.id = k.company_id
    order by d.external_id`
    .execute(server.database.db)
    .then(({ rows }) => rows);

export const termsOf = (field: string) =>
  server.database.db
    .selectFrom('campaign_terms')
    .select(['code', 'value'])
    .where('field', '=', field as never)
    .orderBy('code')
    .execute();

export const refusedOf = (file: string): string[] =>
  existsSync(`${file}.refused.csv`) ? readFileSync(`${file}.refused.csv`, 'utf8').trim().split('\r\n') : [];

/** A server and a folder for the files of each test. */
export function useImports(): void {
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    folder = openFolder();
    for (const table of ['companies', 'campaign_terms', 'imports'] as const)
      await server.database.db.deleteFrom(table).execute();
  });
  afterEach(() => folder.remove());
}
