import { setImmediate } from 'node:timers/promises';
import { PRIMARY_EXPENSE_TYPE, type ConveyanceType } from '#contract/enums.ts';
import type { Policy, PolicyCounts, PolicyPreview } from '#contract/policy.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { isComputed, reimbursement } from '#domain/conveyance.ts';
import { addDays, addMonths, dayOf, firstOfMonth } from '#domain/dates.ts';
import { policyFindings, type JudgedClaim } from '#domain/policy.ts';
import { FIRST_DAY, type DatedPolicy } from '#domain/policyVersions.ts';
import { parsePolicyDocument } from '#domain/policyParsing.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import { claimsOfPeople, nextPeople, type PreviewRow } from './repository.ts';

/** People whose claims are read at once: a page is some thousand claims, and judging it takes milliseconds. */
const PEOPLE = 100;
const MONTHS = 3;

const KINDS = { 0: 'local', 1: 'conveyance', 2: 'travel' } as const;
type Counts = Record<(typeof KINDS)[keyof typeof KINDS], PolicyCounts>;

interface Person {
  grade: string;
  exceptional_date: string | null;
}

/** Judges claims one after the other: what was claimed for a day before counts towards its limits. */
function judgeClaims(rows: readonly PreviewRow[], people: ReadonlyMap<string, Person>, judging: Judging): void {
  const claimed = new Map<string, number>();
  for (const row of rows) {
    const person = people.get(row.owner_id);
    const day = [row.owner_id, row.expense_date, row.type].join(' ');
    const claim = claimOf(row, person, claimed.get(day) ?? 0, judging);
    const counts = judging.counts[KINDS[row.kind]];
    const findings = policyFindings(claim, judging.versions);
    const refused = findings.some(({ over }) => over === 'REFUSE');
    counts.claims += 1;
    if (refused) counts.refused += 1;
    else if (findings.length > 0) counts.warned += 1;
    if (row.counts && !refused && row.kind === PRIMARY_EXPENSE_TYPE.travel)
      claimed.set(day, (claimed.get(day) ?? 0) + claim.paise);
  }
}

interface Judging {
  policy: Policy;
  versions: readonly DatedPolicy[];
  timeZone: string;
  counts: Counts;
}

function claimOf(row: PreviewRow, person: Person | undefined, otherPaise: number, judging: Judging): JudgedClaim {
  const computed = row.kind === PRIMARY_EXPENSE_TYPE.conveyance && isComputed(row.type as ConveyanceType);
  const paid = computed ? reimbursement(row.type as ConveyanceType, row.distance ?? 0, judging.policy) : null;
  return {
    kind: KINDS[row.kind],
    type: row.type,
    day: row.expense_date,
    paise: paid ?? row.claim_amount,
    bills: row.bills,
    otherPaise,
    savedDay: dayOf(row.saved, judging.timeZone),
    exceptional: person?.exceptional_date ?? null,
    grade: person?.grade,
    city: row.city,
    // The sales app hands rides in without one.
    computed: row.kind === PRIMARY_EXPENSE_TYPE.conveyance,
  };
}

/**
 * What a policy would have made of the claims of the last three whole months (POL-10). People's claims are read page by
 * page, each by a query of its own, so that neither a connection nor this thread is held.
 */
export async function previewPolicy(context: Context, body: unknown): Promise<PolicyPreview> {
  assertAllowed(mayManageOrganisation(context.actor));
  const { timeZone, today, services } = context;
  const document = typeof body === 'object' && body !== null && 'policy' in body ? body.policy : undefined;
  const parsed = parsePolicyDocument(document);
  if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
  const first = firstOfMonth(today);
  const [from, to] = [addMonths(first, -MONTHS), addDays(first, -1)];
  const none = (): PolicyCounts => ({ claims: 0, refused: 0, warned: 0 });
  const judging: Judging = {
    policy: parsed.value,
    versions: [{ effectiveFrom: FIRST_DAY, policy: parsed.value }],
    timeZone,
    counts: { local: none(), travel: none(), conveyance: none() },
  };
  const { db } = services.database;
  for (let after = ''; ;) {
    const page = await nextPeople(db, after, PEOPLE);
    const last = page.at(-1);
    if (!last) break;
    const ids = page.map(({ id }) => id);
    judgeClaims(await claimsOfPeople(db, ids, from, to), new Map(page.map((person) => [person.id, person])), judging);
    after = last.id;
    await setImmediate();
  }
  return { from: dayMillis(from, timeZone), to: dayMillis(to, timeZone), ...judging.counts };
}
