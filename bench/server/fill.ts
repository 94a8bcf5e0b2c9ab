import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Anything that runs SQL: a `pg` client or pool, or the embedded database's own. */
export interface Sql {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Kysely's raw SQL as `Sql`. */
export const through = (database: Database): Sql => ({
  query: async (text, values = []) => {
    const parts = text.split(/\$(\d+)/);
    const pieces = parts.map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`));
    return { rows: (await sql.join(pieces, sql.raw('')).$castTo<Record<string, unknown>>().execute(database.db)).rows };
  },
});

/** Twenty employees have one manager. `apart`: milliseconds from one claim to the next. */
export interface Company {
  employees: number;
  managers: number;
  apart: number;
}
const EMPLOYEES = 2_000;
const MANAGERS = 100;
const USUAL: Company = { employees: EMPLOYEES, managers: MANAGERS, apart: 60_000 };
/** Claims made by one INSERT, so that no statement holds everything at once. */
const BATCH = 100_000;
const CLAIM_TABLES = ['claims', 'claim_bills', 'files'];

const idOf = (letters: string, n: number): string => letters + String(n).padStart(6, '0');
/** Of those that every company here has. */
export const employeeId = (n: number): string => idOf('PRSE', n % EMPLOYEES);
export const managerId = (n: number): string => idOf('PRSM', n % MANAGERS);
export const FINANCE_ID = 'PRSF000000';
export const employeeEmail = (n: number): string => `employee${n % EMPLOYEES}@company.example`;
export const managerEmail = (n: number): string => `manager${n % MANAGERS}@company.example`;
export const FINANCE_EMAIL = 'finance@company.example';

/** A session's token, the same every time: 43 signs of base64url. */
export const tokenOf = (personId: string): string =>
  createHash('sha256').update(`bench ${personId}`).digest('base64url');
const tokenHash = (personId: string): string => createHash('sha256').update(tokenOf(personId)).digest('hex');

async function addPeople(db: Sql, now: number, { employees, managers }: Company): Promise<void> {
  await db.query(
    `
      insert into people (id, email, name, employee_code, manager_id, roles, created_at, updated_at)
      values ($1, $2, 'Kavita Iyer', 'F0', null, '{finance}', $3, $3)`,
    [FINANCE_ID, FINANCE_EMAIL, now],
  );
  await db.query(
    `insert into people (id, email, name, employee_code, manager_id, roles, created_at, updated_at)
     select 'PRSM' || lpad(i::text, 6, '0'), 'manager' || i || '@company.example', 'Manager ' || i, 'M' || i, null,
     '{manager}', $1, $1 from generate_series(0, ${managers - 1}) i`,
    [now],
  );
  await db.query(
    `insert into people (id, email, name, employee_code, manager_id, created_at, updated_at)
     select 'PRSE' || lpad(i::text, 6, '0'), 'employee' || i || '@company.example',
     (array['Asha','Imran','Meera','Ravi','Sunita','Vikram','Kavita','Joseph','Pooja','Lalit'])[1 + i % 10] || ' ' ||
     (array['Nair','Qureshi','Kulkarni','Menon','Rao','Iyer','Mathew','Shah','Singh','Das','Khan'])[1 + i % 11] || ' '
     || i,
       'E' || i, 'PRSM' || lpad((i / ${employees / managers})::text, 6, '0'), $1, $1
       from generate_series(0, ${employees - 1}) i`,
    [now],
  );
  const people = [
    FINANCE_ID,
    ...Array.from({ length: managers }, (_, n) => idOf('PRSM', n)),
    ...Array.from({ length: employees }, (_, n) => idOf('PRSE', n)),
  ];
  await db.query(
    `insert into sessions (token_hash, person_id, device_id, user_agent, created_at, last_used_at)
     select t.hash, t.person, null, 'bench', $1, $1 from unnest($2::text[], $3::text[]) as t (hash, person)`,
    // Used "in an hour", so that a run never writes a session's last use.
    [now + 3_600_000, people.map(tokenHash), people],
  );
}

/**
 * One claim after the other up to now. Of a hundred: 10 wait for the manager, 10 for finance, 70 are approved by both,
 * 10 are rejected. Each has one bill of its own.
 */
const claimsFrom = (
  [from, to]: readonly [number, number],
  { rows, now }: { rows: number; now: number },
  { employees, managers, apart }: Company,
): string => `
  insert into claims (id, kind, owner_id, manager_id, type, expense_date, claim_amount, remarks, manager_status,
  manager_amount, manager_remarks, manager_decided_at, manager_decided_by,
    finance_status, finance_amount, finance_decided_at, finance_decided_by, version, created_at, updated_at)
  select 'EXP01' || lpad(i::text, 18, '0'), ${PRIMARY_EXPENSE_TYPE.local},
  'PRSE' || lpad((i % ${employees})::text, 6, '0'), manager,
    case when h % 2 = 0 then 'MOBILE_BILL' else 'OTHERS' end,
    to_char(to_timestamp(at / 1000), 'YYYY-MM-DD'), amount,
    'Taxi from the station to the client and back, run number ' || i,
    case when h < 10 then 'MANAGER_PENDING' when h < 90 then 'MANAGER_APPROVED' else 'MANAGER_REJECT' end,
    case when h < 10 then null when h < 90 then amount else 0 end,
    case when h >= 90 then 'The bill cannot be read.' end, case when h >= 10 then at + 86400000 end,
    case when h >= 10 then manager end,
    case when h >= 20 and h < 90 then 'FINANCE_APPROVED' else 'FINANCE_PENDING' end,
    case when h >= 20 and h < 90 then amount end, case when h >= 20 and h < 90 then at + 172800000 end,
    case when h >= 20 and h < 90 then '${FINANCE_ID}' end,
    case when h < 10 then 1 when h < 20 then 2 else 3 end, at, at
  from (select i, (i::bigint * 7919 + i / ${employees}) % 100 as h,
    ${now} - (${rows} - i)::bigint * ${apart} as at,
  (100 + (i::bigint * 1337) % 900000)::bigint as amount,
    'PRSM' || lpad((i % ${employees} / ${employees / managers})::text, 6, '0') as manager
    from generate_series(${from}, ${to}) i) g`;

/**
 * Fills an empty, migrated database: people with sessions, claims, bills. `rows` counts the claims. The bills have no
 * files, so tonight's comparison with the store is done.
 */
export async function fill(db: Sql, rows: number, now: number, company = USUAL): Promise<void> {
  await addPeople(db, now, company);
  await db.query(
    `insert into job_turns (job, last) values ('daily files',
     to_char(to_timestamp($1::bigint / 1000) at time zone 'Asia/Kolkata' - interval '2 hours', 'YYYY-MM-DD'))`,
    [now],
  );
  // Indexes are made after the rows and references are not looked up one by one: a tenth of the time, the same tables.
  // The totals are kept as ever.
  const { rows: indexes } = await db.query(`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename in ('claims', 'claim_bills', 'files')
    and indexname not in (select conname from pg_constraint)`);
  for (const { name } of indexes) await db.query(`drop index ${String(name)}`);
  for (const table of CLAIM_TABLES) await db.query(`alter table ${table} disable trigger all`);
  await db.query('alter table claims enable trigger claims_added');
  for (let from = 0; from < rows; from += BATCH) {
    const to = Math.min(rows, from + BATCH) - 1;
    await db.query(claimsFrom([from, to], { rows, now }, company));
    await db.query(
      `
        insert into files (hash, size, type, created_at)
        select encode(sha256(i::text::bytea), 'hex'), 300000, 'image/jpeg', ${now}
        from generate_series(${from}, ${to}) i`,
    );
    await db.query(
      `
        insert into claim_bills (claim_id, position, file_hash, name)
        select 'EXP01' || lpad(i::text, 18, '0'), 0, encode(sha256(i::text::bytea), 'hex'), 'bill-' || i || '.jpg'
        from generate_series(${from}, ${to}) i`,
    );
  }
  for (const table of CLAIM_TABLES) await db.query(`alter table ${table} enable trigger all`);
  for (const { definition } of indexes) await db.query(String(definition));
  for (const table of ['people', 'sessions', 'claim_totals', 'overall_claim_totals', ...CLAIM_TABLES])
    await db.query(`vacuum (analyze) ${table}`);
}

const CITIES = `(array['Chennai','Pune','Kochi','Mumbai','Hyderabad','New Delhi','Nagpur','Mysuru','Kolkata','Surat'])`;

/**
 * Fills a database that `fill` has filled with trips, one in ten minutes up to now. Of a hundred: 8 wait for the
 * manager, 12 for the admin, 65 are approved by both, 5 rejected by the admin, 10 by the manager; every tenth is
 * cancelled, every twentieth asks to be.
 */
export async function fillTrips(db: Sql, rows: number, now: number): Promise<void> {
  await db.query(`
    insert into trips (id, owner_id, manager_id, start_date, end_date, preferred_time, trip_type, travel_type, mode,
    done_by, booked_by, departure_city, arrival_city, accommodation, reason,
      manager_status, admin_status, cancellation_status, ticket_status, version, created_at, updated_at)
    select 'TRP01' || lpad(i::text, 18, '0'), 'PRSE' || lpad((i % ${EMPLOYEES})::text, 6, '0'),
    'PRSM' || lpad((i % ${EMPLOYEES} / ${EMPLOYEES / MANAGERS})::text, 6, '0'),
      to_char(to_timestamp(at / 1000 + 604800), 'YYYY-MM-DD'),
      to_char(to_timestamp(at / 1000 + 777600), 'YYYY-MM-DD'), 34200000, 'ROUND_TRIP', 'DOMESTIC', 'TRAIN', 'SELF',
      'ADMIN', 'Bengaluru', ${CITIES}[1 + i % 10], false, 'Dealer meet ' || i,
      case when h < 8 then 'MANAGER_PENDING' when h < 90 then 'MANAGER_APPROVED' else 'MANAGER_REJECTED' end,
      case when h >= 20 and h < 85 then 'ADMIN_APPROVED' when h >= 85 and h < 90 then 'ADMIN_REJECTED'
      else 'ADMIN_PENDING' end,
      case when i % 10 = 0 then 'APPROVED' when i % 20 = 1 then 'PENDING' else 'NOT_INITIATED' end, 'NOT_UPDATED', 2,
      at, at
    from (select i, (i::bigint * 7919 + i / ${EMPLOYEES}) % 100 as h, ${now} - (${rows} - i)::bigint * 600000 as at
    from generate_series(0, ${rows - 1}) i) g`);
  // Tickets are the files that are there already.
  await db.query(
    `
      insert into trip_tickets (trip_id, position, file_hash, name)
      select 'TRP01' || lpad(i::text, 18, '0'), 0, hash, 'ticket.pdf'
      from (select row_number() over (order by hash) - 1 as i, hash from files) f where i < ${rows}`,
  );
  for (const table of ['trips', 'trip_tickets', 'trip_totals', 'overall_trip_totals'])
    await db.query(`vacuum (analyze) ${table}`);
}

/** One connection for `fill`, whose settings are the session's. */
export async function fillPostgres(client: pg.Client, rows: number, now: number, company = USUAL): Promise<void> {
  // An index over millions of rows is sorted on the disk otherwise.
  await client.query("set maintenance_work_mem = '1GB'");
  await fill({ query: (text, values) => client.query<Record<string, unknown>>(text, values) }, rows, now, company);
}
