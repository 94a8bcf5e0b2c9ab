import type { Kysely } from 'kysely';
import type { PolicyVersion } from '#contract/policy.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { policyOn } from '#domain/policyVersions.ts';
import { mayChangeVersion, parsePolicy, roomForVersion, sameDay, type PolicyInput } from '#domain/policyParsing.ts';
import type { Verdict } from '#domain/verdict.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { invalidRequest, movedOn, notFound } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import {
  change,
  type CommandOutcome,
  type CommandRequest,
  type CommandResult,
} from '#server/platform/idempotency/change.ts';
import { policiesAnswer, versionsNeeded } from './queries.ts';
import * as stored from './repository.ts';
import { POLICY_ID } from './repository.ts';
import { readVersions } from './versions.ts';

/** Changes of the expense policy by organisation admins (POL-8): each is a change of the policy as a whole. */

/** The policy, locked: how often it was changed, and its versions. */
interface Locked {
  version: number;
  versions: PolicyVersion[];
}

type Step = (
  tx: Kysely<Tables>,
  locked: Locked,
) => Promise<{
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}>;

function changePolicy(context: Context, request: CommandRequest, step: Step): Promise<CommandResult> {
  const { actor, now } = context;
  const execute = async (tx: Kysely<Tables>, locked: Locked): Promise<CommandOutcome> => {
    if (context.ifMatch !== null && context.ifMatch !== locked.version)
      throw movedOn('VERSION_CONFLICT', { current: await policiesAnswer(context, tx) });
    const version = locked.version + 1;
    const logged = await step(tx, locked);
    await stored.countPolicyChange(tx, version, now);
    await appendAudit(
      tx,
      {
        recordId: POLICY_ID,
        recordKind: 'policy',
        version,
        at: now,
        actorId: actor.id,
        ...logged,
        origin: context.origin,
        requestKey: context.key,
      },
      (await lastAuditHashes(tx, [POLICY_ID])).get(POLICY_ID) ?? '',
    );
    const { exceptionalDate } = actor;
    const versions = versionsNeeded(await readVersions(tx), { today: context.today, exceptionalDate });
    const grade = await stored.gradeOf(tx, actor.id);
    return { answer: { success: true, data: { version, grade, versions } }, recordId: POLICY_ID };
  };
  return change<Locked>(context, request, {
    authorize: async (tx) => {
      assertAllowed(mayManageOrganisation(actor));
      return { version: await stored.lockPolicy(tx), versions: await readVersions(tx) };
    },
    execute,
  });
}

function parseBody({ today, timeZone }: Context, body: unknown): PolicyInput {
  const parsed = parsePolicy(body, { today, timeZone });
  if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
  return parsed.value;
}

function assertField(field: string, verdict: Verdict): void {
  if (!verdict.ok) throw invalidRequest(verdict.message, { [field]: verdict.message });
}

/** A version from a day on, today or later; one a day. */
export const createPolicy = (context: Context, request: CommandRequest): Promise<CommandResult> =>
  changePolicy(context, request, async (tx, { versions }) => {
    const { effectiveFrom: from, policy } = parseBody(context, request.body);
    if (versions.some((version) => version.effectiveFrom === from)) assertField('effectiveFrom', sameDay(from));
    assertAllowed(roomForVersion(versionsNeeded(versions, { today: context.today, exceptionalDate: null }).length));
    await stored.insertVersion(tx, {
      id: context.newId('POL'),
      effective_from: from,
      document: policy,
      made_at: context.now,
      updated_at: context.now,
    });
    return {
      action: 'policy-add',
      before: null,
      after: { effectiveFrom: from, policy, instead: policyOn(versions, from) },
    };
  });

/** The version that an address names, if it is not in effect. */
function futureVersion({ today }: Context, { versions }: Locked, id: string): PolicyVersion {
  const version = versions.find(({ policyId }) => policyId === id);
  if (!version) throw notFound();
  assertAllowed(mayChangeVersion(version.effectiveFrom, today));
  return version;
}

/** Changes a version that is to come, its day too. */
export const updatePolicy = (context: Context, id: string, request: CommandRequest): Promise<CommandResult> =>
  changePolicy(context, request, async (tx, locked) => {
    const before = futureVersion(context, locked, id);
    const { effectiveFrom: from, policy } = parseBody(context, request.body);
    if (locked.versions.some((other) => other.effectiveFrom === from && other.policyId !== id))
      assertField('effectiveFrom', sameDay(from));
    await stored.replaceVersion(tx, { id, effective_from: from, document: policy, updated_at: context.now });
    return {
      action: 'policy-change',
      before: { effectiveFrom: before.effectiveFrom, policy: before.policy },
      after: { effectiveFrom: from, policy },
    };
  });

/** Removes a version that is to come. */
export const removePolicy = (context: Context, id: string, request: CommandRequest): Promise<CommandResult> =>
  changePolicy(context, request, async (tx, locked) => {
    const { effectiveFrom, policy } = futureVersion(context, locked, id);
    await stored.deleteVersion(tx, id);
    return { action: 'policy-remove', before: { effectiveFrom, policy }, after: null };
  });
