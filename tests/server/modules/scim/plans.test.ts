import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionOf, orderOf } from '#server/modules/scim/repository/userConditions.ts';
import { parseFilter } from '#server/modules/scim/protocol/filter.ts';
import { foundUsers, managerNamed, peopleNamed } from '#server/modules/scim/repository/users.ts';
import { FILLED_WITHIN } from '#tests/support/plans.ts';
import { ENTERPRISE, scimClient } from '#tests/support/scim.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** Of 20,000 people, who is looked for is found by an index (SCIM-5). */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const { db } = server.database;
  await sql`insert into people (id, email, name, employee_code, roles, cost_centre, disabled, source, external_id,
      created_at, updated_at)
    select 'PRSX' || n, 'person' || n || '@corp.example', 'Person ' || n, 'X' || n, '{}', '', false, 'SCIM', 'x' || n,
      n, n from generate_series(1, 20000) n`.execute(db);
  await sql`insert into scim_users (person_id, user_name, attributes)
    select 'PRSX' || n, 'Person' || n || '@corp.example', '{}' from generate_series(1, 20000) n`.execute(db);
  await sql`analyze`.execute(db);
}, FILLED_WITHIN);
afterAll(() => server.close());

async function planOf(filter: string): Promise<string> {
  const { db } = server.database;
  const page = foundUsers({
    where: conditionOf(parseFilter(filter)),
    order: orderOf(null, false),
    limit: 100,
    offset: 0,
  });
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${page}`.execute(db);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('SCIM-5 what providers look for', () => {
  it.each([
    'userName eq "person777@corp.example"',
    'userName sw "person77"',
    'externalId eq "x777"',
    'id eq "PRSX777"',
    'emails.value eq "person777@corp.example"',
    'emails[type eq "work"].value sw "person777@"',
    'displayName eq "Person 777"',
    'displayName sw "person 777"',
    `${ENTERPRISE}:employeeNumber eq "x777"`,
    `${ENTERPRISE}:manager.value eq "PRSX1"`,
    'externalId eq "x777" and active eq true',
    'meta.lastModified gt "2026-01-01T00:00:00Z"',
  ])('%s is found by an index', async (filter) => {
    const plan = await planOf(filter);
    expect([filter, plan]).toEqual([filter, expect.stringMatching(/Index (?:Only )?(?:Scan|Cond)/)]);
    expect([filter, plan]).toEqual([filter, expect.not.stringMatching(/Seq Scan on (?:people|scim_users)/)]);
  });

  it('who is named in a new user, and who is named as a manager, is found among all', async () => {
    const { db } = server.database;
    const said = { userName: 'person9@corp.example', externalId: 'x10', email: 'person11@corp.example' };
    expect((await peopleNamed(db, said)).map(({ id }) => id).toSorted()).toEqual(['PRSX10', 'PRSX11', 'PRSX9']);
    expect((await managerNamed(db, 'X12'))?.id).toBe('PRSX12');
    const scim = await scimClient(server);
    for (let n = 1; n <= 20; n += 1) expect(await scim.find(`userName eq "PERSON${n}@corp.example"`)).toHaveLength(1);
    const last = await scim.get('/Users?startIndex=19901&count=200');
    expect((last.body['Resources'] as unknown[]).length).toBeGreaterThan(100);
  });
});
