import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { moveTo } from '#tests/support/delegations.ts';
import { idOf, setRoles, type PersonKey } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** Managers changed by several admins at once: nobody comes to stand above themselves (ACC-20). */

const WHO = ['employee', 'employee2', 'employee3', 'manager', 'manager2'] as const satisfies readonly PersonKey[];
let server: TestServer;
let admins: Api[];
beforeAll(async () => {
  server = await startServer();
  await setRoles(server.database.db, 'finance', ['admin']);
  for (const who of WHO) await setRoles(server.database.db, who, ['manager']);
  admins = [await server.as('admin'), await server.as('finance')];
});
afterAll(() => server.close());

/** Everybody under the director, who is nobody's to move here. */
const flat = () =>
  server.database.db
    .updateTable('people')
    .set({ manager_id: idOf('director') })
    .where('id', 'in', WHO.map(idOf))
    .execute();

/** Those of WHO above whom the line leads back to themselves. */
async function circles(): Promise<PersonKey[]> {
  const rows = await server.database.db
    .selectFrom('people')
    .select(['id', 'manager_id'])
    .where('id', 'in', WHO.map(idOf))
    .execute();
  const above = new Map(rows.map((row) => [row.id, row.manager_id]));
  return WHO.filter((who) => {
    let id = above.get(idOf(who)) ?? null;
    for (let steps = 0; id !== null && steps <= WHO.length; steps += 1) {
      if (id === idOf(who)) return true;
      id = above.get(id) ?? null;
    }
    return false;
  });
}

const by = (index: number): Api => admins[index % admins.length] as Api;

describe('S19 ACC-20 managers changed at once', () => {
  it('S19 ACC-20 A under B and B under A in the same moment: one of them is refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      await flat();
      const answers = await Promise.all([
        moveTo(by(0), 'employee', 'employee2'),
        moveTo(by(1), 'employee2', 'employee'),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      expect(await circles()).toEqual([]);
    }
  });

  it('S19 ACC-20 whatever is asked for at once, nobody stands above themselves', async () => {
    const move = fc.record({ who: fc.constantFrom(...WHO), to: fc.constantFrom(...WHO), by: fc.nat(1) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(move, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
        async (rounds) => {
          await flat();
          for (const round of rounds) {
            const answers = await Promise.all(round.map(({ who, to, by: admin }) => moveTo(by(admin), who, to)));
            expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
            expect(await circles()).toEqual([]);
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
