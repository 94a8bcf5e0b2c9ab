import { sql, type Kysely } from 'kysely';
import { type CampaignCounts, type WaterfallStep } from '#contract/campaign.ts';
import { DELIVERIES } from '#contract/campaignOptions.ts';
import { FILTER_LABELS } from '#contract/filterLabels.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { LongRead, LongReads } from '#server/platform/database/longReads.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { codeOf } from '../codes.ts';
import { ColumnCount, companyColumns, contactColumns, textsOf, type FoundPlaces, type Passed } from '../columnCount.ts';
import { MARKET_PART } from './columns.ts';
import type { ConditionInput } from './conditions.ts';
import { currentParts, findText, idsOf, readParts } from './marketColumns.ts';
import {
  companyDepths,
  contactGroups,
  planOf,
  type CompanyDepth,
  type ContactGroup,
  type Plan,
  type Range,
} from './statements.ts';

/** Counts what filters come to (CAMP-8, CAMP-22). */

export interface Counted {
  counts: CampaignCounts;
  waterfall: WaterfallStep[];
}

interface Part {
  companies: CompanyDepth[];
  contacts: ContactGroup[];
}

/** Divides the ids of companies into parts that are read one by one, or side by side. */
export function rangesOf(last: number, width: number, most: number): Range[] {
  const size = Math.max(1, Math.min(most, Math.ceil(last / width)));
  return Array.from({ length: Math.ceil(last / size) }, (_, index) => ({
    from: index * size + 1,
    to: Math.min(last, (index + 1) * size),
  }));
}

/** The highest id of a company; 0 without any. */
export const lastCompany = async (db: Kysely<Tables>): Promise<number> =>
  (await sql<{ last: number | null }>`select max(id) as last from companies`.execute(db)).rows[0]?.last ?? 0;

export async function countCampaign(
  { db, longReads }: Database,
  input: ConditionInput,
  signal: AbortSignal,
): Promise<Counted> {
  const plan = planOf(input);
  const last = Math.ceil((await lastCompany(db)) / MARKET_PART);
  const most = Math.max(1, Math.floor(longReads.most / MARKET_PART));
  const places = (await mayReadColumns(db, plan, last)) ? await findTexts(longReads, plan, last, signal) : null;
  const reads = rangesOf(last, longReads.width, most).map(
    ({ from, to }): LongRead<Part> =>
      (read) =>
        countParts(plan, { from: from - 1, to: to - 1 }, read, places),
  );
  const parts = await longReads.run(reads, signal);
  return summed(
    plan,
    parts.flatMap((part) => part.companies),
    parts.flatMap((part) => part.contacts),
  );
}

/** Reading all rows in one go costs less than reading most of them bit by bit. */
const mostly = (current: readonly number[], all: number): boolean => current.length * 2 > all;

const mayReadColumns = async (db: Kysely<Tables>, plan: Plan, parts: number): Promise<boolean> =>
  companyColumns(plan) !== null &&
  contactColumns(plan) !== null &&
  mostly(await currentParts(db, { from: 0, to: parts - 1 }), parts);

type Places = (part: number) => FoundPlaces;

/** Looks for each text once, before all else: every part would look through all texts again. */
async function findTexts(longReads: LongReads, plan: Plan, parts: number, signal: AbortSignal): Promise<Places> {
  const found = await longReads.run(
    textsOf(plan).map((text) => (read) => findText(read, text, parts)),
    signal,
  );
  return (part) => found.map((of) => of(part));
}

/** Columns of so many parts are held at a time. */
const PARTS_AT_ONCE = 32;

/** Counts some parts of the market: by their columns where these are current, by their rows elsewhere. */
async function countParts(plan: Plan, parts: Range, read: Kysely<Tables>, places: Places | null): Promise<Part> {
  const [ofCompanies, ofContacts] = [companyColumns(plan), contactColumns(plan)];
  const current = places ? await currentParts(read, parts) : [];
  if (!ofCompanies || !ofContacts || !places || !mostly(current, parts.to - parts.from + 1))
    return countRows(plan, [idsOf(parts)], read);
  const counting = new ColumnCount(plan);
  for (let from = 0; from < current.length; from += PARTS_AT_ONCE) {
    const passed = new Map<number, Passed>();
    for (const [part, columns] of await readParts(read, current.slice(from, from + PARTS_AT_ONCE), ofCompanies)) {
      const companies = counting.addCompanies(columns, places(part));
      if (companies) passed.set(part, companies);
    }
    if (passed.size === 0) continue;
    for (const [part, columns] of await readParts(read, [...passed.keys()], ofContacts)) {
      const companies = passed.get(part);
      if (companies) counting.addContacts(columns, companies);
    }
  }
  const others = await countRows(plan, between(current, parts).map(idsOf), read);
  return {
    companies: [...counting.companies, ...others.companies],
    contacts: [...counting.contacts, ...others.contacts],
  };
}

/** The ranges of `all` that none of `some`, which are in order, belongs to. */
function between(some: readonly number[], all: Range): Range[] {
  const bounds = [all.from - 1, ...some, all.to + 1];
  return bounds
    .slice(1)
    .map((bound, index) => ({ from: (bounds[index] ?? 0) + 1, to: bound - 1 }))
    .filter(({ from, to }) => from <= to);
}

async function countRows(plan: Plan, ranges: readonly Range[], read: Kysely<Tables>): Promise<Part> {
  const found: Part = { companies: [], contacts: [] };
  for (const range of ranges) {
    found.companies.push(...(await companyDepths(plan, range).execute(read)).rows);
    found.contacts.push(...(await contactGroups(plan, range).execute(read)).rows);
  }
  return found;
}

const total = <Row>(rows: readonly Row[], which: (row: Row) => boolean, amount: (row: Row) => number): number =>
  rows.reduce((sum, row) => (which(row) ? sum + amount(row) : sum), 0);

function summed(plan: Plan, companies: readonly CompanyDepth[], contacts: readonly ContactGroup[]): Counted {
  const waterfall: WaterfallStep[] = [];
  const labels = [{ filter: 'all', label: 'All companies' }, ...plan.company];
  for (const [passed, { filter, label }] of labels.entries()) {
    const left = (row: CompanyDepth): boolean => row.depth >= passed;
    waterfall.push({
      filter,
      label,
      companies: total(companies, left, (row) => row.companies),
      contacts: total(companies, left, (row) => row.contacts),
    });
  }
  const ofContacts = (row: ContactGroup): number => row.contacts;
  for (const [index, { filter, label }] of plan.contact.entries()) {
    const left = (row: ContactGroup): boolean => row.depth > index;
    waterfall.push({
      filter,
      label,
      companies: total(contacts, (row) => left(row) && row.before <= index, ofContacts),
      contacts: total(contacts, left, ofContacts),
    });
  }
  const chosen = contacts.filter((row) => row.chosen);
  const totalCompanies = total(chosen, (row) => row.before < plan.contact.length, ofContacts);
  const totalContacts = total(chosen, () => true, ofContacts);
  if (waterfall.at(-1)?.filter !== 'contactPersonType')
    waterfall.push({
      filter: 'contactPersonType',
      label: FILTER_LABELS.contactPersonType,
      companies: totalCompanies,
      contacts: totalContacts,
    });

  const delivery = (column: 'mail' | 'mobile', value: (typeof DELIVERIES)[number]['value']): number =>
    total(chosen, (row) => row[column] === codeOf(DELIVERIES, value), ofContacts);
  const coolOff = plan.contact.findIndex(({ filter }) => filter === 'coolOffPeriod');
  const targeted = (column: 'mail' | 'mobile'): number =>
    total(contacts, (row) => row.depth === coolOff && row[column] > 0, ofContacts);
  return {
    waterfall,
    counts: {
      totalCompanies,
      totalContacts,
      totalDeliverableMails: delivery('mail', 'DELIVERABLE'),
      totalMobileNumbers: total(chosen, (row) => row.mobile > 0, ofContacts),
      totalBlacklistedMails: delivery('mail', 'BLACKLISTED'),
      totalUndeliverableMails: delivery('mail', 'UNDELIVERABLE'),
      totalUnknownMails: delivery('mail', 'UNKNOWN'),
      totalMailsTargetedInLastXDays: targeted('mail'),
      totalMobileNumbersDeliverable: delivery('mobile', 'DELIVERABLE'),
      totalMobileNumbersBlacklisted: delivery('mobile', 'BLACKLISTED'),
      totalMobileNumbersUndeliverable: delivery('mobile', 'UNDELIVERABLE'),
      totalMobileNumbersUnknown: delivery('mobile', 'UNKNOWN'),
      totalMobileNumbersTargetedInLastXDays: targeted('mobile'),
    },
  };
}
