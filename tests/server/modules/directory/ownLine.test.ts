import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DirectoryPerson } from '#contract/people.ts';
import { demoPeople } from '#server/demo/people.ts';
import * as directory from '#tests/support/directory.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Names of everybody whose managers, one above the other, lead to this one. */
function namesBelow(key: string): string[] {
  const all = demoPeople().filter((person) => person.named);
  const found = new Set<string>();
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const person of all) if (person.manager === key || found.has(person.manager)) found.add(person.key);
  }
  return all.flatMap((person) => (found.has(person.key) ? [person.name] : [])).toSorted();
}

describe('ORG-34 the own line of a manager', () => {
  it.each(['manager', 'manager2', 'director'] as const)('%s finds everybody below and nobody else', async (key) => {
    const api = await server.as(key);
    const rows = directory.rowsOf(await directory.list(api));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(namesBelow(key));
    for (const query of [`filter=SEARCH:${email('finance')}`, `filter=MANAGER_EMAIL:${email('admin')}`])
      expect(directory.rowsOf(await directory.list(api, `pageSize=100&pageNumber=0&${query}`))).toEqual(
        key === 'director' && query.includes('SEARCH') ? [expect.objectContaining({ email: email('finance') })] : [],
      );
  });

  it('opens by level from oneself, and no level of another line', async () => {
    const api = await server.as('manager');
    const names = async (id: string) =>
      directory.rowsOf(await directory.reports(api, id)).map((row) => [row.name, row.manager?.personId]);
    expect(await names('top')).toEqual(await names(idOf('manager')));
    expect((await names('top')).length).toBeGreaterThan(1);
    expect((await names('top')).every(([, manager]) => manager === idOf('manager'))).toBe(true);
    expect([await names(idOf('manager2')), await names(idOf('director'))]).toEqual([[], []]);
  });

  it('says who somebody is, not when they were last seen, nor what was changed in them', async () => {
    await server.as('employee');
    const api = await server.as('manager');
    const person = dataOf<DirectoryPerson>(await directory.get(api, idOf('employee')));
    expect([person.name, person.lastSeenAt]).toEqual(['Asha Nair', null]);
    const seen = dataOf<DirectoryPerson>(await directory.get(await server.as('org-admin'), idOf('employee')));
    expect(seen.lastSeenAt).toBe(server.clock.now);
    expect((await directory.history(api, idOf('employee'))).status).toBe(403);
    expect((await directory.get(api, idOf('manager'))).status).toBe(200);
    for (const other of ['employee3', 'manager2', 'director', 'finance'] as const)
      expect((await directory.get(api, idOf(other))).status).toBe(404);
  });

  it('ends with the role, and follows the person who moves to another line', async () => {
    const admin = await server.as('org-admin');
    const api = await server.as('manager');
    dataOf(await directory.changed(admin, 'employee2', { manager: email('manager2') }));
    expect((await directory.get(api, idOf('employee2'))).status).toBe(404);
    expect((await directory.get(await server.as('manager2'), idOf('employee2'))).status).toBe(200);
    expect((await directory.list(await server.as('employee2'))).status).toBe(403);
  });
});
