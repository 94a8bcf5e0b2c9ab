import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { migrations } from '#server/migrations/migrations.ts';
import { aloneOn } from '#server/platform/database/alone.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Migrations } from '#server/platform/database/migrateInUse.ts';
import { onOneConnection } from '#server/platform/database/postgres.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { startPostgres } from '#tests/support/postgres.ts';

const postgres = await startPostgres();
afterAll(() => postgres.stop());

type Db = Kysely<Tables>;
const PEOPLE = Array.from({ length: 40 }, (_, i) => `P${i}`);
const before: Migrations = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0080'));

async function companyAt(known: Migrations) {
  const url = await postgres.createDatabase();
  const at = <T>(work: (db: Db) => Promise<T>): Promise<T> => onOneConnection(url, work);
  const bring = (to: Migrations): Promise<void> =>
    at((db) =>
      migrate(db, {
        inUse: { alone: aloneOn({ connectionString: url }), signal: new AbortController().signal },
        log: () => undefined,
        migrations: to,
      }),
    );
  await bring(known);
  const rows = PEOPLE.map((id) => sql`(${id}, ${`${id.toLowerCase()}@company.example`}, 'A', ${id}, '{}', 1, 1)`);
  await at((db) =>
    sql`insert into people (id, email, name, employee_code, roles, created_at, updated_at)
      values ${sql.join(rows)}`.execute(db),
  );
  return { at, bring };
}

const claim =
  (id: string, owner: string, type = 'OTHERS') =>
  (db: Db) =>
    sql`insert into claims (id, kind, owner_id, type, expense_date, claim_amount, manager_status, finance_status,
      created_at, updated_at)
    values (${id}, 0, ${owner}, ${type}, '2026-07-01', 700, 'MANAGER_PENDING', 'FINANCE_PENDING', 1, 1)`.execute(db);
const trip = (id: string, owner: string) => (db: Db) =>
  sql`insert into trips (id, owner_id, start_date, end_date, trip_type, travel_type, mode, done_by, booked_by,
      departure_city, arrival_city, accommodation, reason, created_at, updated_at)
    values (${id}, ${owner}, '2026-07-01', '2026-07-02', 'ROUND_TRIP', 'DOMESTIC', 'TRAIN', 'SELF', 'ADMIN',
      'Pune', 'Kochi', false, 'Dealers', 1, 1)`.execute(db);

const overall = async (db: Db) =>
  (
    await sql<{ claims: number; amount: number; trips: number; kept: number; kept_trips: number }>`
      select (select count(*) from claims)::int as claims,
        (select coalesce(sum(claim_amount), 0) from claims)::int as amount,
        (select count(*) from trips)::int as trips,
        (select coalesce(sum(claims), 0) from overall_claim_totals)::int as kept,
        (select coalesce(sum(claim_amount), 0) from overall_claim_totals)::int as kept_amount,
        (select coalesce(sum(trips), 0) from overall_trip_totals)::int as kept_trips`.execute(db)
  ).rows[0];

it('LIST-3 the totals of everybody miss nothing of what is filed while they are made', async () => {
  const { at, bring } = await companyAt(before);
  let over = false;
  let filed = 0;
  /** Each in transactions that stay open for a while. */
  const filing = PEOPLE.slice(0, 8).map((owner) =>
    at(async (db) => {
      for (let i = 0; !over; i += 1) {
        await db.transaction().execute(async (tx) => {
          await claim(`C${owner}${i}`, owner)(tx);
          await pause(i % 7);
          await trip(`T${owner}${i}`, owner)(tx);
        });
        filed += 1;
      }
    }),
  );
  const enough = async (more: number): Promise<void> => {
    for (const until = filed + more; filed < until;) await pause(5);
  };
  await enough(100);
  await bring(migrations);
  await enough(100);
  over = true;
  await Promise.all(filing);
  expect(await at(overall)).toEqual({
    claims: filed,
    amount: filed * 700,
    trips: filed,
    kept: filed,
    kept_amount: filed * 700,
    kept_trips: filed,
  });
});

it('LIST-3 people who share nothing never wait for each other, in whichever order they file', async () => {
  const { at } = await companyAt(migrations);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let begun = 0;
  const open = PEOPLE.map((owner, i) =>
    at((db) =>
      db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '10s'`.execute(tx);
        const work = [claim(`A${owner}`, owner, 'OTHERS'), claim(`B${owner}`, owner, 'FOOD'), trip(`T${owner}`, owner)];
        for (const step of i % 2 ? work : work.toReversed()) await step(tx);
        begun += 1;
        await ended;
      }),
    ),
  );
  const all = Promise.all(open);
  const everybody = async (): Promise<void> => {
    while (begun < PEOPLE.length) await pause(10);
  };
  await Promise.race([all, everybody()]);
  const { rows } = await at((db) =>
    sql`select count(*)::int as parts from pg_locks where locktype = 'advisory' and classid = 80`.execute(db),
  );
  expect(rows).toEqual([{ parts: PEOPLE.length }]);
  end();
  await all;
  const n = PEOPLE.length;
  expect(await at(overall)).toMatchObject({ claims: 2 * n, kept: 2 * n, trips: n, kept_trips: n });
});

it('LIST-3 what was undone to a savepoint leaves its part to others', async () => {
  const { at } = await companyAt(migrations);
  await at((db) =>
    db.transaction().execute(async (tx) => {
      await sql`savepoint before`.execute(tx);
      await claim('A', 'P0')(tx);
      await sql`rollback to savepoint before`.execute(tx);
      await at((other) => claim('B', 'P1')(other));
      await claim('C', 'P2')(tx);
      await at((other) => claim('D', 'P3')(other));
    }),
  );
  expect(await at(overall)).toMatchObject({ claims: 3, kept: 3 });
  const { rows } = await at((db) => sql`select part, claims from overall_claim_totals order by part`.execute(db));
  expect(rows).toEqual([
    { part: 0, claims: 2 },
    { part: 1, claims: 1 },
  ]);
});
