import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts';
import type { Answer } from '#tests/support/api.ts';
import { dayOf } from '#domain/dates.ts';
import { createCampaign } from '#tests/support/campaigns.ts';
import { name } from '#tests/support/delegations.ts';
import { ask } from '#tests/support/enquiries.ts';
import { create, expenseBody, file } from '#tests/support/expenses.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { financeApproved, make, madeOf } from '#tests/support/tally.ts';
import * as travel from '#tests/support/travelClaims.ts';
import { create as createTrip, tripBody } from '#tests/support/trips.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ CREATIONS_PER_DAY: '1' });
});
afterAll(() => server.close());
const forget = () => server.database.db.deleteFrom('rate_limits').execute();
afterEach(forget);

/** The id in an answer. */
const idIn = (answer: Answer): string | undefined =>
  /\b(?:EXP|TRV|TRP|ENQ|DEL|CMP|TLY)[0-9A-Z]{8,}\b/.exec(answer.text)?.[0];
const DAY_OF_TEST = dayOf(NOW, 'Asia/Kolkata');

type Make = (n: number, headers?: Record<string, string>) => Promise<Answer>;
/** A good claim of somebody, made before anything is counted. */
async function claim(): Promise<string> {
  const { expenseId } = await file(await server.as('employee'));
  await forget();
  return expenseId;
}

/** What the manager decides, written where it stands. */
const managerApproved = (ids: readonly string[]) =>
  server.database.db
    .updateTable('claims')
    .set((eb) => ({ manager_status: 'MANAGER_APPROVED', manager_amount: eb.ref('claim_amount') }))
    .where('id', 'in', [...ids])
    .execute();

/** Calls that make something, by which one person makes one thing more each time. */
const COUNTED: Partial<Record<EndpointName, () => Promise<Make>>> = {
  createLocalExpense: async () => {
    const employee = await server.as('employee');
    const bill = await employee.bill('of the class');
    return (_, headers) => create(employee, expenseBody(bill), headers);
  },
  createTrip: async () => {
    const employee = await server.as('employee');
    return (n, headers) => createTrip(employee, tripBody({ reasonForTravel: `Trip ${n}` }), headers);
  },
  createTravelExpense: async () => {
    const [employee, trip] = [await server.as('employee'), await travel.goneTrip(server)];
    const bill = await employee.bill('of a trip of the class');
    await forget();
    return (_, headers) => travel.create(employee, trip, travel.travelBody(bill), headers);
  },
  askEnquiry: async () => {
    const [manager, id] = [await server.as('manager'), await claim()];
    return (n, headers) => ask(manager, id, `Why, ${n}?`, headers);
  },
  createDelegation: async () => {
    const manager = await server.as('manager');
    return (n, headers) => name(manager, 'employee2', [10 * n, 10 * n], {}, headers);
  },
  createCampaign: async () => {
    const campaigner = await server.as('campaign-manager');
    return (n, headers) => createCampaign(campaigner, `Campaign ${n}`, undefined, headers);
  },
  makeTallyBatch: async () => {
    const ids = [await claim(), await claim(), await claim()];
    await managerApproved(ids);
    await financeApproved(server, ids);
    const tally = await server.as('tally');
    return (n, headers) => make(tally, { ids: [ids[n]] }, headers);
  },
};

/** Calls that change what there is, or make what something else bounds. */
const EXCUSED: readonly [calls: RegExp, why: string][] = [
  [
    new RegExp(
      '^(update|withdraw|(manager|finance|admin)(Approve|Reject)|bulk|revive|cancel|reject|mark|close|answer|end|' +
        'delete|save|choose|release|read|rename|leave|return|change)',
    ),
    'it changes what is there',
  ],
  [/^sendTogether$/, 'it carries what changes what is there'],
  [
    /^(uploadTicketDetails|uploadCancellationDetails|uploadCandidateInformation|setExceptionalDate)$/,
    'a trip or a person has one of it',
  ],
  [/^addFurtherTicket$/, 'MAX_FURTHER_TICKETS of a trip'],
  [/^(uploadFile|startUpload|uploadPart|dropUpload|uploadExpenses|uploadPayments|importPeople)$/, 'UPLOADS_PER_HOUR'],
  [/^intakeConveyance$/, 'the sales app’s own key, of a program and no person'],
  [
    /^(googleLogin|codeLogin|oidcLogin|sendSignInCode|openLeaverLink|demoCredential|logout)$/,
    'sign-ins have limits of their own',
  ],
  [/^(createIdentityProvider|removeIdentityProvider)$/, 'MAX_IDENTITY_PROVIDERS of the organisation'],
  [/^(createPolicy|removePolicy)$/, 'MAX_POLICY_VERSIONS of the organisation'],
  [/^(?:createProvisioningToken|createApiKey)$/, 'MAX_PROVISIONING_TOKENS of the organisation'],
  [/^addGstKey$/, 'MAX_GST_KEYS of the organisation'],
  [/^(setHold|liftHold)$/, 'a person or a record has one hold at a time, set by organisation admins'],
  [/^erasePerson$/, 'it erases what is there'],
  [/^(?:setUp|signInByLink)$/, 'once, by whom the server gives a link'],
  [/^(?:createWebhook|rotateWebhookSecret)$/, 'MAX_WEBHOOKS of the organisation, of each five secrets'],
  [/^sendWebhooksAgain$/, 'it sends what there is'],
  [/^(?:resetSignIn|moveToIdentityProvider)$/, 'it forgets what is stored'],
  [/^createPerson$/, 'organisation admins put in as many people as there are'],
  [/^(?:tryIdentityProvider|tryWebhook|checkInstallation|previewPolicy|findUsedBills)$/, 'it asks and keeps nothing'],
  [/^(subscribeDevice|unsubscribeDevice)$/, 'a device of a session has one subscription'],
  [/^exportTallyBatch$/, 'it writes what a batch holds'],
  [/^confirmRoles$/, 'a month has one review'],
  [/^countCampaign$/, 'it counts and keeps nothing'],
];

const changing = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).flatMap(([call, { method }]) =>
  method === 'GET' || method === 'HEAD' ? [] : [call],
);

describe('S3 whatever one person makes is counted by the day', () => {
  it('every call that is no read is counted, or excused by name', () => {
    expect(
      changing.filter((call) => COUNTED[call] === undefined && !EXCUSED.some(([calls]) => calls.test(call))),
    ).toEqual([]);
  });

  it('what is excused is there, and is not counted', () => {
    for (const [calls] of EXCUSED)
      expect(
        changing.some((call) => calls.test(call)),
        String(calls),
      ).toBe(true);
    expect(Object.keys(COUNTED).filter((call) => EXCUSED.some(([calls]) => calls.test(call)))).toEqual([]);
  });

  it.each(Object.keys(COUNTED) as EndpointName[])(
    '%s: the second of a day is refused, and goes through the next',
    async (call) => {
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
    },
  );

  it.each(Object.keys(COUNTED) as EndpointName[])(
    '%s: a key whose answer was forgotten is answered with what it made, and not counted',
    async (call) => {
      const make = await COUNTED[call]?.();
      const key = { 'idempotency-key': `of-the-class-${call}` };
      const first = (await make?.(2, key)) as Answer;
      expect(first.status).toBe(200);
      await server.database.db.deleteFrom('idempotency').execute();
      // The day is full.
      const again = (await make?.(2, key)) as Answer;
      expect([again.status, idIn(again)]).toEqual([200, idIn(first)]);
      const counts = await server.database.db
        .selectFrom('rate_limits')
        .select('count')
        .where('bucket', 'like', `%:${DAY_OF_TEST}`)
        .execute();
      expect(counts).toEqual([{ count: 1 }]);
    },
  );

  it('makeTallyBatch: of what could not be taken there is no batch, and none is counted', async () => {
    const tally = await server.as('tally');
    const id = await claim();
    for (let n = 0; n < 3; n += 1)
      expect(madeOf(await make(tally, { ids: [id] }))).toMatchObject({ batch: null, done: [], refused: [{ id }] });
    await managerApproved([id]);
    await financeApproved(server, [id]);
    expect(madeOf(await make(tally, { ids: [id] })).done).toEqual([id]);
  });
});
