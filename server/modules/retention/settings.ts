import type { Kysely } from 'kysely';
import {
  retentionBody,
  type ErasureReport,
  type Hold,
  type Retention,
  type RetentionPlan,
} from '#contract/retention.ts';
import { MAX_HISTORY_ROWS } from '#contract/limits.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { conform } from '#domain/parsing.ts';
import { yearsFrom } from '#domain/policyVersions.ts';
import { parsePeriods, USUAL_PERIODS } from '#domain/retention.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { invalidRequest, movedOn, Refusal } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { readVersions } from '#server/modules/expensePolicy/index.ts';
import { planOf, seenOf, type Judging } from './plan.ts';
import * as stored from './repository/erasures.ts';
import type { Weight } from './repository/found.ts';
import { holdsOn, type NamedHold } from './repository/holds.ts';

/** The organisation's periods, and whether the daily job erases by them (RET-7). */

/** Under which the log keeps changes of the settings. */
const SETTINGS_ID = 'RETENTION';

export const holdAnswer = (row: NamedHold): Hold => ({
  holdId: row.id,
  subjectId: row.subject_id,
  subjectKind: row.subject_kind,
  subjectName: row.subject_name,
  reason: row.reason,
  setAt: row.set_at,
  setBy: row.set_by_name,
  liftedAt: row.lifted_at,
  liftedBy: row.lifted_by_name,
  liftReason: row.lift_reason,
});

const reportOf = (row: Awaited<ReturnType<typeof stored.newest>>[number]): ErasureReport => ({
  erasureId: row.id,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  by: row.by_name,
  about: row.about_name,
  kinds: Object.entries(row.totals as Record<string, Weight>).map(([kind, weight]) => ({ kind, ...weight })),
});

/** Erasures that the page shows. */
const MOST = 50;

async function answer(db: Kysely<Tables>): Promise<Retention> {
  const state = await stored.readState(db);
  return {
    periods: state.periods ?? USUAL_PERIODS,
    enabled: state.enabled,
    version: state.version,
    changedAt: state.updated_at,
    changedBy: state.changed_by,
    reports: (await stored.newest(db, MOST)).map(reportOf),
    holds: (await holdsOn(db, null, MAX_HISTORY_ROWS)).map(holdAnswer),
  };
}

/** Throws FORBIDDEN unless the actor is an organisation admin. */
export async function readRetention({ actor, services }: Context): Promise<Retention> {
  assertAllowed(mayManageOrganisation(actor));
  return answer(services.database.db);
}

type Clock = Pick<Context, 'now' | 'today' | 'timeZone'>;

/** By what is judged now: the organisation's periods, and its financial years. */
export async function judgingOf(db: Kysely<Tables>, { now, today, timeZone }: Clock): Promise<Judging> {
  const periods = (await stored.readState(db)).periods ?? USUAL_PERIODS;
  return { periods, yearsFrom: yearsFrom(await readVersions(db)), today, timeZone, now };
}

async function planned(db: Kysely<Tables>, judging: Judging): Promise<RetentionPlan> {
  const kinds = await planOf(db, judging);
  return { day: judging.today, kinds, seen: seenOf(judging.periods, kinds) };
}

/** The dry run by the periods that are set. */
export async function planRetention(context: Context): Promise<RetentionPlan> {
  assertAllowed(mayManageOrganisation(context.actor));
  const { db } = context.services.database;
  return planned(db, await judgingOf(db, context));
}

const UNSEEN = 'What would be erased has changed. Please look at it again, then switch it on.';

/** Sets the periods and switches erasing on or off. Periods that change while it is on switch it off, unless seen. */
export function saveRetention(context: Context, request: CommandRequest): Promise<CommandResult> {
  const { actor, now } = context;
  return change<Awaited<ReturnType<typeof stored.lockState>>>(context, request, {
    authorize: async (tx) => {
      assertAllowed(mayManageOrganisation(actor));
      return stored.lockState(tx);
    },
    execute: async (tx, state) => {
      if (context.ifMatch !== null && context.ifMatch !== state.version)
        throw movedOn('VERSION_CONFLICT', { current: await answer(tx) });
      const body = (request.body ?? {}) as Record<string, unknown>;
      const parsed = parsePeriods(body['periods']);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const [enabled, seen] = [conform(retentionBody.shape.enabled, body['enabled']), body['seen']];
      if ('message' in enabled) throw invalidRequest('Please say whether to erase', { enabled: enabled.message });
      const periods = parsed.value;
      const before = { periods: state.periods ?? USUAL_PERIODS, enabled: state.enabled };
      const same = JSON.stringify(periods) === JSON.stringify(before.periods);
      if (enabled.value && !(before.enabled && same)) {
        const { seen: now_ } = await planned(tx, { ...(await judgingOf(tx, context)), periods });
        if (seen !== now_) throw new Refusal('CONFLICT', UNSEEN);
      }
      const version = state.version + 1;
      const after = { periods, enabled: enabled.value };
      await stored.writeState(tx, { ...after, version, updated_at: now, updated_by: actor.id });
      const { origin, key } = context;
      const what = { recordId: SETTINGS_ID, recordKind: 'retention', version, action: 'retention-change' };
      await appendAudit(
        tx,
        { ...what, at: now, actorId: actor.id, before, after, origin, requestKey: key },
        (await lastAuditHashes(tx, [SETTINGS_ID])).get(SETTINGS_ID) ?? '',
      );
      return { answer: { success: true, data: await answer(tx) }, recordId: null };
    },
  });
}
