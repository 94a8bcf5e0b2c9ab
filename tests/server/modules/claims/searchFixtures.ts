import type { LocalExpense } from '#contract/expense.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, dataOf, DAY, file, reject } from '#tests/support/expenses.ts';
import { email, type PersonKey } from '#tests/support/people.ts';
import { NOW, type TestServer } from '#tests/support/server.ts';

export const midnight = Date.parse('2026-07-15T00:00:00+05:30');

export type Made = Record<string, LocalExpense>;
/** Claims of several people, by the name that the tests give them. */
export async function madeOn(server: TestServer): Promise<Made> {
  const made: Made = {};
  const [employee, manager] = [await server.as('employee'), await server.as('manager')];
  const [two, three] = [await server.as('employee2'), await server.as('employee3')];
  const later = async (name: string, api: Api, changes: Record<string, unknown> = {}) => {
    server.clock.now += 1000;
    made[name] = await file(api, changes);
  };
  await later('today', employee, { expenseDate: NOW, claimAmount: 100 });
  await later('yesterday', employee, { expenseDate: midnight - 1, claimAmount: 200, localExpenseType: 'MOBILE_BILL' });
  await later('week', employee, { expenseDate: NOW - 7 * DAY, claimAmount: 300 });
  await later('two', two, { claimAmount: 400 });
  await later('three', three, { claimAmount: 500 });
  await later('manager', manager, { claimAmount: 600 });
  made['yesterday'] = dataOf(
    await approve(manager, made['yesterday']?.expenseId ?? '', { managerApprovedAmount: 150 }),
  );
  made['week'] = dataOf(await reject(manager, made['week']?.expenseId ?? ''));
  made['two'] = dataOf(await approve(manager, made['two']?.expenseId ?? '', { managerApprovedAmount: 400 }));
  return made;
}
export const user = (key: PersonKey): string => `&filter=USER_EMAIL:${email(key)}`;
export const queue = (key: PersonKey): string => `&filter=MANAGER_EMAIL:${email(key)}`;
