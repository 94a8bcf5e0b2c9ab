import type { Entry } from '#outbox/entry.ts';
import { toast } from '#ui/toast.ts';
import { batchResult } from './batchResult.ts';

/** Of a bulk decision that the server has answered: how much of it was not done. */
export function sayBulkRefusals(entry: Entry): void {
  const bulk = batchResult(entry, 'refusals');
  if (bulk && bulk.refused.length > 0)
    toast.error(
      `${bulk.refused.length} of ${bulk.refused.length + bulk.done.length} could not be decided. The cards say why.`,
    );
}
