import { sql, type Kysely } from 'kysely';
import * as offered from '#contract/campaignOptions.ts';
import type { TermField } from '#contract/campaignOptions.ts';
import { COMPANY_TYPES, INDUSTRIES, SUB_INDUSTRIES } from '#contract/companyTrades.ts';
import { addDays, type Day } from '#domain/dates.ts';
import { bitsOf, codeOf, lineBits } from '#server/modules/campaigns/codes.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/**
 * A small market of companies and contacts as plain objects, the same in the database, and what filters come to when
 * each is looked at one by one.
 */

export interface Contact {
  id: number;
  seniority: number;
  mail: number;
  mobile: number;
  disposition: string;
  targetedOn: Day | null;
  activeOn: Day | null;
  downloads: number;
  views: number;
  searches: number;
  plan: string;
  utmSource: string;
  utmMedium: string;
  utmContent: string;
  utmCampaign: string;
  verified: boolean;
  companyDomain: boolean;
  sectors: string[];
}
export interface Company {
  id: number;
  turnover: string;
  type: string;
  orgStatus: string;
  priority: string;
  industry: string;
  subIndustry: string;
  score: string;
  procurementTypes: string[];
  procurementSources: string[];
  gst: boolean;
  existing: boolean;
  /** Status by business line. */
  lines: Record<string, string>;
  location: string;
  bids: number;
  calledOn: Day | null;
  participated: string[];
  won: string[];
  lost: string[];
  boq: string;
  tender: string;
  contacts: Contact[];
}

/** Lists that come with the data; of each some. */
export const TERMS: Readonly<Record<TermField, readonly string[]>> = {
  utmSource: ['google', 'Facebook'],
  utmMedium: ['cpc', 'mail'],
  utmContent: ['banner'],
  utmCampaign: ['Diwali', 'Monsoon'],
  sectorNames: ['Roads', 'Rail', 'Water'],
  addressLocation: ['Pune', 'Delhi'],
  planName: ['Gold', 'Silver'],
};
export const WORDS = ['cement', 'steel pipe', 'road works', 'pump'];

/** Numbers that repeat themselves from one seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

export function market(companies: number, today: Day, seed = 7): Company[] {
  const next = random(seed);
  const below = (n: number): number => Math.floor(next() * n);
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const some = <Value>(values: readonly Value[]): Value[] => values.filter(() => next() < 0.35);
  const valuesOf = (options: readonly { value: string }[], most = 4): string[] =>
    options.slice(0, most).map(({ value }) => value);
  const daysBack = (most: number): Day | null => (next() < 0.3 ? null : addDays(today, -below(most)));
  let contactId = 0;
  const contact = (): Contact => ({
    id: (contactId += 1),
    seniority: 1 + below(offered.SENIORITIES.length),
    mail: below(5),
    mobile: below(5),
    disposition: one(valuesOf(offered.DISPOSITION_STATUSES)),
    targetedOn: next() < 0.7 ? null : addDays(today, -below(95)),
    activeOn: daysBack(40),
    downloads: below(25),
    views: below(120),
    searches: below(120),
    plan: one(['', ...TERMS.planName]),
    utmSource: one(['', ...TERMS.utmSource]),
    utmMedium: one(['', ...TERMS.utmMedium]),
    utmContent: one(['', ...TERMS.utmContent]),
    utmCampaign: one(['', ...TERMS.utmCampaign]),
    verified: next() < 0.5,
    companyDomain: next() < 0.5,
    sectors: some(TERMS.sectorNames),
  });
  return Array.from({ length: companies }, (_, index) => ({
    id: index + 1,
    turnover: one(valuesOf(offered.TURNOVERS, 3)),
    type: one(valuesOf(COMPANY_TYPES, 3)),
    orgStatus: one(valuesOf(offered.ORG_STATUSES)),
    priority: one(valuesOf(offered.PRIORITIES)),
    industry: one(valuesOf(INDUSTRIES, 3)),
    subIndustry: one(valuesOf(SUB_INDUSTRIES, 3)),
    score: one(valuesOf(offered.ACTIVITY_SCORES)),
    procurementTypes: some(valuesOf(offered.PROCUREMENT_TYPES)),
    procurementSources: some(valuesOf(offered.PROCUREMENT_SOURCES, 6)),
    gst: next() < 0.5,
    existing: next() < 0.3,
    lines: Object.fromEntries(
      some(valuesOf(offered.BUSINESS_LINES)).map((line) => [line, one(valuesOf(offered.BUSINESS_LINE_STATUSES, 5))]),
    ),
    location: one(['', ...TERMS.addressLocation]),
    bids: one([0, 1, 4, 5, 9, 10, 19, 20, 99, 100, 250]),
    calledOn: daysBack(400),
    participated: some(TERMS.sectorNames),
    won: some(TERMS.sectorNames),
    lost: some(TERMS.sectorNames),
    boq: some(WORDS).join(' and '),
    tender: some(WORDS).join(' for '),
    contacts: Array.from({ length: below(7) }, contact),
  }));
}

const termCode = (field: TermField, value: string): number => TERMS[field].indexOf(value) + 1;
const array = (values: readonly string[]): string | null =>
  values.length === 0 ? null : `{${values.map((value) => termCode('sectorNames', value)).join(',')}}`;
const rows = (table: string, list: readonly object[]) =>
  sql`
    insert into ${sql.table(table)} (${sql.join(Object.keys(list[0] ?? {}).map((name) => sql.ref(name)))})
    select ${sql.join(Object.keys(list[0] ?? {}).map((name) => sql.ref(name)))}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(list)}::jsonb)`;

/**
 * Puts a market into a database that has none. Whom somebody targeted was targeted by `campaignId`, which must be
 * there.
 */
export async function store(db: Kysely<Tables>, companies: readonly Company[], campaignId: string): Promise<void> {
  await rows(
    'campaign_terms',
    Object.entries(TERMS).flatMap(([field, values]) =>
      values.map((value, index) => ({ field, code: index + 1, value })),
    ),
  ).execute(db);
  await rows(
    'companies',
    companies.map((company) => ({
      id: company.id,
      turnover: codeOf(offered.TURNOVERS, company.turnover),
      company_type: codeOf(COMPANY_TYPES, company.type),
      org_status: codeOf(offered.ORG_STATUSES, company.orgStatus),
      priority: codeOf(offered.PRIORITIES, company.priority),
      industry: codeOf(INDUSTRIES, company.industry),
      sub_industry: codeOf(SUB_INDUSTRIES, company.subIndustry),
      activity_score: codeOf(offered.ACTIVITY_SCORES, company.score),
      procurement_types: bitsOf(offered.PROCUREMENT_TYPES, company.procurementTypes),
      procurement_sources: bitsOf(offered.PROCUREMENT_SOURCES, company.procurementSources),
      has_gst: company.gst,
      is_existing: company.existing,
      business_lines: Object.entries(company.lines).reduce(
        (bits, [line, status]) => bits | lineBits([line], [status]),
        0,
      ),
      location: termCode('addressLocation', company.location),
      bids: company.bids,
      last_called_on: company.calledOn ?? '-infinity',
      sectors_participated: array(company.participated),
      sectors_won: array(company.won),
      sectors_lost: array(company.lost),
      name: `Company ${company.id}`,
      external_id: `C${company.id}`,
    })),
  ).execute(db);
  await rows(
    'company_texts',
    companies
      .filter(({ boq, tender }) => boq !== '' || tender !== '')
      .map(({ id, boq, tender }) => ({ company_id: id, boq, tender })),
  ).execute(db);
  const contacts = companies.flatMap((company) => company.contacts.map((contact) => ({ company, contact })));
  await rows(
    'contacts',
    contacts.map(({ company, contact }) => ({
      id: contact.id,
      company_id: company.id,
      seniority: contact.seniority,
      mail: contact.mail,
      mobile: contact.mobile,
      disposition: codeOf(offered.DISPOSITION_STATUSES, contact.disposition),
      last_active_on: contact.activeOn ?? '-infinity',
      views: contact.views,
      downloads: contact.downloads,
      searches: contact.searches,
      plan: termCode('planName', contact.plan),
      utm_source: termCode('utmSource', contact.utmSource),
      utm_medium: termCode('utmMedium', contact.utmMedium),
      utm_content: termCode('utmContent', contact.utmContent),
      utm_campaign: termCode('utmCampaign', contact.utmCampaign),
      is_verified: contact.verified,
      is_company_domain: contact.companyDomain,
      last_targeted_on: '-infinity',
      sectors: array(contact.sectors),
    })),
  ).execute(db);
  await rows(
    'contact_details',
    contacts.map(({ contact }) => ({
      contact_id: contact.id,
      external_id: `K${contact.id}`,
      name: `Contact ${contact.id}`,
      designation: '',
      email: contact.mail > 0 ? `k${contact.id}@example.com` : null,
      mobile: contact.mobile > 0 ? '9800000000' : null,
    })),
  ).execute(db);
  const targets = contacts.flatMap(({ contact }) =>
    contact.targetedOn === null
      ? []
      : [{ campaign_id: campaignId, contact_id: contact.id, targeted_on: contact.targetedOn }],
  );
  if (targets.length > 0) await rows('campaign_targets', targets).execute(db);
  // What was given an id must not be given it again.
  await sql`
    select setval(pg_get_serial_sequence('companies', 'id'), ${companies.length + 1}),
    setval(pg_get_serial_sequence('contacts', 'id'), ${contacts.length + 1})`.execute(db);
}
