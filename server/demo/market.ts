import { sql, type Kysely, type RawBuilder } from 'kysely';
import { BUSINESS_LINES, BUSINESS_LINE_STATUSES, type TermField } from '#contract/campaignOptions.ts';
import { COMPANY_TYPES, INDUSTRIES, SUB_INDUSTRIES } from '#contract/companyTrades.ts';
import type { Day } from '#domain/dates.ts';
import { learn, readTerms } from '#server/campaigns/terms.ts';
import { followContacts } from '#server/campaigns/store.ts';
import type { Tables } from '#server/database/tables.ts';

/**
 * Companies and contacts of a market that is not there, made by the database itself: the same number always makes the
 * same company, on any machine and however many are made at once. Ten companies in a row have thirty contacts.
 */

type Sql = RawBuilder<unknown>;

const TERMS: Readonly<Record<Exclude<TermField, 'sectorNames'>, readonly string[]>> & {
  sectorNames: readonly string[];
} = {
  addressLocation: [
    'Mumbai',
    'New Delhi',
    'Bengaluru',
    'Hyderabad',
    'Ahmedabad',
    'Chennai',
    'Kolkata',
    'Pune',
    'Jaipur',
    'Surat',
    'Lucknow',
    'Kanpur',
    'Nagpur',
    'Indore',
    'Thane',
    'Bhopal',
    'Visakhapatnam',
    'Patna',
    'Vadodara',
    'Ludhiana',
    'Nashik',
    'Faridabad',
    'Rajkot',
    'Varanasi',
    'Aurangabad',
    'Ranchi',
    'Coimbatore',
    'Jodhpur',
    'Madurai',
    'Raipur',
    'Kochi',
    'Chandigarh',
    'Guwahati',
    'Mysuru',
    'Thiruvananthapuram',
    'Bhubaneswar',
    'Dehradun',
    'Mangaluru',
    'Jamshedpur',
    'Panaji',
  ],
  sectorNames: [
    'Roads',
    'Bridges',
    'Railways',
    'Metro Rail',
    'Water Supply',
    'Sewerage',
    'Irrigation',
    'Power Transmission',
    'Solar',
    'Hospitals',
    'Schools',
    'Housing',
    'Airports',
    'Ports',
    'Telecom',
    'Information Technology',
    'Defence Stores',
    'Uniforms',
    'Furniture',
    'Laboratory Equipment',
    'Medical Equipment',
    'Vehicles',
    'Security',
    'Housekeeping',
    'Catering',
    'Printing',
  ],
  planName: ['Free', 'Basic', 'Premium', 'Enterprise'],
  utmSource: ['google', 'facebook', 'linkedin', 'newsletter', 'whatsapp', 'partner', 'direct'],
  utmMedium: ['cpc', 'organic', 'email', 'social', 'referral', 'sms'],
  utmContent: ['banner-a', 'banner-b', 'video', 'carousel', 'text-link'],
  utmCampaign: ['diwali-offer', 'gem-webinar', 'monsoon-sale', 'new-year', 'tender-alerts', 'year-end'],
};

const FIRST = [
  'Aarav',
  'Aditi',
  'Ajay',
  'Ananya',
  'Arvind',
  'Bhavesh',
  'Chitra',
  'Deepak',
  'Divya',
  'Farah',
  'Gautam',
  'Harsha',
  'Ishaan',
  'Jyoti',
  'Kabir',
  'Kavya',
  'Lakshmi',
  'Mahesh',
  'Meenal',
  'Naveen',
  'Nisha',
  'Omkar',
  'Pallavi',
  'Pranav',
  'Rajesh',
  'Rekha',
  'Rohit',
  'Sadia',
  'Sanjay',
  'Shalini',
  'Suresh',
  'Tara',
  'Uma',
  'Vikas',
  'Yash',
  'Zubin',
];
const LAST = [
  'Agarwal',
  'Bhat',
  'Bose',
  'Chopra',
  'Das',
  'Desai',
  'Fernandes',
  'Ghosh',
  'Gupta',
  'Iyer',
  'Jain',
  'Joshi',
  'Kapoor',
  'Khan',
  'Kulkarni',
  'Kumar',
  'Mehta',
  'Menon',
  'Mishra',
  'Nair',
  'Patel',
  'Pillai',
  'Rao',
  'Reddy',
  'Saxena',
  'Sharma',
  'Shetty',
  'Singh',
  'Thomas',
  'Verma',
];
const BRANDS = [
  'Aravalli',
  'Bharat',
  'Chetak',
  'Deccan',
  'Everest',
  'Falcon',
  'Ganga',
  'Himalaya',
  'Indus',
  'Jyoti',
  'Kaveri',
  'Lotus',
  'Malabar',
  'Narmada',
  'Orchid',
  'Palash',
  'Rajhans',
  'Sahyadri',
  'Sundaram',
  'Tapti',
  'Udaan',
  'Vindhya',
  'Yamuna',
  'Zenith',
];
const TRADES = [
  'Agro',
  'Cables',
  'Cements',
  'Chemicals',
  'Constructions',
  'Electricals',
  'Electronics',
  'Engineers',
  'Foods',
  'Infra',
  'Instruments',
  'Logistics',
  'Metals',
  'Motors',
  'Packaging',
  'Papers',
  'Pharma',
  'Pipes',
  'Power',
  'Projects',
  'Pumps',
  'Roadways',
  'Softwares',
  'Steels',
  'Surgicals',
  'Systems',
  'Textiles',
  'Tools',
];
const TITLES = [
  'Proprietor',
  'Chief Executive',
  'Director',
  'Vice President, Sales',
  'Purchase Manager',
  'Bid Executive',
  'Office Assistant',
];
const GOODS = [
  'steel pipes',
  'cement',
  'LED lights',
  'switchgear',
  'transformers',
  'laptops',
  'printers',
  'hospital beds',
  'x-ray machines',
  'school benches',
  'solar panels',
  'diesel generators',
  'water pumps',
  'road bitumen',
  'CCTV cameras',
  'uniforms',
];
const WORKS = [
  'supply and installation',
  'annual maintenance',
  'construction of a road',
  'repair of buildings',
  'laying of pipelines',
  'hiring of vehicles',
  'manpower for housekeeping',
  'security guards',
  'software development',
  'catering in a hostel',
];

const texts = (values: readonly string[]): Sql => sql`array[${sql.join(values.map((value) => sql.lit(value)))}]`;
/** Chance: from 0 to below `most`, the same for the same row and purpose. */
const chance = (row: string, purpose: number, most: number): Sql =>
  sql`((hashint8extended(${sql.ref(row)}::bigint, ${sql.lit(purpose)}) & 2147483647) % ${sql.lit(most)})`;
const pick = (row: string, purpose: number, values: readonly string[]): Sql =>
  sql`(${texts(values)})[1 + ${chance(row, purpose, values.length)}]`;
const pickCode = (row: string, purpose: number, codes: readonly number[]): Sql =>
  sql`('{${sql.raw(codes.join(','))}}'::integer[])[1 + ${chance(row, purpose, codes.length)}]`;

/** One of several by their shares of a hundred; `values` are from 1 on unless said. */
function weighted(
  row: string,
  purpose: number,
  shares: readonly number[],
  values: readonly number[] = shares.map((_, index) => index + 1),
): Sql {
  let below = 0;
  const cases = shares.map((share, index) => {
    below += share;
    return sql`when r < ${sql.lit(below)} then ${sql.lit(values[index] ?? 0)}`;
  });
  return sql`(select case ${sql.join(cases, sql` `)} else 0 end from (select ${chance(row, purpose, 100)} as r) w)`;
}
const often = (row: string, purpose: number, percent: number): Sql =>
  sql`(${chance(row, purpose, 100)} < ${sql.lit(percent)})`;
const daysBack = (today: Day, row: string, purpose: number, most: number, percent: number): Sql =>
  sql`case when ${often(row, purpose, percent)} then ${sql.lit(today)}::date - ${chance(row, purpose + 1, most)}::integer else '-infinity'::date end`;

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

const some = (row: string, purpose: number, percent: number, codes: readonly number[]): Sql =>
  sql`case when ${often(row, purpose, percent)} then array(select distinct c from unnest(array[${pickCode(row, purpose + 1, codes)}, ${pickCode(row, purpose + 2, codes)}, ${pickCode(row, purpose + 3, codes)}]) c order by c) end`;

export type MarketTerms = Readonly<Record<TermField, readonly number[]>>;

/** Puts the lists that come with the data in place, and answers their codes. */
export async function addMarketTerms(tx: Kysely<Tables>): Promise<MarketTerms> {
  const known = await readTerms(tx);
  const learnt = await learn(
    tx,
    known,
    new Map(Object.entries(TERMS).map(([field, values]) => [field as TermField, new Set(values)])),
  );
  const code = (field: TermField, value: string): number =>
    known.get(field)?.get(value.toLowerCase()) ?? learnt.get(field)?.get(value.toLowerCase()) ?? 0;
  return Object.fromEntries(
    Object.entries(TERMS).map(([field, values]) => [field, values.map((value) => code(field as TermField, value))]),
  ) as unknown as MarketTerms;
}

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
    insert into companies (external_id, name, turnover, company_type, org_status, priority, industry, sub_industry, activity_score, procurement_types, procurement_sources, has_gst, is_existing, business_lines, location, bids, last_called_on,
      sectors_participated, sectors_won, sectors_lost)
    select ${keyOf(sql`n`)}, ${named('n')} || (array[' Ltd', ' Pvt Ltd', ' & Sons', ' Enterprises'])[1 + ${chance('n', 5, 4)}], ${weighted('n', 10, [18, 37, 25, 14, 6])},
      case when ${often('n', 11, 45)} then 2 else 1 + ${chance('n', 12, COMPANY_TYPES.length)} end, 3, ${weighted('n', 13, [8, 17, 25, 30, 20])}, 1 + ${chance('n', 14, INDUSTRIES.length)}, 1 + ${chance('n', 16, SUB_INDUSTRIES.length)},
      ${weighted('n', 17, [15, 35, 50])}, ${chance('n', 18, 16)}, ${chance('n', 19, 64)}, ${often('n', 20, 78)}, ${often('n', 21, 6)}, ${lines()}, ${pickCode('n', 22, terms.addressLocation)},
      case when ${often('n', 23, 35)} then 0 when ${often('n', 24, 60)} then 1 + ${chance('n', 25, 9)} when ${often('n', 26, 80)} then 10 + ${chance('n', 27, 90)} else 100 + ${chance('n', 28, 400)} end, ${daysBack(today, 'n', 29, 500, 60)},
      ${some('n', 50, 65, terms.sectorNames)}, ${some('n', 55, 40, terms.sectorNames)}, ${some('n', 60, 45, terms.sectorNames)}
    from generate_series(${sql.lit(from)}::bigint, ${sql.lit(to)}::bigint) n order by n returning id`.execute(tx);
  await sql`
    insert into company_texts (company_id, boq, tender) select c.id, ${pick('n', 70, GOODS)} || ', ' || ${pick('n', 71, GOODS)}, ${pick('n', 72, WORKS)} || ' of ' || ${pick('n', 73, GOODS)}
    from (select c.id, ${NUMBER} as n from companies c where c.id = any(${rows.map(({ id }) => id)}::integer[])) c where ${often('n', 74, 40)}`.execute(
    tx,
  );
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
      select nextval(pg_get_serial_sequence('contacts', 'id'))::integer as id, c.id as company_id, c.n, p as place, c.n::bigint * 10 + p as m
      from (select c.id, ${NUMBER} as n from companies c where c.id = any(${companies}::integer[]) order by c.id) c cross join lateral generate_series(1, ${HOW_MANY}) p
    ), people as materialized (
      select k.*, ${first} as first, ${last} as last, ${weighted('m', 80, [12, 8, 14, 16, 26, 16, 8])} as seniority, ${often('m', 81, 68)} as own, ${often('m', 82, 92)} as has_mail, ${often('m', 83, 85)} as has_mobile from k
    ), added as (
      insert into contacts (id, company_id, seniority, mail, mobile, disposition, last_active_on, views, downloads, searches, plan, utm_source, utm_medium, utm_content, utm_campaign, is_verified, is_company_domain, sectors)
      select id, company_id, seniority, case when has_mail then ${weighted('m', 84, [72, 5, 9, 14])} else 0 end, case when has_mobile then ${weighted('m', 85, [70, 6, 8, 16])} else 0 end, ${weighted('m', 86, [22, 13, 65])}, ${daysBack(today, 'm', 87, 240, 55)},
        case when ${often('m', 89, 50)} then ${chance('m', 90, 160)} else 0 end, case when ${often('m', 91, 35)} then ${chance('m', 92, 40)} else 0 end, case when ${often('m', 93, 45)} then ${chance('m', 94, 140)} else 0 end,
        ${pickCode('m', 95, terms.planName)}, ${pickCode('m', 96, terms.utmSource)}, ${pickCode('m', 97, terms.utmMedium)}, ${pickCode('m', 98, terms.utmContent)}, ${pickCode('m', 99, terms.utmCampaign)}, ${often('m', 100, 58)}, has_mail and own, ${some('m', 101, 50, terms.sectorNames)}
      from people
    )
    insert into contact_details (contact_id, external_id, name, designation, email, mobile)
    select id, ${keyOf(sql`n`)} || '-' || place, first || ' ' || last, (${texts(TITLES)})[seniority], case when has_mail then lower(first) || '.' || lower(last) || case when own then '@' || ${domain} else m || '@gmail.com' end end,
      case when has_mobile then '+919' || lpad(${chance('m', 106, 1_000_000_000)}::text, 9, '0') end from people`.execute(
    tx,
  );
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
