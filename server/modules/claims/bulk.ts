import type { Kysely } from 'kysely';
import type { BulkResult } from '#contract/decision.ts';
import type { ClaimDefinition } from './kind.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { movedOn, type Refusal } from '#server/platform/base/errors.ts';
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
  refusalOf: (row: ClaimRow | undefined, seenVersion: number | undefined) => Promise<Refusal | null>,
): Promise<SortedOut> {
  const rows = new Map((await claimsById(tx, kind.number, ids.toSorted(), true)).map((row) => [row.id, row]));
  const sorted: SortedOut = { open: [], refused: [] };
  for (const id of ids) {
    const row = rows.get(id);
    const refusal = await refusalOf(row, Object.hasOwn(versions, id) ? versions[id] : undefined);
    if (refusal) sorted.refused.push({ id, code: refusal.code, message: refusal.message });
    else if (row) sorted.open.push(row);
  }
  return sorted;
}

/** An item that is not as it was seen. */
export const changedItem = (row: ClaimRow, seenVersion: number | undefined): Refusal | null =>
  seenVersion !== undefined && seenVersion !== row.version ? movedOn('VERSION_CONFLICT') : null;
