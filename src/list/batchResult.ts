import type { BulkResult } from '#contract/decision.ts';
import { currentEntries } from '#data/entries.ts';
import type { Entry } from '#outbox/entry.ts';
import { toast } from '#ui/toast.ts';
import type { Batch } from './decision/command.ts';
import { bulkResultOf } from './items.ts';

const batchOf = ({ face }: Entry): Batch | undefined => face['batch'] as Batch | undefined;
const isSettled = ({ state }: Entry): boolean => state === 'done' || state === 'needsYou';
/** Batches that have been told of. A page tells of each once, whichever of its changes is settled last. */
const told = new Map<string, Set<string>>();

/**
 * What became of a bulk decision, once: of one that was made in several changes, when the last of them is settled, the
 * sum of all (MGR-32). `by` names who tells of it. Undefined for any other entry, and while some of it is under way.
 */
export function batchResult(
  entry: Entry,
  by: string,
  all: readonly Entry[] = currentEntries(),
): BulkResult | undefined {
  const batch = batchOf(entry);
  if (!batch) return bulkResultOf(entry);
  const parts = all.filter((each) => batchOf(each)?.id === batch.id);
  const heard = told.get(by) ?? new Set();
  if (!parts.every(isSettled) || heard.has(batch.id)) return undefined;
  told.set(by, heard.add(batch.id));
  const results = parts.map((part) => bulkResultOf(part) ?? { done: [], refused: [] });
  return { done: results.flatMap(({ done }) => done), refused: results.flatMap(({ refused }) => refused) };
}

/** Of a bulk decision that the server has answered: how much of it was not done. */
export function sayBulkRefusals(entry: Entry): void {
  const bulk = batchResult(entry, 'refusals');
  if (bulk && bulk.refused.length > 0)
    toast.error(
      `${bulk.refused.length} of ${bulk.refused.length + bulk.done.length} could not be decided. The cards say why.`,
    );
}
