import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts';
import type { Answer } from '#tests/support/api.ts';
import { createCampaign } from '#tests/support/campaigns.ts';
import { name } from '#tests/support/delegations.ts';
import { ask } from '#tests/support/enquiries.ts';
import { create, expenseBody, file } from '#tests/support/expenses.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { financeApproved, make } from '#tests/support/tally.ts';
import * as travel from '#tests/support/travelClaims.ts';
import { create as createTrip, tripBody } from '#tests/support/trips.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ CREATIONS_PER_DAY: '1' });
});
afterAll(() => server.close());
const forget = () => server.database.db.deleteFrom('rate_limits').execute();
afterEach(forget);

type Make = (n: number) => Promise<Answer>;
/** A good claim of somebody, made before anything is counted. */
async function claim(): Promise<string> {
  const { expenseId } = await file(await server.as('employee'));
  await forget();
  return expenseId;
}

/** Calls that make something, by which one person makes one thing more each time. */
const COUNTED: Partial<Record<EndpointName, () => Promise<Make>>> = {
  createLocalExpense: async () => {
    const employee = await server.as('employee');
    const bill = await employee.bill('of the class');
    return () => create(employee, expenseBody(bill));
  },
  createTrip: async () => {
    const employee = await server.as('employee');
    return (n) => createTrip(employee, tripBody({ reasonForTravel: `Trip ${n}` }));
  },
  createTravelExpense: async () => {
    const [employee, trip] = [await server.as('employee'), await travel.goneTrip(server)];
    const bill = await employee.bill('of a trip of the class');
    await forget();
    return () => travel.create(employee, trip, travel.travelBody(bill));
  },
  askEnquiry: async () => {
    const [manager, id] = [await server.as('manager'), await claim()];
    return (n) => ask(manager, id, `Why, ${n}?`);
  },
  createDelegation: async () => {
    const manager = await server.as('manager');
    return (n) => name(manager, 'employee2', [10 * n, 10 * n]);
  },
  createCampaign: async () => {
    const campaigner = await server.as('campaign-manager');
    return (n) => createCampaign(campaigner, `Campaign ${n}`);
  },
  makeTallyBatch: async () => {
    const ids = [await claim(), await claim()];
    const { db } = server.database;
    await db.updateTable('claims').set((eb) => ({ manager_status: 'MANAGER_APPROVED', manager_amount: eb.ref('claim_amount') })).where('id', 'in', ids).execute();
    await financeApproved(server, ids);
    const tally = await server.as('tally');
    return (n) => make(tally, { ids: [ids[n]] });
  },
};

/** Calls that change what there is, or make what something else bounds. */
const EXCUSED: readonly [calls: RegExp, why: string][] = [
  [/^(update|withdraw|manager(Approve|Reject)|bulk|finance(Approve|Reject)|revive|admin(Approve|Reject)|cancel|reject|mark|close|answer|end|delete|save|choose|release|read|change)/, 'it changes what is there'],
  [/^(uploadTicketDetails|uploadCancellationDetails|uploadCandidateInformation|setExceptionalDate)$/, 'a trip or a person has one of it'],
  [/^addFurtherTicket$/, 'MAX_FURTHER_TICKETS of a trip'],
  [/^(uploadFile|startUpload|uploadPart|dropUpload|uploadExpenses|uploadPayments)$/, 'UPLOADS_PER_HOUR'],
  [/^intakeConveyance$/, 'the sales app’s own key, of a program and no person'],
  [/^(googleLogin|codeLogin|sendSignInCode|demoCredential|logout)$/, 'sign-ins have limits of their own'],
  [/^(subscribeDevice|unsubscribeDevice)$/, 'a device of a session has one subscription'],
  [/^exportTallyBatch$/, 'it writes what a batch holds'],
  [/^countCampaign$/, 'it counts and keeps nothing'],
];

const changing = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).flatMap(([call, { method }]) => (method === 'GET' || method === 'HEAD' ? [] : [call]));

describe('S3 whatever one person makes is counted by the day', () => {
  it('every call that is no read is counted, or excused by name', () => {
    expect(changing.filter((call) => COUNTED[call] === undefined && !EXCUSED.some(([calls]) => calls.test(call)))).toEqual([]);
  });

  it('what is excused is there, and is not counted', () => {
    for (const [calls] of EXCUSED) expect(changing.some((call) => calls.test(call)), String(calls)).toBe(true);
    expect(Object.keys(COUNTED).filter((call) => EXCUSED.some(([calls]) => calls.test(call)))).toEqual([]);
  });

  it.each(Object.keys(COUNTED) as EndpointName[])('%s: the second of a day is refused, and goes through the next', async (call) => {
    const make = await COUNTED[call]?.();
    const said = async (n: number): Promise<unknown[]> => {
      const answer = (await make?.(n)) as Answer;
      return [answer.status, answer.body['code']];
    };
    expect(await said(0)).toEqual([200, undefined]);
    expect(await said(1)).toEqual([413, 'CREATION_ALLOWANCE']);
    server.clock.now += 86_400_000;
    expect(await said(1)).toEqual([200, undefined]);
    server.clock.now -= 86_400_000;
  });
});
