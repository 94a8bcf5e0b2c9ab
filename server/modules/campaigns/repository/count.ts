import { sql, type Kysely } from 'kysely';
import { type CampaignCounts, type WaterfallStep } from '#contract/campaign.ts';
import { DELIVERIES } from '#contract/campaignOptions.ts';
import { FILTER_LABELS } from '#contract/filterLabels.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { LongRead } from '#server/platform/database/longReads.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { codeOf } from '../codes.ts';
import type { ConditionInput } from './conditions.ts';
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
  const reads = rangesOf(await lastCompany(db), longReads.width, longReads.most).map(
    (range): LongRead<Part> =>
      async (read) => {
        const companies = await companyDepths(plan, range).execute(read);
        return { companies: companies.rows, contacts: (await contactGroups(plan, range).execute(read)).rows };
      },
  );
  const parts = await longReads.run(reads, signal);
  return summed(
    plan,
    parts.flatMap((part) => part.companies),
    parts.flatMap((part) => part.contacts),
  );
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
