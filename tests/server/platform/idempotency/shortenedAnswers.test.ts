import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shortenOldAnswers } from '#server/main/retention.ts';
import { askEnquiry } from '#contract/calls/records.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Answer } from '#tests/support/api.ts';
import * as local from '#tests/support/expenses.ts';
import * as finance from '#tests/support/finance.ts';
import type { PersonKey } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as travel from '#tests/support/travelClaims.ts';
import * as trips from '#tests/support/trips.ts';
import { forgetOldAnswers } from '#server/platform/idempotency/repository/keys.ts';

/** What is left of a stored answer after 40 days, and what a request that comes again later is told by it (WIRE-15). */

const DAY = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Sent = Record<string, string>;
/** A request that can be sent again as it was: by whom, under its key; `other` is another content under the same. */
interface Request {
  who: PersonKey;
  send: (headers: Sent) => Promise<Answer>;
  other: (headers: Sent) => Promise<Answer>;
}

const as = (who: PersonKey) => server.as(who);
const versioned = { 'if-match': '"1"' };
const claim = async () => (await local.file(await as('employee'))).expenseId;
const approved = async (): Promise<string> => {
  const id = await claim();
  await local.approve(await as('manager'), id, { managerApprovedAmount: 100 });
  return id;
};
const trip = async () => local.dataOf<{ tripId: string }>(await trips.create(await as('employee'))).tripId;

const REQUESTS: Record<string, () => Promise<Request>> = {
  'a local expense': async () => {
    const bill = await (await as('employee')).bill('the bill');
    const send = (remarks: string) => async (headers: Sent) =>
      local.create(await as('employee'), local.expenseBody(bill, { remarks }), headers);
    return { who: 'employee', send: send('one'), other: send('another') };
  },
  'its edit': async () => {
    const [id, bill] = [await claim(), await (await as('employee')).bill('the edited bill')];
    const send = (remarks: string) => async (headers: Sent) =>
      local.update(await as('employee'), id, local.expenseBody(bill, { remarks }), { ...versioned, ...headers });
    return { who: 'employee', send: send('one'), other: send('another') };
  },
  'a manager’s decision': async () => {
    const id = await claim();
    const send = (managerApprovedAmount: number) => async (headers: Sent) =>
      local.approve(await as('manager'), id, { managerApprovedAmount }, { ...versioned, ...headers });
    return { who: 'manager', send: send(10), other: send(20) };
  },
  'a decision of finance': async () => {
    const id = await approved();
    const send = (financeApprovedAmount: number) => async (headers: Sent) =>
      finance.approve(await as('finance'), 'local', id, { financeApprovedAmount }, { 'if-match': '"2"', ...headers });
    return { who: 'finance', send: send(10), other: send(20) };
  },
  'a travel claim': async () => {
    const [tripId, bill] = [await travel.goneTrip(server), await (await as('employee')).bill('the travel bill')];
    const send = (remarks: string) => async (headers: Sent) =>
      travel.create(await as('employee'), tripId, travel.travelBody(bill, { remarks }), headers);
    return { who: 'employee', send: send('one'), other: send('another') };
  },
  'a trip': async () => {
    const send = (remarks: string) => async (headers: Sent) =>
      trips.create(await as('employee'), trips.tripBody({ remarks }), headers);
    return { who: 'employee', send: send('one'), other: send('another') };
  },
  'the edit of a trip': async () => {
    const id = await trip();
    const send = (remarks: string) => async (headers: Sent) =>
      trips.update(await as('employee'), id, trips.tripBody({ remarks }), { ...versioned, ...headers });
    return { who: 'employee', send: send('one'), other: send('another') };
  },
  'the decision of a trip': async () => {
    const id = await trip();
    const send = (managerRemarks: string) => async (headers: Sent) =>
      trips.managerApprove(await as('manager'), id, { managerRemarks }, { ...versioned, ...headers });
    return { who: 'manager', send: send('one'), other: send('another') };
  },
  'a question': async () => {
    const id = await claim();
    const send = (question: string) => async (headers: Sent) =>
      (await as('manager')).post(urlOf(askEnquiry, { parts: { id } }), { question }, headers);
    return { who: 'manager', send: send('Which client?'), other: send('Which day?') };
  },
};

let keys = 0;
const newKey = (): Sent => {
  keys += 1;
  return { 'idempotency-key': `key-to-shorten-${keys}` };
};
const stored = (key: Sent) =>
  server.database.db
    .selectFrom('idempotency')
    .select(['body', 'shortened', 'record_id'])
    .where('key', '=', key['idempotency-key'] ?? '')
    .executeTakeFirst();
/** Everything that a request could have changed; sessions come and go with the clock. */
async function standing(): Promise<string> {
  const { db } = server.database;
  const of = (table: 'claims' | 'trips' | 'enquiries' | 'claim_bills') => db.selectFrom(table).selectAll().execute();
  const rows = await Promise.all([
    of('claims'),
    of('trips'),
    of('enquiries'),
    of('claim_bills'),
    db
      .selectFrom('audit_log')
      .select(['id', 'hash'])
      .where('record_kind', 'in', ['claim', 'trip', 'enquiry'])
      .execute(),
  ]);
  return JSON.stringify(rows.map((all) => all.map((row) => JSON.stringify(row)).toSorted()));
}
const replayed = (answer: Answer): boolean => answer.headers.get('idempotency-replayed') === 'true';

describe.each(Object.entries(REQUESTS))('S19 WIRE-15 %s', (_name, prepare) => {
  it('is answered with its record after 40 days, once and for all, and another content is refused', async () => {
    server.clock.now = NOW;
    const [request, key] = [await prepare(), newKey()];
    const first = await request.send(key);
    expect([first.status, first.text]).toEqual([200, expect.any(String)]);
    await shortenOldAnswers(server.database.db, NOW + 40 * DAY);
    expect(await stored(key)).toMatchObject({ shortened: false, body: first.text });
    server.clock.now = NOW + 41 * DAY;
    expect(await shortenOldAnswers(server.database.db, server.clock.now)).toBeGreaterThanOrEqual(1);
    expect(await stored(key)).toMatchObject({ shortened: true, body: first.body['receipt'] ?? '' });
    const before = await standing();
    const again = await request.send(key);
    expect([again.status, replayed(again), again.body]).toEqual([200, true, first.body]);
    expect((await request.other(key)).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await standing()).toBe(before);
    expect(await shortenOldAnswers(server.database.db, server.clock.now)).toBe(0);
  });
});

it('WIRE-15 the record is told as it is now', async () => {
  server.clock.now = NOW;
  const employee = await as('employee');
  const [bill, key] = [await employee.bill('told as it is'), newKey()];
  const send = async () => local.create(await as('employee'), local.expenseBody(bill), key);
  const made = await send();
  local.dataOf(await local.approve(await as('manager'), local.dataOf(made).expenseId, { managerApprovedAmount: 7 }));
  server.clock.now = NOW + 50 * DAY;
  await shortenOldAnswers(server.database.db, server.clock.now);
  const again = await send();
  expect([local.dataOf(again), again.body['receipt']]).toMatchObject([
    { version: 2, managerApprovedAmount: 7, expenseId: local.dataOf(made).expenseId },
    made.body['receipt'],
  ]);
});

it('WIRE-15 whom the record is no longer shown to is told nothing of it', async () => {
  server.clock.now = NOW;
  const [request, key] = [await (REQUESTS['a manager’s decision'] as () => Promise<Request>)(), newKey()];
  await request.send(key);
  server.clock.now = NOW + 50 * DAY;
  await shortenOldAnswers(server.database.db, server.clock.now);
  await server.database.db
    .updateTable('people')
    .set({ roles: [] })
    .where('email', '=', 'manager@example.com')
    .execute();
  expect((await request.send(key)).status).toBe(404);
  await server.database.db
    .updateTable('people')
    .set({ roles: ['manager'] })
    .where('email', '=', 'manager@example.com')
    .execute();
});

it('WIRE-15 what has no record of its own is kept whole', async () => {
  server.clock.now = NOW;
  const [id, key] = [await claim(), newKey()];
  const first = await local.bulk(await as('manager'), { ids: [id], approved: true }, key);
  server.clock.now = NOW + 50 * DAY;
  await shortenOldAnswers(server.database.db, server.clock.now);
  expect((await local.bulk(await as('manager'), { ids: [id], approved: true }, key)).text).toBe(first.text);
});

it('S19 the job goes in batches, over what may be shortened alone', async () => {
  server.clock.now = NOW;
  const { db } = server.database;
  const row = (n: number) => ({
    person_id: 'p',
    key: `many-${n}`,
    method: 'POST',
    path: '/',
    request_hash: '',
    status: 200,
    body: JSON.stringify({ success: true, receipt: `r${n}` }),
    record_id: 'EXP',
    created_at: NOW - 50 * DAY,
    shortened: n % 5 === 0 ? null : false,
  });
  const person = (await db.selectFrom('people').select('id').executeTakeFirstOrThrow()).id;
  for (let at = 0; at < 2_500; at += 500)
    await db
      .insertInto('idempotency')
      .values(Array.from({ length: 500 }, (_, n) => ({ ...row(at + n), person_id: person })))
      .execute();
  expect(await shortenOldAnswers(db, NOW)).toBe(2_000);
  expect(await stored({ 'idempotency-key': 'many-1' })).toMatchObject({ shortened: true, body: 'r1' });
  expect((await stored({ 'idempotency-key': 'many-5' }))?.shortened).toBeNull();
});

it('S19 WIRE-15 at any time after, whatever the jobs have done, a resend changes nothing', async () => {
  server.clock.now = NOW;
  const sent: { request: Request; key: Sent }[] = [];
  for (const prepare of Object.values(REQUESTS)) {
    const [request, key] = [await prepare(), newKey()];
    expect((await request.send(key)).status).toBe(200);
    sent.push({ request, key });
  }
  const before = await standing();
  const step = fc.record({
    days: fc.integer({ min: 0, max: 90 }),
    job: fc.constantFrom('shorten', 'forget', 'none'),
    which: fc.nat(sent.length - 1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const { days, job, which } of steps) {
        server.clock.now += days * DAY;
        if (job === 'shorten') await shortenOldAnswers(server.database.db, server.clock.now);
        if (job === 'forget') await forgetOldAnswers(server.database.db, server.clock.now);
        const { request, key } = sent[which] as (typeof sent)[number];
        await request.send(key);
        expect(await standing()).toBe(before);
      }
    }),
    { numRuns: 12 },
  );
});
