import { sql, type Kysely } from 'kysely';
import { CONVEYANCE_TYPES, LOCAL_EXPENSE_TYPES, TRAVEL_EXPENSE_TYPES } from '#contract/enums.ts';
import { storedStatuses } from '#domain/status.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { idOf, type PersonKey } from './people.ts';
import { NOW } from './server.ts';

const DAY = 86_400_000;
const OWNERS: readonly PersonKey[] = ['employee', 'employee2', 'employee3', 'manager', 'newcomer'];
const [PENDING = '', APPROVED = '', REJECTED = ''] = ['1', '0', '2'].map(
  (code) => storedStatuses('manager', [code])[0] ?? '',
);
const [LATER = '', SETTLED = '', REFUSED = ''] = ['1', '0', '2'].map(
  (code) => storedStatuses('finance', [code])[0] ?? '',
);
const REMARKS = [
  'Taxi to the client',
  '=HYPERLINK("http://x")',
  'one, "two"\nthree; four',
  '+91 98450',
  null,
  'दिल्ली <b>&',
];

/**
 * Claims of every kind, state and owner, made by the database from their number alone: always the same. Several share a
 * moment, amounts go to the paisa, some are withdrawn, some paid; five in six are the manager's approved ones.
 */
export async function addManyClaims(db: Kysely<Tables>, count: number): Promise<void> {
  const pick = (of: string, list: readonly (string | null)[], salt: number) =>
    sql`
      (${list as unknown as string[]}::text[])[1 + abs(hashtext(${sql.raw(of)} || ${String(salt)})) %
      ${sql.lit(list.length)}]`;
  const roll = (salt: number, sides: number) => sql`(abs(hashtext(n::text || ${`/${salt}`})) % ${sql.lit(sides)})`;
  await sql`
    insert into claims (id, kind, owner_id, manager_id, type, expense_date, claim_amount, remarks, manager_status,
    manager_amount, manager_remarks, manager_decided_at, manager_decided_by,
      finance_status, finance_amount, finance_remarks, finance_decided_at, finance_decided_by, paid_on, paid_amount,
      payment_reference, withdrawn_at, details, created_at, updated_at)
    select case kind when 1 then 'CNV' else 'EXP' end || lpad(n::text, 20, '0'), kind,
    ${pick('n::text', OWNERS.map(idOf), 1)}, ${idOf('manager')},
      case kind when 0 then ${pick('n::text', LOCAL_EXPENSE_TYPES, 2)}
        when 1 then ${pick('n::text', CONVEYANCE_TYPES, 3)} else ${pick('n::text', TRAVEL_EXPENSE_TYPES, 4)} end,
      to_char(date '2026-07-14' - ${roll(5, 120)}::int, 'YYYY-MM-DD'), amount, ${pick('n::text', REMARKS, 6)},
      manager, case manager when ${APPROVED} then amount - less when ${REJECTED} then 0 end, null,
      case when manager <> ${PENDING} then decided end, case when manager <> ${PENDING} then ${idOf('manager')} end,
      finance, case finance when ${SETTLED} then amount - less - ${roll(7, 100)} when ${REFUSED} then 0 end,
      case when finance = ${REFUSED} then 'No bill' end, case when finance <> ${LATER} then decided + ${DAY} end,
      case when finance <> ${LATER} then ${idOf('finance')} end, case when paid then '2026-07-10' end,
      case when paid then amount - less end, case when paid then 'NEFT ' || n end,
      case when ${roll(8, 25)} = 0 then ${NOW}::bigint end,
      case kind when 1 then jsonb_build_object('externalId', 'T' || n, 'clientName', 'Acme', 'fromLocation',
      'Andheri', 'toLocation', 'Bandra', 'distance', 12.5, 'limit', 10000) else '{}' end, made, made
    from (
      select *, case when manager = ${APPROVED} then ${pick('n::text', [LATER, LATER, SETTLED, SETTLED, REFUSED], 9)}
      else ${LATER} end as finance, manager = ${APPROVED} and ${roll(10, 7)} = 0 as paid,
      made + ${DAY}::bigint * ${roll(11, 40)} as decided
      from (
        select n, ${roll(12, 3)} as kind, 2000 + ${roll(13, 9_000_000)} as amount, ${roll(14, 1500)} as less,
        ${pick('n::text', [APPROVED, APPROVED, APPROVED, APPROVED, APPROVED, PENDING, REJECTED], 15)} as manager,
          ${NOW}::bigint - ${DAY}::bigint * ${roll(16, 100)} - 1000 * ${roll(17, 40)} as made
        from generate_series(1, ${sql.lit(count)}) n
      ) a
    ) b`.execute(db);
}
