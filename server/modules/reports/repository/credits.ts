import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { GstInvoice } from '#domain/gstInvoice/invoice.ts';
import { APPROVED } from '#server/modules/claims/index.ts';
import { all } from '#server/platform/database/conditions.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { reportColumns, reportJoins, type ReportRow } from './rows.ts';
import { fits, found, inStatuses, ofKinds, ownersNamed, type ReportSearch } from './search.ts';

/** A verified e-invoice with the claim that it is on. */
export interface CreditRow extends ReportRow {
  invoice: GstInvoice;
  /** Ids of other claims of finance's lists with the same e-invoice; null where there are none. */
  others: string | null;
}

type Condition = RawBuilder<unknown>;

/** Invoices of one statement. */
const MOST = 250;

const verified = (bill: Condition): Condition => sql`${bill}.gst ->> 'state' = 'verified'`;
const irnOf = (bill: Condition): Condition => sql`(${bill}.gst -> 'invoice' ->> 'irn')`;

/**
 * The next e-invoices by their IRN, with the first claim of each that fits; without one, nothing but the IRN (GST-10).
 */
function creditStatement(
  search: ReportSearch,
  gstins: readonly string[],
  after: string,
): RawBuilder<CreditRow & { irn: string; id: string | null }> {
  const owners = ownersNamed(search);
  const claim = all([
    found(ofKinds(search, sql`c`), inStatuses(search, sql`c`)),
    fits(search),
    ...(owners.length > 0 ? [sql`c.owner_id in (select p.id from people p where ${all(owners)})`] : []),
  ]);
  return sql`
    with invoices as materialized (select distinct ${irnOf(sql`b`)} as irn from claim_bills b
      where ${verified(sql`b`)} and ${irnOf(sql`b`)} > ${after}
        and b.gst -> 'invoice' ->> 'buyer' = any(${gstins}::text[]) and b.gst -> 'invoice' ->> 'kind' <> 'CRN'
      order by 1 limit ${sql.lit(MOST)})
    select i.irn, r.* from invoices i left join lateral (
      select ${reportColumns}, b.gst -> 'invoice' as invoice, (
          select string_agg(distinct x.claim_id, ', ') from claim_bills x join claims xc on xc.id = x.claim_id
          where ${verified(sql`x`)} and ${irnOf(sql`x`)} = i.irn and x.claim_id <> c.id
            and xc.withdrawn_at is null and xc.manager_status = ${sql.lit(APPROVED)}
        ) as others
      from claim_bills b join claims c on c.id = b.claim_id ${reportJoins}
      where ${verified(sql`b`)} and ${irnOf(sql`b`)} = i.irn and ${claim}
      order by c.created_at, c.id limit 1
    ) r on true
    order by i.irn`;
}

/**
 * Verified e-invoices to the organisation on the claims of finance's lists that fit, each once, in batches: no
 * connection is held between two (GST-10, REP-2).
 */
export async function* creditRows(
  db: Kysely<Tables>,
  search: ReportSearch,
  gstins: readonly string[],
): AsyncGenerator<CreditRow[]> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const { rows } = await creditStatement(search, gstins, after).execute(db);
    const whole = rows.filter((row) => row.id !== null);
    if (whole.length > 0) yield whole;
    after = rows.length < MOST ? undefined : rows.at(-1)?.irn;
  }
}
