import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalExpense, withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import { urlOf } from '#contract/endpoint.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { Api } from '#tests/support/api.ts';
import { bulk, create, expenseBody, update } from '#tests/support/expenses.ts';
import type { PersonKey } from '#tests/support/people.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { fc } from '#tests/support/property.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { startTwins, type Twins } from '#tests/support/twins.ts';

const postgres = await startPostgres(roomyFolder());
process.env['TEST_DATABASE_URL'] = postgres.url;

const PEOPLE = ['employee', 'employee2', 'employee3', 'manager', 'manager2'] as const satisfies readonly PersonKey[];
const ROUNDS = 12;
const FILINGS = 6;

/** One after the other, the same at each run. */
const chance = (() => {
  const { seed = 1 } = fc.readConfigureGlobal();
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
})();

interface Filed {
  who: PersonKey;
  key: string;
  amount: number;
}

let twins: Twins;
/** The same person at both processes. */
const apis = new Map<PersonKey, readonly [Api, Api]>();
const bills = new Map<PersonKey, string>();
beforeAll(async () => {
  twins = await startTwins();
  for (const who of PEOPLE) {
    const token = await twins.first.signIn(who);
    const api = new Api(twins.first.url, token);
    apis.set(who, [api, new Api(twins.otherUrl, token)]);
    bills.set(who, await api.bill(`the bill of ${who}`));
  }
});
afterAll(async () => {
  await twins.close();
  await postgres.stop();
});

function apiOf(who: PersonKey): Api {
  const api = apis.get(who)?.[chance(2)];
  if (!api) throw new Error(`${who} is not signed in`);
  return api;
}
const bodyOf = ({ who, amount }: Filed): Record<string, unknown> =>
  expenseBody(bills.get(who) ?? '', { claimAmount: amount });
const send = (filed: Filed) => create(apiOf(filed.who), bodyOf(filed), { 'idempotency-key': filed.key });

/** Sends it and goes away within a few milliseconds: whoever shares its statement must not notice. */
async function sendAndLeave(filed: Filed): Promise<void> {
  const { url, token } = apiOf(filed.who);
  const leaving = AbortSignal.timeout(chance(8));
  await fetch(url + urlOf(createLocalExpense), {
    method: 'POST',
    headers: {
      platform: 'WEB_SITE',
      token: token ?? '',
      'content-type': 'application/json',
      'idempotency-key': filed.key,
    },
    body: JSON.stringify(bodyOf(filed)),
    signal: leaving,
  }).catch(() => undefined);
}

/** All claims with who made them; the newest last. */
const claims = () =>
  sql<{ id: string; owner: string; key: string; version: number }>`
    select c.id, split_part(p.email, '@', 1) as owner, c.creation_key as key, c.version::int as version
    from claims c join people p on p.id = c.owner_id order by c.created_at, c.id`
    .execute(twins.first.database.db)
    .then(({ rows }) => rows);

describe('C3 X54 claims filed together at two processes, while claims are decided, changed and withdrawn', () => {
  it('are each there once, whoever went away, and no statement waits for another in a circle', async () => {
    const filed: Filed[] = [];
    const statuses = new Map<number, number>();
    const count = ({ status }: { status: number }): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      const known = await claims();
      const some = (owner: string, most: number): typeof known =>
        known.filter((claim) => claim.owner === owner && chance(3) === 0).slice(-most);
      const deciding = (['manager', 'manager2'] as const).flatMap((who) => {
        const ids = PEOPLE.flatMap((owner) => some(owner, 6).map(({ id }) => id)).toSorted(() => chance(3) - 1);
        const body = { ids, comments: 'All of them', approved: chance(4) > 0 };
        return ids.length > 0 ? [bulk(apiOf(who), body).then(count)] : [];
      });
      const owning = PEOPLE.flatMap((who) => [
        ...some(who, 2).map(({ id }) => update(apiOf(who), id, bodyOf({ who, key: '', amount: 70 })).then(count)),
        ...some(who, 1).map(({ id }) =>
          apiOf(who)
            .post(urlOf(withdrawLocalExpense, { query: { id } }))
            .then(count),
        ),
      ]);
      const filing = Array.from({ length: FILINGS }).flatMap((_, n) =>
        PEOPLE.map(async (who) => {
          const one: Filed = { who, key: `storm-${round}-${n}-${who}`, amount: 10 + n };
          filed.push(one);
          const way = chance(4);
          if (way === 0) return sendAndLeave(one);
          // The same one at both processes, as after an answer that did not come.
          await Promise.all(Array.from({ length: way === 1 ? 2 : 1 }, () => send(one).then(count)));
        }),
      );
      const unstorable = PEOPLE.map((who) =>
        create(apiOf(who), { ...expenseBody(bills.get(who) ?? ''), remarks: `Taxi\u0000${round}` }).then(({ status }) =>
          expect(status).toBe(400),
        ),
      );
      await Promise.all([...deciding, ...owning, ...filing, ...unstorable]);
    }
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    // Whoever heard nothing asks again.
    for (const one of filed) expect((await send(one)).status).toBe(200);
    const keys = (await claims()).map(({ owner, key }) => `${owner} ${key}`).toSorted();
    expect(keys).toEqual(filed.map(({ who, key }) => `${who} ${key}`).toSorted());

    const { db } = twins.first.database;
    const totals = await sql`
      select owner_id, type, sum(n)::int as n, sum(amount)::bigint as amount from (
        select owner_id, type, claims as n, claim_amount as amount from claim_totals
        union all select owner_id, type, -1, -claim_amount from claims
          where withdrawn_at is null) t
      group by 1, 2 having sum(n) <> 0 or sum(amount) <> 0`.execute(db);
    expect(totals.rows).toEqual([]);
    const deadlocks = await sql<{ n: number }>`
      select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(db);
    expect(deadlocks.rows).toEqual([{ n: 0 }]);
    expect(await verifyAudit(db)).toBeNull();
    expect(twins.first.logs.filter((line) => line.includes('several shared failed'))).toEqual([]);
  });
});
