import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Trip } from '#contract/trip.ts';
import type { Api } from '#tests/support/api.ts';
import { told } from '#tests/support/enquiries.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { create, search, tripBody, update } from '#tests/support/trips.ts';

let server: TestServer;
let employee: Api;
beforeAll(async () => {
  server = await startServer();
  employee = await server.as('employee');
});
afterAll(() => server.close());

it('TRIP-1 TRIP-6 AUD-3 a meal preference is read, kept, answered and told', async () => {
  const trip = dataOf<Trip>(await create(employee, tripBody({ mealPreference: ' No  onions ' })));
  expect(trip).toMatchObject({ mealPreference: 'No onions' });
  const row = await server.database.db.selectFrom('trips').selectAll().where('id', '=', trip.tripId).executeTakeFirst();
  expect(row).toMatchObject({ meal_preference: 'No onions' });
  expect(JSON.stringify((await search(employee)).body)).toContain('"mealPreference":"No onions"');
  const changed = dataOf<Trip>(await update(employee, trip.tripId, tripBody({ mealPreference: 'Jain' })));
  expect(changed).toMatchObject({ mealPreference: 'Jain', managerApprovalStatus: 'MANAGER_PENDING' });
  const [edit, raised] = await told(employee, trip.tripId);
  expect(edit?.changes).toEqual([{ field: 'Meal preference', before: 'No onions', after: 'Jain' }]);
  expect(raised?.changes).toContainEqual({ field: 'Meal preference', before: null, after: 'No onions' });
  expect((await create(employee, tripBody({ mealPreference: 'x'.repeat(101) }))).body['errors']).toEqual({
    mealPreference: 'Meal preference cannot be longer than 100 characters',
  });
  expect(dataOf<Trip>(await create(employee, tripBody()))).toMatchObject({ mealPreference: null });
});
