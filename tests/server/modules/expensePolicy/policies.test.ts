import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sumFinancePictures } from '#contract/calls/reports.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Policies, PolicyPreview } from '#contract/policy.ts';
import type { HistoryRow } from '#contract/record.ts';
import { addDays, dayOf, millisOfDay, type Day } from '#domain/dates.ts';
import { SPECIFICATION } from '#domain/policyVersions.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import { dataOf, expenseBody, file } from '#tests/support/expenses.ts';
import * as expenses from '#tests/support/expenses.ts';
import * as policies from '#tests/support/policies.ts';
import { policiesOf, somePolicy } from '#tests/support/policies.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

const ZONE = 'Asia/Kolkata';
const DAY = 86_400_000;

let server: TestServer;
let admin: Api;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = NOW;
  await server.database.db.deleteFrom('policy_versions').execute();
  await server.database.db
    .updateTable('policy_state')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .execute();
  admin = await server.as('org-admin');
});

const today = (): Day => dayOf(server.clock.now, ZONE);
const at = (days: number): number => millisOfDay(addDays(today(), days), ZONE);
const small = { largest: { amount: 500, over: 'REFUSE' }, food: { amount: 400, over: 'REFUSE' } } as const;
const made = async (days: number, changes: Parameters<typeof somePolicy>[0] = small): Promise<Policies> =>
  dataOf<Policies>(await policies.create(admin, { effectiveFrom: at(days), policy: somePolicy(changes) }));
const body = async (api: Api, changes: object) => expenseBody(await api.bill('a bill'), { ...changes });

describe('POL-8 versions of the policy', () => {
  it('begin with the specification’s; one is made, changed and removed, each step on record', async () => {
    const before = await policiesOf(admin);
    expect(before.versions).toEqual([
      { policyId: 'POL0', effectiveFrom: '0001-01-01', policy: SPECIFICATION, madeAt: 0, updatedAt: 0 },
    ]);
    const first = await made(3);
    expect(first.version).toBe(before.version + 1);
    const id = first.versions[1]?.policyId ?? '';
    expect(first.versions[1]).toMatchObject({ effectiveFrom: addDays(today(), 3), policy: small });
    const later = { effectiveFrom: at(5), policy: somePolicy() };
    expect(dataOf<Policies>(await policies.update(admin, id, later)).versions[1]?.effectiveFrom).toBe(
      addDays(today(), 5),
    );
    const gone = dataOf<Policies>(await policies.remove(admin, id));
    expect(gone.versions).toHaveLength(1);
    const log = dataOf<HistoryRow[]>(await policies.history(admin));
    expect(log.slice(0, 3).map(({ what }) => what)).toEqual(['Version removed', 'Version changed', 'Version made']);
    expect(log[2]?.changes).toContainEqual({
      field: 'Largest amount of a claim',
      before: '₹9,99,99,999.99; more is refused',
      after: '₹500.00; more is refused',
    });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('start today or later, one a day; what is in effect stays', async () => {
    for (const days of [-1, 800])
      expect(
        (await policies.create(admin, { effectiveFrom: at(days), policy: somePolicy() })).body['errors'],
      ).toHaveProperty('effectiveFrom');
    const { versions } = await made(0);
    const id = versions.at(-1)?.policyId ?? '';
    expect((await policies.create(admin, { effectiveFrom: at(0), policy: somePolicy() })).status).toBe(422);
    expect((await policies.update(admin, id, { effectiveFrom: at(1), policy: somePolicy() })).status).toBe(409);
    expect((await policies.remove(admin, id)).status).toBe(409);
    expect((await policies.remove(admin, 'POL0')).status).toBe(409);
  });

  it('of two admins at once one is told what the other did', async () => {
    const { version } = await policiesOf(admin);
    const ifMatch = { 'if-match': `"${version}"` };
    const bodies = [2, 3].map((days) => ({ effectiveFrom: at(days), policy: somePolicy(small) }));
    const answers = await Promise.all(bodies.map((each) => policies.create(admin, each, ifMatch)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'VERSION_CONFLICT', current: { version: version + 1 } });
  });

  it('what contradicts itself is refused at its field', async () => {
    const policy = somePolicy({ food: { amount: 900, over: 'REFUSE' }, largest: { amount: 500, over: 'WARN' } });
    const answer = await policies.create(admin, { effectiveFrom: at(1), policy });
    expect(answer.body['errors']).toEqual({ 'food.amount': 'This is above the largest amount of a claim, ₹500.00' });
  });
});

describe('POL-3 a claim is judged by the policy of its day', () => {
  it('a limit from tomorrow on does not touch what was spent before, whenever it is filed', async () => {
    await made(1);
    const employee = await server.as('employee');
    const spent = { expenseDate: NOW, claimAmount: 600 };
    expect((await expenses.create(employee, await body(employee, spent))).status).toBe(200);
    server.clock.now = NOW + 2 * DAY;
    expect((await expenses.create(employee, await body(employee, spent))).status).toBe(200);
    const later = await expenses.create(employee, await body(employee, { expenseDate: NOW + DAY, claimAmount: 600 }));
    expect(later.body['errors']).toEqual({ claimAmount: 'Amount cannot be more than ₹500.00' });
  });

  it('POL-11 a year from July on counts from the day of its version on, and is not asked before', async () => {
    await made(1, { reach: { days: 300, over: 'REFUSE', yearOpenUntil: 7, yearFrom: 7 } });
    const employee = await server.as('employee');
    const spent = await body(employee, { expenseDate: millisOfDay('2025-12-01', ZONE), claimAmount: 100 });
    const before = await expenses.create(employee, spent);
    expect(before.body['errors']).toEqual({ expenseDate: 'Expense date cannot be before 01-04-2026' });
    server.clock.now = NOW + DAY;
    expect((await expenses.create(employee, spent)).status).toBe(200);
    server.clock.now = millisOfDay('2026-08-01', ZONE);
    const late = await expenses.create(employee, { ...spent, expenseDate: millisOfDay('2026-06-30', ZONE) });
    expect(late.body['errors']).toEqual({ expenseDate: 'Expense date cannot be before 01-07-2026' });
  });

  it('POL-9 a change counts at once, though the versions are kept in memory', async () => {
    const employee = await server.as('employee');
    const spent = { expenseDate: NOW, claimAmount: 600 };
    expect((await expenses.create(employee, await body(employee, spent))).status).toBe(200);
    await made(0);
    expect((await expenses.create(employee, await body(employee, spent))).status).toBe(422);
    // Another process changes it: nothing in this one is told.
    await server.database.db.deleteFrom('policy_versions').execute();
    await server.database.db
      .updateTable('policy_state')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .execute();
    expect((await expenses.create(employee, await body(employee, spent))).status).toBe(200);
  });

  it('POL-5 a further type counts as its own; another day’s is refused', async () => {
    await made(0, { types: [{ name: 'Parking', as: 'OTHERS' }] });
    const employee = await server.as('employee');
    const filed = await file(employee, { expenseDate: NOW, furtherType: 'Parking' });
    expect(filed).toMatchObject({ localExpenseType: 'OTHERS', furtherType: 'Parking' });
    for (const wrong of [{ furtherType: 'parking' }, { furtherType: 'Parking', expenseDate: NOW - DAY }]) {
      const refused = await expenses.create(employee, await body(employee, { expenseDate: NOW, ...wrong }));
      expect(refused.body['errors']).toEqual({
        localExpenseType: 'This expense type is not in the policy of that day',
      });
    }
  });

  it('POL-2 what is warned of passes, and who decides is told; a bill may be left out below an amount', async () => {
    await made(0, {
      largest: { amount: 500, over: 'WARN' },
      bill: { least: 300, without: 'REFUSE' },
      food: { amount: 400, over: 'REFUSE' },
    });
    const employee = await server.as('employee');
    const warned = await file(employee, { expenseDate: NOW, claimAmount: 600 });
    expect(warned.policyWarning).toBe('Amount cannot be more than ₹500.00.');
    const bare = { expenseDate: NOW, billUrl: [] };
    expect((await expenses.create(employee, expenseBody('', { ...bare, claimAmount: 299 }))).status).toBe(200);
    expect((await expenses.create(employee, expenseBody('', { ...bare, claimAmount: 300 }))).status).toBe(422);
    const manager = await server.as('manager');
    const { results } = await expenses.found(manager, '&filter=MANAGER_EMAIL:manager%40example.com');
    const seen = results.content.find(({ expenseId }) => expenseId === warned.expenseId);
    expect(seen?.policyWarning).toBe(warned.policyWarning);
    expect(seen?.facts?.policy).toEqual({ foodLimit: 400, holiday: null });
    const edited = dataOf(
      await expenses.update(employee, warned.expenseId, await body(employee, { expenseDate: NOW, claimAmount: 450 })),
    );
    expect(edited.policyWarning).toBeUndefined();
  });
});

describe('REP-6 food near its limit', () => {
  it('is judged by the limit of its day, and the picture says the present one', async () => {
    const finance = await server.as('finance');
    const limit = async () =>
      dataOf<{ foodLimit?: number }>(await finance.get(urlOf(sumFinancePictures))).foodLimit ?? null;
    expect(await limit()).toBeNull();
    await made(0);
    expect(await limit()).toBe(400);
  });
});

describe('POL-10 a preview', () => {
  it('counts what a policy would have made of the last three months, by kind', async () => {
    server.clock.now = NOW - 30 * DAY;
    const employee = await server.as('employee');
    for (const claimAmount of [100, 600, 700]) await file(employee, { expenseDate: NOW - 31 * DAY, claimAmount });
    server.clock.now = NOW;
    const counted = async (over: 'REFUSE' | 'WARN') =>
      dataOf<PolicyPreview>(await policies.preview(admin, somePolicy({ ...small, largest: { amount: 500, over } })));
    const refused = await counted('REFUSE');
    expect(refused.local).toEqual({ claims: 3, refused: 2, warned: 0 });
    expect([refused.from, refused.to].map((ms) => dayOf(ms, ZONE))).toEqual(['2026-04-01', '2026-06-30']);
    expect((await counted('WARN')).local).toEqual({ claims: 3, refused: 0, warned: 2 });
    expect((await policies.preview(admin, { food: 1 })).status).toBe(422);
  });
});
