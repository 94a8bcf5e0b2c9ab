import type { Kysely } from 'kysely';
import type { BulkResult } from '#contract/decision.ts';
import { MESSAGES } from '#contract/error.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { forbidden, movedOn, notFound, type Refusal } from '#server/platform/base/errors.ts';
import { verdictRefusal } from '#server/platform/http/assertAllowed.ts';
import type { Actor } from '#server/platform/http/context.ts';
import { type ClaimDefinition, stateOf } from './kind.ts';
import { maySeeClaim } from './policy.ts';
import { claimsById, type ClaimRow } from './repository/claims.ts';

/** Many claims at once: each is judged by itself (MGR-12). */

export interface SortedOut {
  open: ClaimRow[];
  refused: BulkResult['refused'];
}

interface Named {
  /** Each id once, in the order sent. */
  ids: readonly string[];
  /** Of those that were seen: the version. */
  versions: Readonly<Record<string, number>>;
}

/**
 * Locks the claims in the order of their ids, so that two of these never wait for each other (A6), and separates those
 * that can be decided from those that cannot.
 */
export async function sortOut(
  tx: Kysely<Tables>,
  kind: ClaimDefinition,
  { ids, versions }: Named,
  judge: (row: ClaimRow | undefined, seenVersion: number | undefined) => Promise<Refusal | null>,
): Promise<SortedOut> {
  const rows = new Map((await claimsById(tx, kind.number, ids.toSorted(), true)).map((row) => [row.id, row]));
  const sorted: SortedOut = { open: [], refused: [] };
  for (const id of ids) {
    const row = rows.get(id);
    const refusal = await judge(row, Object.hasOwn(versions, id) ? versions[id] : undefined);
    if (refusal) sorted.refused.push({ id, code: refusal.code, message: refusal.message });
    else if (row) sorted.open.push(row);
  }
  return sorted;
}

/** What a decision asks of the person and of the claim's state. */
interface DecisionRules {
  mayAct: (actor: Actor, row: ClaimRow) => Verdict;
  can: (state: ReturnType<typeof stateOf>) => Verdict;
}

/**
 * Why one item of many is not decided, in the order of WIRE-10: one's own, an invisible one, another's to decide, not
 * as it was seen, decided before. Null when it can be decided.
 */
export async function refusalOfItem(
  tx: Kysely<Tables>,
  actor: Actor,
  row: ClaimRow | undefined,
  seenVersion: number | undefined,
  { mayAct, can }: DecisionRules,
): Promise<Refusal | null> {
  if (row?.owner_id === actor.id) return forbidden(MESSAGES.ownRequest);
  if (!row || !(await maySeeClaim(tx, actor, row))) return notFound();
  const changed = seenVersion !== undefined && seenVersion !== row.version;
  return (
    verdictRefusal(mayAct(actor, row)) ?? (changed ? movedOn('VERSION_CONFLICT') : verdictRefusal(can(stateOf(row))))
  );
}
