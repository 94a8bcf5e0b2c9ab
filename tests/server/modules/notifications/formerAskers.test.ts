import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as delegations from '#tests/support/delegations.ts';
import { answer, asked } from '#tests/support/enquiries.ts';
import { file } from '#tests/support/expenses.ts';
import * as told from '#tests/support/notifications.ts';
import type { PersonKey } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => told.forgetAll(server));

const toldTo = async (who: PersonKey): Promise<string[]> =>
  (await told.listed(await server.as(who))).map(({ kind, title }) => `${kind} ${title}`);

/** Somebody asks about a claim of `employee`; what happens then, and what they are told of the answer. */
async function toldAfter(asker: PersonKey, then: () => Promise<unknown>): Promise<string[]> {
  const { expenseId } = await file(await server.as('employee'));
  const { enquiryId } = await asked(await server.as(asker), expenseId, 'Why?');
  await told.tell(server);
  await then();
  expect((await answer(await server.as('employee'), enquiryId, 'For the clinic.')).status).toBe(200);
  await told.tell(server);
  return (await toldTo(asker)).filter((note) => note.startsWith('answered'));
}

it('NOTE-3 ENQ-8 a stand-in is told of the answer, and not once the period is over', async () => {
  const { delegationId } = await delegations.named(await server.as('manager'), 'newcomer');
  expect(await toldAfter('newcomer', async () => undefined)).toEqual(['answered For the clinic.']);
  await told.forgetAll(server);
  const end = async () => delegations.end(await server.as('manager'), delegationId);
  expect(await toldAfter('newcomer', end)).toEqual([]);
});

it('NOTE-3 ENQ-8 a manager is not told of what was handed over since to somebody of another line', async () => {
  const handOver = async () => delegations.moveTo(await server.as('admin'), 'employee', 'manager2');
  expect(await toldAfter('manager', handOver)).toEqual([]);
  expect(await toldAfter('director', async () => undefined)).toEqual(['answered For the clinic.']);
});
