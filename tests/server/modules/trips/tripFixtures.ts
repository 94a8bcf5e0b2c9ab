import type { Trip } from '#contract/trip.ts';
import type { Answer } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { idOf, type PersonKey } from '#tests/support/people.ts';
import { NOW, type TestServer } from '#tests/support/server.ts';
import { create, managerApprove, tripBody } from '#tests/support/trips.ts';

export const tripOf = (answer: Answer): Trip => dataOf<Trip>(answer);
export const APPROVED = {
  manager_status: 'MANAGER_APPROVED',
  manager_remarks: 'Fine',
  manager_decided_at: NOW,
  manager_decided_by: idOf('manager'),
};
export const refusalOf = ({ status, body }: Answer) => ({ status, code: body['code'], message: body['message'] });

/** Trips at a test's own server: asked for, approved by the manager, and what is stored and logged of them. */
export function tripsAt(server: () => TestServer) {
  const ask = async (changes: Record<string, unknown> = {}, who: PersonKey = 'employee'): Promise<string> =>
    tripOf(await create(await server().as(who), tripBody(changes))).tripId;
  return {
    ask,
    approved: async (changes: Record<string, unknown> = {}): Promise<string> => {
      const id = await ask(changes);
      tripOf(await managerApprove(await server().as('manager'), id));
      return id;
    },
    actions: async (id: string): Promise<string[]> =>
      (
        await server()
          .database.db.selectFrom('audit_log')
          .select('action')
          .where('record_id', '=', id)
          .orderBy('version')
          .execute()
      ).map((row) => row.action),
    stored: (id: string) =>
      server().database.db.selectFrom('trips').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}
