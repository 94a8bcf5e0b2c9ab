import { sql, type RawBuilder } from 'kysely';
import { SENIORITIES, type ContactPersonType } from '#contract/campaignOptions.ts';
import { FILTER_LABELS } from '#contract/filterLabels.ts';
import { companySteps, contactSteps, type ConditionInput, type Step } from './conditions.ts';
import { isOne } from './predicates.ts';
import { codeOf } from '../codes.ts';

/**
 * The statements about a campaign's contacts: how many are left after each filter, and who is chosen. All of them are
 * made of the same conditions, and look at a range of companies: what they say of several ranges adds up (CAMP-22).
 */

type Sql = RawBuilder<unknown>;

/** Companies by their ids, both ends counted. */
export interface Range {
  from: number;
  to: number;
}

export interface Plan {
  company: readonly Step[];
  contact: readonly Step[];
  /** How many contacts of a company are chosen, the most senior first; null: all that are left (CAMP-9). */
  most: number | null;
}

const MAX_CONTACTS: Readonly<Record<ContactPersonType, number | null>> = {
  SINGLE: 1,
  TOP_THREE: 3,
  TOP_FIVE: 5,
  SENIOR_MANAGEMENT: null,
  ALL: null,
};
const SENIOR = SENIORITIES.filter(({ senior }) => senior).map(({ value }) => codeOf(SENIORITIES, value));

export function planOf(input: ConditionInput): Plan {
  const type = input.filters.contactPersonType as ContactPersonType | null;
  const senior: Step[] =
    type === 'SENIOR_MANAGEMENT'
      ? [
          {
            filter: 'contactPersonType',
            label: FILTER_LABELS.contactPersonType,
            ...isOne('k.seniority', SENIOR),
          },
        ]
      : [];
  return {
    company: companySteps(input),
    contact: [...contactSteps(input), ...senior],
    most: type === null ? null : MAX_CONTACTS[type],
  };
}

const within = (column: string, { from, to }: Range): Sql =>
  sql`${sql.ref(column)} between ${sql.lit(from)} and ${sql.lit(to)}`;
const all = (steps: readonly Step[]): Sql =>
  steps.length === 0
    ? sql`true`
    : sql.join(
        steps.map(({ where }) => sql`(${where})`),
        sql` and `,
      );

/** How many of the steps are passed before the first one that is not. Each row is looked at only until then. */
const depth = (steps: readonly Step[]): Sql =>
  steps.length === 0
    ? sql`0`
    : sql`case ${sql.join(
        steps.map(({ where }, index) => sql`when (${where}) is not true then ${sql.lit(index)}`),
        sql` `,
      )} else ${sql.lit(steps.length)} end`;

export interface CompanyDepth {
  /** Steps passed. */
  depth: number;
  companies: number;
  contacts: number;
}

/** By how many steps they pass: companies, and the contacts they have. */
export const companyDepths = (plan: Plan, range: Range): RawBuilder<CompanyDepth> => sql<CompanyDepth>`
  select depth, count(*) as companies, sum(contacts)::bigint as contacts
  from (select ${depth(plan.company)} as depth, c.contacts from companies c where ${within('c.id', range)}) c
  group by depth`;

/** Contacts of the companies that pass, by what they come to. */
export interface ContactGroup {
  /** Contact steps passed. */
  depth: number;
  /** The most that a contact of the same company, chosen earlier, passed; -1 for the first one. */
  before: number;
  chosen: boolean;
  /** Codes of their delivery. */
  mail: number;
  mobile: number;
  contacts: number;
}

/**
 * The contacts of the companies that pass, in the order of `contacts_counted`, so that nothing is sorted. Each is seen
 * with what came before it in its company: a company counts for a step with the first of its contacts that passes it,
 * and enough of them may have been chosen already.
 */
export function contactGroups(plan: Plan, range: Range): RawBuilder<ContactGroup> {
  const steps = sql.lit(plan.contact.length);
  const { most } = plan;
  const enough = most === null ? sql`` : sql` and k.taken < ${sql.lit(most)}`;
  const taken = most === null ? sql`` : sql`, count(*) filter (where k.depth = ${steps}) over earlier as taken`;
  return sql<ContactGroup>`
    select depth, before, chosen, mail, mobile, count(*) as contacts from (
      select k.depth, k.before, k.depth = ${steps}${enough} as chosen, k.mail, k.mobile from (
        select k.depth, k.mail, k.mobile, coalesce(max(k.depth) over earlier, -1) as before${taken} from (
          select k.company_id, k.id, k.seniority, k.mail, k.mobile, ${depth(plan.contact)} as depth
          from companies c join contacts k on k.company_id = c.id
          where ${within('c.id', range)} and ${within('k.company_id', range)} and ${all(plan.company)}
        ) k window earlier as (
          partition by k.company_id order by k.seniority, k.id rows between unbounded preceding and 1 preceding)
      ) k
    ) k group by depth, before, chosen, mail, mobile`;
}

/** A chosen contact: `companyId` and `contactId`. */
export interface Chosen {
  company_id: number;
  contact_id: number;
}

/** The contacts that a campaign hands out, by company and then by seniority (CAMP-9). */
export function chosenContacts(plan: Plan, range: Range): RawBuilder<Chosen> {
  const { most } = plan;
  return sql<Chosen>`
    select k.company_id, k.contact_id from (
      select k.company_id, k.id as contact_id, k.seniority,
        row_number() over (partition by k.company_id order by k.seniority, k.id) as place
      from companies c join contacts k on k.company_id = c.id
      where ${within('c.id', range)} and ${within('k.company_id', range)} and ${all(plan.company)}
        and ${all(plan.contact)}
    ) k where ${most === null ? sql`true` : sql`k.place <= ${sql.lit(most)}`}
    order by k.company_id, k.seniority, k.contact_id`;
}
