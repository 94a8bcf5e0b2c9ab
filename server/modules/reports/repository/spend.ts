import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { PrimaryExpenseType } from '#contract/enums.ts';
import type { Day } from '#domain/dates.ts';
import { storedStatuses } from '#domain/status.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export interface SpendRow {
  month: Day;
  kind: PrimaryExpenseType;
  type: string;
  claims: number;
  paise: number;
}

const [APPROVED] = storedStatuses('manager', ['0']);
const FINANCE = { approved: storedStatuses('finance', ['0'])[0], rejected: storedStatuses('finance', ['2'])[0] };

/**
 * What a manager approved and finance did not refuse, by month and type, of expenses from `from` up to before `to`: one
 * walk of one index.
 */
export const spendStatement = (managerId: string, from: Day, to: Day): RawBuilder<SpendRow> => sql<SpendRow>`
  select left(expense_date, 7) || '-01' as month, kind::int as kind, type, count(*) as claims,
    sum(case when finance_status = ${FINANCE.approved} then finance_amount else manager_amount end)::bigint as paise
  from claims
  where manager_id = ${managerId} and manager_status = ${APPROVED} and expense_date >= ${from} and expense_date < ${to}
    and finance_status <> ${FINANCE.rejected} and withdrawn_at is null
  group by 1, 2, 3 order by 1, 2, 3`;

export const teamSpend = async (db: Kysely<Tables>, managerId: string, from: Day, to: Day): Promise<SpendRow[]> =>
  (await spendStatement(managerId, from, to).execute(db)).rows;
