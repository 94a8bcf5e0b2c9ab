import type { Kysely } from 'kysely';
import { MAX_POLICY_VERSIONS, MAX_WINDOW_DAYS, POLICY_DAYS_KEPT } from '#contract/limits.ts';
import type { Policies, Policy, PolicyVersion } from '#contract/policy.ts';
import type { HistoryRow } from '#contract/record.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { addDays, formatDay, type Day } from '#domain/dates.ts';
import { policyChanges } from '#domain/policyWords.ts';
import { logOf, type LoggedRow } from '#server/platform/audit/repository/audit.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { gradeOf, POLICY_ID } from './repository.ts';
import { policiesNow } from './versions.ts';

/** What a change may be backdated by at most, in days (TM-2). */
const BACKDATED_DAYS = 31;

/**
 * Of all versions those that may be needed from today on: in effect on the earliest day that this person may claim for,
 * or later. The earliest first.
 */
export function versionsNeeded(
  versions: readonly PolicyVersion[],
  { today, exceptionalDate }: { today: Day; exceptionalDate: Day | null },
): PolicyVersion[] {
  // Where older claims are only warned of, they may be older still.
  const reaches = versions.map(({ policy: { reach } }) => (reach.over === 'WARN' ? MAX_WINDOW_DAYS : reach.days));
  const window = Math.max(...reaches) + BACKDATED_DAYS;
  const earliest = addDays(today, -Math.max(POLICY_DAYS_KEPT, window));
  const since = exceptionalDate !== null && exceptionalDate < earliest ? exceptionalDate : earliest;
  const inEffect = versions.findLastIndex(({ effectiveFrom }) => effectiveFrom <= since);
  return versions.slice(Math.max(0, inEffect)).slice(-MAX_POLICY_VERSIONS);
}

/** What every phone reads, and the admin's screen. */
export async function policiesAnswer(context: Context, db: Kysely<Tables>): Promise<Policies> {
  const { actor, services, today } = context;
  const { version, versions } = await policiesNow(services, db);
  return {
    version,
    grade: await gradeOf(db, actor.id),
    versions: versionsNeeded(versions, { today, exceptionalDate: actor.exceptionalDate }),
  };
}

const policyIn = (side: LoggedRow['before']): Policy | null => (side?.['policy'] as Policy | undefined) ?? null;
const dayIn = (side: LoggedRow['before']): string | null => {
  const from = side?.['effectiveFrom'];
  return typeof from === 'string' ? formatDay(from) : null;
};

const WORDS: Readonly<Record<string, string>> = {
  'policy-add': 'Version made',
  'policy-change': 'Version changed',
  'policy-remove': 'Version removed',
};

function historyOf({ at, by, action, before, after }: LoggedRow): HistoryRow {
  const [from, to] = [dayIn(before), dayIn(after)];
  const effect = { field: 'In effect from', before: from, after: to };
  // A version is made of the one before it: what differs is what somebody decided.
  const base = action === 'policy-add' ? ((after?.['instead'] as Policy | undefined) ?? null) : policyIn(before);
  const changes = action === 'policy-remove' ? [] : policyChanges(base, policyIn(after));
  return { at, by, onBehalfOf: null, what: WORDS[action] ?? action, changes: [effect, ...changes] };
}

/** Who changed what of the policy, newest first (AUD-3, POL-10). */
export async function policyHistory(context: Context): Promise<{ data: HistoryRow[]; more?: true }> {
  assertAllowed(mayManageOrganisation(context.actor));
  const { rows, more } = await logOf(context.services.database.db, POLICY_ID);
  return { data: rows.map(historyOf), ...(more && { more }) };
}
