import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logout } from '#contract/calls/session.ts';
import { urlOf } from '#contract/endpoint.ts';
import { HEADERS } from '#contract/headers.ts';
import { newAuditRow } from '#server/platform/audit/audit.ts';
import { insertOnce, type Insertion } from '#server/platform/idempotency/repository/creation.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { create, expenseBody } from '#tests/support/expenses.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

/** Claims that arrive at the same time share a statement, and nobody can tell. */

const PEOPLE = ['employee', 'employee2', 'employee3', 'manager', 'manager2'] as const satisfies readonly PersonKey[];
const managers = new Map<string, string | null>();
let server: TestServer;
const apis = new Map<PersonKey, Api>();
const bills = new Map<PersonKey, string>();
beforeAll(async () => {
  server = await startServer({ CREATIONS_PER_DAY: '100000' });
  for (const who of PEOPLE) {
    const api = await server.as(who);
    apis.set(who, api);
    bills.set(who, await api.bill(`the bill of ${who}`));
  }
  const people = await server.database.db.selectFrom('people').select(['id', 'manager_id']).execute();
  for (const { id, manager_id: manager } of people) managers.set(id, manager);
});
afterAll(() => server.close());

let made = 0;
/** A record that `who` makes, as a repository writes it. */
function making(who: PersonKey, { bill, most = 100_000 }: { bill?: string; most?: number } = {}): Insertion {
  made += 1;
  const [id, key, owner] = [`EXPTOGETHER${String(made).padStart(12, '0')}`, `together-${made}-key`, idOf(who)];
  const manager = managers.get(owner) ?? null;
  const claim = {
    id,
    kind: 0,
    owner_id: owner,
    manager_id: manager,
    type: 'OTHERS',
    expense_date: '2026-07-14',
    claim_amount: 100,
    remarks: 'Taxi',
    manager_status: 'MANAGER_PENDING',
    finance_status: 'FINANCE_PENDING',
    creation_key: key,
    version: 1,
    created_at: NOW,
    updated_at: NOW,
  };
  const audit = newAuditRow({
    recordId: id,
    recordKind: 'claim',
    version: 1,
    at: NOW,
    actorId: owner,
    action: 'create',
    before: null,
    after: { claimAmount: 100 },
    origin: 'test',
    requestKey: key,
  });
  return {
    maker: { personId: owner, managerId: manager, quota: { bucket: `requests:${owner}:together`, most } },
    request: { personId: owner, key, method: 'POST', path: '/together', requestHash: 'x' },
    answer: { body: `{"made":"${id}"}`, recordId: id },
    rows: {
      claims: [claim],
      ...(bill !== undefined && { claim_bills: [{ claim_id: id, position: 0, file_hash: bill, name: 'a.pdf' }] }),
      audit_log: [audit],
    },
    now: NOW,
  };
}

const outcomesOf = async (makings: readonly Insertion[]): Promise<string[]> =>
  (await Promise.allSettled(makings.map((each) => insertOnce(server.database.db, each)))).map((each) =>
    each.status === 'fulfilled' ? each.value : String((each.reason as { constraint?: string }).constraint),
  );

/** In how many statements these were written. */
async function statementsOf(makings: readonly Insertion[]): Promise<number> {
  const ids = makings.map(({ answer }) => answer.recordId);
  const { rows } = await sql<{ claims: number; statements: number }>`
    select count(*)::int as claims, count(distinct xmin::text)::int as statements from claims where id = any(${ids})
  `.execute(server.database.db);
  expect(rows[0]?.claims).toBe(makings.length);
  return rows[0]?.statements ?? 0;
}

describe('records made at the same time', () => {
  it('are written by one statement, with bills and without', async () => {
    const makings = PEOPLE.map((who, i) => making(who, i % 2 === 0 ? { bill: bills.get(who) ?? '' } : {}));
    expect(await outcomesOf(makings)).toEqual(PEOPLE.map(() => 'written'));
    expect(await statementsOf(makings)).toBe(1);
    const ids = makings.map(({ answer }) => answer.recordId);
    const { db } = server.database;
    const rows = async (table: 'claim_bills' | 'audit_log' | 'idempotency', column: string): Promise<number> =>
      (await sql`select from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::text[])`.execute(db)).rows
        .length;
    expect([await rows('claim_bills', 'claim_id'), await rows('audit_log', 'record_id')]).toEqual([3, 5]);
    const answers = await db.selectFrom('idempotency').select('body').where('record_id', 'in', ids).execute();
    expect(answers.map(({ body }) => body).sort()).toEqual(makings.map(({ answer }) => answer.body).sort());
  });

  it('one that cannot be written fails alone', async () => {
    const [good, bad, other] = [making('employee'), making('manager', { bill: 'f'.repeat(64) }), making('manager2')];
    expect(await outcomesOf([good, bad, other])).toEqual(['written', 'claim_bills_file_hash_fkey', 'written']);
    await statementsOf([good, other]);
    const traces = await server.database.db
      .selectFrom('idempotency')
      .select('key')
      .where('record_id', '=', bad.answer.recordId)
      .execute();
    expect(traces).toEqual([]);
  });

  it('S3 C3 a full day, a used key and another manager are said of that one alone', async () => {
    const before = making('manager2');
    expect(await outcomesOf([before])).toEqual(['written']);
    const again = { ...making('manager2'), request: before.request };
    const moved = making('employee2');
    const outcomes = await outcomesOf([
      making('employee', { most: 0 }),
      { ...moved, maker: { ...moved.maker, managerId: idOf('director') } },
      again,
      making('manager'),
      making('employee3'),
    ]);
    expect(outcomes).toEqual(['full', 'moved', 'taken', 'written', 'written']);
  });

  it('two of one person are made one after the other, each counted', async () => {
    const count = async (): Promise<number> =>
      (
        await server.database.db
          .selectFrom('rate_limits')
          .select('count')
          .where('bucket', '=', `requests:${idOf('employee')}:together`)
          .executeTakeFirstOrThrow()
      ).count;
    expect(await outcomesOf([making('employee')])).toEqual(['written']);
    const before = await count();
    const makings = [making('employee'), making('manager'), making('employee'), making('employee')];
    expect(await outcomesOf(makings)).toEqual(makings.map(() => 'written'));
    expect(await count()).toBe(before + 3);
  });

  it('nobody waits for somebody whose line is being changed', async () => {
    const { db, kind } = server.database;
    // The embedded database lets nobody in meanwhile.
    if (kind !== 'postgres') return;
    const held = making('employee');
    let waiting: Promise<unknown> | undefined;
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('people').select('id').where('id', '=', idOf('employee')).forUpdate().execute();
      waiting = insertOnce(db, held);
      const others = [making('manager'), making('manager2')];
      expect(await outcomesOf(others)).toEqual(['written', 'written']);
      const together = [making('manager'), making('manager2')];
      waiting = Promise.all([waiting, insertOnce(db, making('employee'))]);
      expect(await outcomesOf(together)).toEqual(['written', 'written']);
    });
    expect(await waiting).toEqual(['written', 'written']);
  });
});

const BODIES = {
  good: {},
  other: { claimAmount: 77, remarks: 'Bus to the client', localExpenseType: 'MOBILE_BILL' },
  nothing: { claimAmount: 0 },
  future: { expenseDate: NOW + 5 * 86_400_000 },
  foreign: { billUrl: ['e'.repeat(64)] },
} as const;
type Body = keyof typeof BODIES;

interface Filing {
  who: (typeof PEOPLE)[number];
  body: Body;
  /** How many times it is sent under its key. */
  copies: number;
  /** Sent under a token that is none. */
  dead: boolean;
}
const filing = fc.record<Filing>({
  who: fc.constantFrom(...PEOPLE),
  body: fc.constantFrom(...(Object.keys(BODIES) as Body[]), 'good', 'good'),
  copies: fc.constantFrom(1, 1, 1, 2, 3),
  dead: fc.constantFrom(false, false, false, false, true),
});

let runs = 0;

/** Sends each filing with all its copies, by `order`; answers what was said and what is there afterwards. */
async function filed(
  filings: readonly Filing[],
  order: (sends: (() => Promise<Answer>)[]) => Promise<Answer[]>,
): Promise<unknown> {
  runs += 1;
  const run = runs;
  const keyOf = (at: number): string => `run-${run}-filing-${at}`;
  const sends = filings.flatMap(({ who, body, copies, dead }, at) =>
    Array.from({ length: copies }, () => {
      const api = dead ? server.with('d'.repeat(43)) : apis.get(who);
      if (!api) throw new Error(`${who} is not signed in`);
      const headers = { 'idempotency-key': keyOf(at) };
      return () => create(api, expenseBody(bills.get(who) ?? '', BODIES[body]), headers);
    }),
  );
  const answers = await order(sends);
  const said = filings.map(({ copies }, at) => {
    const from = filings.slice(0, at).reduce((sum, each) => sum + each.copies, 0);
    const own = answers.slice(from, from + copies);
    expect(new Set(own.map(({ text }) => text)).size).toBe(1);
    const first = own.filter(({ status, headers }) => status === 200 && !headers.get('idempotency-replayed'));
    const [one] = own;
    const { code, errors, message } = one?.body ?? {};
    return [one?.status, code, errors, message, one?.status === 200 ? first.length : null];
  });
  const { rows } = await sql`
    select substr(c.creation_key, position('filing' in c.creation_key)) as filing, c.owner_id, c.manager_id, c.type,
      c.claim_amount, c.remarks, c.manager_status, c.finance_status, c.version,
      (select array_agg(b.file_hash) from claim_bills b where b.claim_id = c.id) as bills,
      (select array_agg(a.action || a.actor_id || a.previous_hash || (a.after ->> 'claimAmount')) from audit_log a
        where a.record_id = c.id) as log,
      (select count(*)::int from idempotency i where i.record_id = c.id and i.key = c.creation_key) as answers,
      (select count(*)::int from untold_changes u join audit_log a on a.id = u.audit_id
        where a.record_id = c.id) as told
    from claims c where c.creation_key like ${`run-${run}-%`} order by 1`.execute(server.database.db);
  return { said, rows };
}

const atOnce = (sends: (() => Promise<Answer>)[]): Promise<Answer[]> => Promise.all(sends.map((send) => send()));
async function oneByOne(sends: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const send of sends) answers.push(await send());
  return answers;
}

/** The totals are those of the rows. */
async function assertTotals(): Promise<void> {
  const { rows } = await sql`
    select owner_id, type, sum(n)::int as n, sum(amount)::bigint as amount from (
      select owner_id, type, claims as n, claim_amount as amount from claim_totals
      union all select owner_id, type, -1, -claim_amount from claims) t
    group by 1, 2 having sum(n) <> 0 or sum(amount) <> 0`.execute(server.database.db);
  expect(rows).toEqual([]);
}

describe('C3 A5 any mix of claims filed at once', () => {
  it('is answered and kept as the same claims filed one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(filing, { minLength: 2, maxLength: 14 }), async (filings) => {
        expect(await filed(filings, atOnce)).toEqual(await filed(filings, oneByOne));
      }),
      { numRuns: 25 },
    );
    await assertTotals();
  });

  it('shows nobody what another person filed', async () => {
    const answers = await atOnce(
      PEOPLE.map((who) => () => create(apis.get(who) as Api, expenseBody(bills.get(who) ?? ''))),
    );
    expect(answers.map(({ body }) => (body['data'] as { userEmail: string }).userEmail)).toEqual(PEOPLE.map(email));
    expect(answers.map(({ headers }) => headers.get(HEADERS.personId))).toEqual(PEOPLE.map(idOf));
  });

  it('N5 a session that has just ended files nothing, whoever files beside it', async () => {
    const token = await server.signIn('employee3');
    const gone = server.with(token);
    expect((await gone.post(urlOf(logout), {})).status).toBe(200);
    const answers = await atOnce([
      ...PEOPLE.map((who) => () => create(apis.get(who) as Api, expenseBody(bills.get(who) ?? ''))),
      () => create(gone, expenseBody(bills.get('employee3') ?? '')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...PEOPLE.map(() => 200), 401]);
  });
});
