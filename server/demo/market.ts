import { sql, type Kysely } from 'kysely';
import { BUSINESS_LINES, BUSINESS_LINE_STATUSES } from '#contract/campaignOptions.ts';
import { COMPANY_TYPES, INDUSTRIES, SUB_INDUSTRIES } from '#contract/companyTrades.ts';
import type { Day } from '#domain/dates.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { chance, daysBack, often, pick, pickCode, some, texts, weighted, type Sql } from './random.ts';
import { BRANDS, FIRST, GOODS, LAST, TITLES, TRADES, WORKS } from './marketNames.ts';
import type { MarketTerms } from './marketTerms.ts';
import { followContacts } from '#server/modules/campaigns/index.ts';

/**
 * Companies and contacts of a market that is not there, made by the database itself: the same number always makes the
 * same company, on any machine and however many are made at once. Ten companies in a row have thirty contacts.
 */

/** A bit of each line that a company is in: three in five are in any one, one of twelve of those as a customer. */
const lines = (): Sql =>
  sql.join(
    BUSINESS_LINES.map((_, line) =>
      weighted(
        'n',
        40 + line,
        [12, 14, 16, 5, 13],
        BUSINESS_LINE_STATUSES.map((__, status) => 1 << (line * BUSINESS_LINE_STATUSES.length + status)),
      ),
    ),
    sql` | `,
  );

export interface Slice {
  /** Numbers of companies, both ends counted. */
  from: number;
  to: number;
  /** Everything is dated back from it. */
  today: Day;
  terms: MarketTerms;
}

const NUMBER = sql`substr(c.external_id, 3)::integer`;
const keyOf = (n: Sql): Sql => sql`'M-' || lpad(${n}::text, 7, '0')`;
const named = (row: string): Sql => sql`${pick(row, 3, BRANDS)} || ' ' || ${pick(row, 4, TRADES)}`;

async function addCompanies(tx: Kysely<Tables>, { from, to, today, terms }: Slice): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into companies (external_id, name, turnover, company_type, org_status, priority, industry, sub_industry,
      activity_score, procurement_types, procurement_sources, has_gst, is_existing, business_lines, location, bids,
      last_called_on, sectors_participated, sectors_won, sectors_lost)
    select ${keyOf(sql`n`)},
      ${named('n')} || (array[' Ltd', ' Pvt Ltd', ' & Sons', ' Enterprises'])[1 + ${chance('n', 5, 4)}],
      ${weighted('n', 10, [18, 37, 25, 14, 6])},
      case when ${often('n', 11, 45)} then 2 else 1 + ${chance('n', 12, COMPANY_TYPES.length)} end, 3,
      ${weighted('n', 13, [8, 17, 25, 30, 20])}, 1 + ${chance('n', 14, INDUSTRIES.length)},
      1 + ${chance('n', 16, SUB_INDUSTRIES.length)},
      ${weighted('n', 17, [15, 35, 50])}, ${chance('n', 18, 16)}, ${chance('n', 19, 64)}, ${often('n', 20, 78)},
      ${often('n', 21, 6)}, ${lines()}, ${pickCode('n', 22, terms.addressLocation)},
      case when ${often('n', 23, 35)} then 0 when ${often('n', 24, 60)} then 1 + ${chance('n', 25, 9)}
        when ${often('n', 26, 80)} then 10 + ${chance('n', 27, 90)} else 100 + ${chance('n', 28, 400)} end,
      ${daysBack(today, 'n', 29, 500, 60)},
      ${some('n', 50, 65, terms.sectorNames)}, ${some('n', 55, 40, terms.sectorNames)},
      ${some('n', 60, 45, terms.sectorNames)}
    from generate_series(${sql.lit(from)}::bigint, ${sql.lit(to)}::bigint) n order by n returning id`.execute(tx);
  await sql`
    insert into company_texts (company_id, boq, tender)
    select c.id, ${pick('n', 70, GOODS)} || ', ' || ${pick('n', 71, GOODS)},
      ${pick('n', 72, WORKS)} || ' of ' || ${pick('n', 73, GOODS)}
    from (select c.id, ${NUMBER} as n from companies c where c.id = any(${rows.map(({ id }) => id)}::integer[])) c
    where ${often('n', 74, 40)}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Contacts of every ten companies: none, one, two, two, three, three, four, four, five and six. */
const HOW_MANY = sql`(array[0, 1, 2, 2, 3, 3, 4, 4, 5, 6])[1 + n % 10]`;

async function addContacts(tx: Kysely<Tables>, companies: readonly number[], { today, terms }: Slice): Promise<void> {
  const first = pick('m', 1, FIRST);
  const last = pick('m', 2, LAST);
  const domain = sql`lower(replace(${named('n')}, ' ', '')) || n || '.in'`;
  await sql`
    with k as materialized (
      select nextval(pg_get_serial_sequence('contacts', 'id'))::integer as id, c.id as company_id, c.n, p as place,
        c.n::bigint * 10 + p as m
      from (select c.id, ${NUMBER} as n from companies c where c.id = any(${companies}::integer[]) order by c.id) c
      cross join lateral generate_series(1, ${HOW_MANY}) p
    ), people as materialized (
      select k.*, ${first} as first, ${last} as last, ${weighted('m', 80, [12, 8, 14, 16, 26, 16, 8])} as seniority,
        ${often('m', 81, 68)} as own, ${often('m', 82, 92)} as has_mail, ${often('m', 83, 85)} as has_mobile from k
    ), added as (
      insert into contacts (id, company_id, seniority, mail, mobile, disposition, last_active_on, views, downloads,
        searches, plan, utm_source, utm_medium, utm_content, utm_campaign, is_verified, is_company_domain, sectors)
      select id, company_id, seniority, case when has_mail then ${weighted('m', 84, [72, 5, 9, 14])} else 0 end,
        case when has_mobile then ${weighted('m', 85, [70, 6, 8, 16])} else 0 end, ${weighted('m', 86, [22, 13, 65])},
        ${daysBack(today, 'm', 87, 240, 55)},
        case when ${often('m', 89, 50)} then ${chance('m', 90, 160)} else 0 end,
        case when ${often('m', 91, 35)} then ${chance('m', 92, 40)} else 0 end,
        case when ${often('m', 93, 45)} then ${chance('m', 94, 140)} else 0 end,
        ${pickCode('m', 95, terms.planName)}, ${pickCode('m', 96, terms.utmSource)},
        ${pickCode('m', 97, terms.utmMedium)}, ${pickCode('m', 98, terms.utmContent)},
        ${pickCode('m', 99, terms.utmCampaign)}, ${often('m', 100, 58)}, has_mail and own,
        ${some('m', 101, 50, terms.sectorNames)}
      from people
    )
    insert into contact_details (contact_id, external_id, name, designation, email, mobile)
    select id, ${keyOf(sql`n`)} || '-' || place, first || ' ' || last, (${texts(TITLES)})[seniority],
      case when has_mail then lower(first) || '.' || lower(last) ||
        case when own then '@' || ${domain} else m || '@gmail.com' end end,
      case when has_mobile then '+919' || lpad(${chance('m', 106, 1_000_000_000)}::text, 9, '0') end
    from people`.execute(tx);
}

/**
 * Makes the companies of these numbers with their contacts. Made once: the same numbers again are refused by their
 * keys.
 */
export async function addMarket(tx: Kysely<Tables>, slice: Slice): Promise<void> {
  const companies = await addCompanies(tx, slice);
  await addContacts(tx, companies, slice);
  await followContacts(tx, companies);
}
