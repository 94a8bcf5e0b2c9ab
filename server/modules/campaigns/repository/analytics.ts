import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Range } from './statements.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Whom campaigns reached (CAMP-25), by ranges of companies: what is said of several ranges adds up. */

const COMPANY_FACTS = ['turnover', 'company_type', 'industry', 'location', 'priority', 'org_status'] as const;
const CONTACT_FACTS = ['seniority', 'mail', 'mobile'] as const;
export type Fact = (typeof COMPANY_FACTS)[number] | (typeof CONTACT_FACTS)[number];

/** Those that share a value of one fact; `fact` is null for all together. */
export interface Reached {
  fact: Fact | null;
  code: number | null;
  companies: number;
  contacts: number;
  /** Companies that were called, or are customers, since they were reached. */
  called: number;
  converted: number;
}

/**
 * A campaign as it is looked at: the bits of `business_lines` that make a company its customer; none where everyone it
 * reaches is a customer already.
 */
export interface Reaching {
  id: string;
  customers: number;
}

/** Every contact once, with the day it was reached last. */
function reachedContacts(campaigns: readonly Reaching[], { from, to }: Range): RawBuilder<unknown> {
  return sql`
    select k.id, k.company_id, k.seniority, k.mail, k.mobile, max(t.targeted_on) as reached_on,
      bit_or(g.customers) as customers
    from jsonb_to_recordset(${JSON.stringify(campaigns)}::jsonb) g (id text, customers integer)
    join campaign_targets t on t.campaign_id = g.id join contacts k on k.id = t.contact_id
    where k.company_id between ${sql.lit(from)} and ${sql.lit(to)} group by k.id`;
}

const sets = (facts: readonly Fact[]): RawBuilder<unknown> => sql.join(facts.map((fact) => sql`(${sql.ref(fact)})`));
const factOf = (facts: readonly Fact[]): RawBuilder<unknown> =>
  sql`case ${sql.join(
    facts.map((fact) => sql`when grouping(${sql.ref(fact)}) = 0 then ${sql.lit(fact)}`),
    sql` `,
  )} end`;
const codeOf = (facts: readonly Fact[]): RawBuilder<unknown> => {
  const codes = facts.map((fact) => sql`case when grouping(${sql.ref(fact)}) = 0 then ${sql.ref(fact)}::integer end`);
  return sql`coalesce(${sql.join(codes)})`;
};

export async function reachedBy(db: Kysely<Tables>, campaigns: readonly Reaching[], range: Range): Promise<Reached[]> {
  const contacts = reachedContacts(campaigns, range);
  const byCompany = await sql<Reached>`
    select ${factOf(COMPANY_FACTS)} as fact, ${codeOf(COMPANY_FACTS)} as code, count(*) as companies,
      sum(n)::bigint as contacts, count(*) filter (where called) as called,
      count(*) filter (where converted) as converted
    from (
      select ${sql.join(COMPANY_FACTS.map((fact) => sql`c.${sql.ref(fact)}`))}, r.n,
        c.last_called_on >= r.reached_on as called, c.business_lines & r.customers <> 0 as converted
      from (select company_id, count(*) as n, max(reached_on) as reached_on, bit_or(customers) as customers
        from (${contacts}) k group by company_id) r join companies c on c.id = r.company_id
    ) c group by grouping sets (${sets(COMPANY_FACTS)}, ())`.execute(db);
  const byContact = await sql<Reached>`
    select ${factOf(CONTACT_FACTS)} as fact, ${codeOf(CONTACT_FACTS)} as code, count(distinct company_id) as companies,
      count(*) as contacts, 0 as called, 0 as converted
    from (${contacts}) k group by grouping sets (${sets(CONTACT_FACTS)})`.execute(db);
  return [...byCompany.rows, ...byContact.rows];
}

/** Names of places by their codes. */
export async function termNames(db: Kysely<Tables>, field: 'addressLocation'): Promise<Map<number, string>> {
  return new Map(
    (await db.selectFrom('campaign_terms').select(['code', 'value']).where('field', '=', field).execute()).map(
      ({ code, value }) => [code, value],
    ),
  );
}
