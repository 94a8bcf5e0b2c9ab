import { MAX_COST_CENTRES } from '#contract/limits.ts';
import type { LedgerMapping, LedgerMappingBody } from '#contract/tally.ts';
import { mayChangeTally, mayViewTally, parseMapping } from '#domain/tally.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { invalidRequest, movedOn } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import {
  costCentresOfPeople,
  holdMapping,
  ledgerMappingNow,
  MAPPING_ID,
  saveMapping,
  type MappingRow,
} from './repository/ledgerMapping.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';

/** Which ledger and cost centre of Tally each claim goes to (TALLY-9). */

/** The cost centres that have a name in Tally, and those of the directory as far as MAX_COST_CENTRES go (TALLY-11). */
async function answerOf(db: Kysely<Tables>, context: Context, row: MappingRow): Promise<LedgerMapping> {
  const called = new Map(row.mapping.costCentres.map(({ costCentre, name }) => [costCentre, name]));
  const centres = [...new Set([...called.keys(), ...(await costCentresOfPeople(db, MAX_COST_CENTRES + 1))])];
  return {
    ...row.mapping,
    costCentres: centres
      .slice(0, MAX_COST_CENTRES)
      .toSorted()
      .map((costCentre) => ({ costCentre, name: called.get(costCentre) ?? '' })),
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.saver_email === null ? null : { email: row.saver_email, name: row.saver_name ?? '' },
    mayChange: mayChangeTally(context.actor).ok,
    ...(centres.length > MAX_COST_CENTRES && { more: true }),
  };
}

/**
 * The mapping as it is saved over `before`: names that were saved when there could be more, and that nobody was told,
 * stay after those that were sent (TALLY-11). There are never more of them than before.
 */
function withUntold(before: LedgerMappingBody, sent: LedgerMappingBody): LedgerMappingBody {
  const untold = before.costCentres.slice(MAX_COST_CENTRES);
  const named = new Set(sent.costCentres.map(({ costCentre }) => costCentre));
  return { ...sent, costCentres: [...sent.costCentres, ...untold.filter(({ costCentre }) => !named.has(costCentre))] };
}

export async function ledgersOf(context: Context): Promise<LedgerMapping> {
  assertAllowed(mayViewTally(context.actor));
  const { db } = context.services.database;
  return answerOf(db, context, await ledgerMappingNow(db));
}

/** Saves the mapping on the version it was made on, with its row of the audit log. */
export async function saveLedgers(context: Context, request: CommandRequest): Promise<CommandResult> {
  const { actor, now } = context;
  return change<MappingRow>(context, request, {
    authorize: async (tx) => {
      assertAllowed(mayChangeTally(actor));
      await holdMapping(tx);
      return ledgerMappingNow(tx);
    },
    execute: async (tx, before) => {
      if (context.ifMatch !== null && context.ifMatch !== before.version)
        throw movedOn('VERSION_CONFLICT', { current: await answerOf(tx, context, before) });
      const parsed = parseMapping(request.body);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const version = before.version + 1;
      const mapping = withUntold(before.mapping, parsed.value);
      await saveMapping(tx, mapping, version, now, actor.id);
      await appendAudit(
        tx,
        {
          recordId: MAPPING_ID,
          recordKind: 'ledgers',
          version,
          at: now,
          actorId: actor.id,
          action: 'edit',
          before: before.version === 0 ? null : { ...before.mapping },
          after: { ...mapping },
          origin: context.origin,
          requestKey: context.key,
        },
        (await lastAuditHashes(tx, [MAPPING_ID])).get(MAPPING_ID) ?? '',
      );
      return {
        answer: { success: true, data: await answerOf(tx, context, await ledgerMappingNow(tx)) },
        recordId: MAPPING_ID,
      };
    },
  });
}
