import type { Kysely } from 'kysely';
import type { PolicyVersion } from '#contract/policy.ts';
import { FIRST_DAY, SPECIFICATION } from '#domain/policyVersions.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';
import { allVersions, policyState, type VersionRow } from './repository.ts';

/** The versions of the policy, kept in memory and read again when the policy was changed (POL-9). */

/** The specification's numbers: in effect from the beginning. */
const FIRST: PolicyVersion = {
  policyId: 'POL0',
  effectiveFrom: FIRST_DAY,
  policy: SPECIFICATION,
  madeAt: 0,
  updatedAt: 0,
};

export interface KnownPolicies {
  /** How often the policy was changed when they were read. */
  version: number;
  /** The earliest first. */
  versions: readonly PolicyVersion[];
}

const versionOf = (row: VersionRow): PolicyVersion => ({
  policyId: row.id,
  effectiveFrom: row.effective_from,
  policy: row.document,
  madeAt: row.made_at,
  updatedAt: row.updated_at,
});

/** By the database that they are of: two servers may live in one process. */
const known = new WeakMap<Services['database'], KnownPolicies>();

/** The versions as they are in this transaction, past what is kept: of a change of the policy itself. */
export const readVersions = async (tx: Kysely<Tables>): Promise<PolicyVersion[]> => [
  FIRST,
  ...(await allVersions(tx)).map(versionOf),
];

/** The versions when the policy has been changed `version` times, from memory if they are there. */
export async function policiesAt(
  { database }: Pick<Services, 'database'>,
  db: Kysely<Tables>,
  version: number,
): Promise<KnownPolicies> {
  const kept = known.get(database);
  if (kept?.version === version) return kept;
  const read = { version, versions: await readVersions(db) };
  known.set(database, read);
  return read;
}

/** The versions of this moment: one look at a row of one number. */
export const policiesNow = async (services: Pick<Services, 'database'>, db: Kysely<Tables>): Promise<KnownPolicies> =>
  policiesAt(services, db, await policyState(db));

/** What is kept, without a look; null where nothing was read yet. Whoever uses it compares its `version` later. */
export const policiesKept = ({ database }: Pick<Services, 'database'>): KnownPolicies | null =>
  known.get(database) ?? null;

/**
 * Those by which a change is judged: of what was saved on a device the versions that there were then (POL-4), so that
 * nothing is refused by a policy which its owner could not know.
 */
export const countingFor = (
  { versions }: KnownPolicies,
  { saved: { at } }: Pick<Context, 'saved'>,
): readonly PolicyVersion[] => (at === null ? versions : versions.filter(({ madeAt }) => madeAt <= at));

/** The versions by which a change inside this transaction is judged. */
export const policiesFor = async (
  tx: Kysely<Tables>,
  context: Pick<Context, 'saved'> & { services: Pick<Services, 'database'> },
): Promise<readonly PolicyVersion[]> => countingFor(await policiesNow(context.services, tx), context);
