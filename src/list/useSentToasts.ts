import { useEffect, useRef } from 'react';
import { useSettled } from '#data/settled.ts';
import type { Entry } from '#outbox/entry.ts';
import { toast } from '#ui/toast.ts';
import type { ListDef } from './definition.ts';
import { batchResult } from './batchResult.ts';

const UPLOADED = 'File upload successfully.';

const uploaded = (entry: Entry): boolean => entry.bills.length > 0 && entry.bills.every((bill) => bill.fingerPrint !== undefined);

/**
 * What a list says beside the sentence that each change carries itself (`face.success`): that its bills have arrived,
 * and of a bulk decision, that it was done.
 */
export function useSentToasts<Row>(def: ListDef<Row>, entries: readonly Entry[]): void {
  const before = useRef(new Map<string, boolean>());
  useEffect(() => {
    const now = new Map(entries.map((entry) => [entry.id, uploaded(entry)]));
    if ([...now].some(([id, is]) => is && before.current.get(id) === false)) toast.success(UPLOADED);
    before.current = now;
  }, [entries]);

  useSettled(({ entry, outcome }) => {
    const bulk = outcome !== 'signIn' && entry.endpoint === def.decision?.endpoints.bulk.name ? batchResult(entry, 'list') : undefined;
    if (!bulk || !def.decision) return;
    // What of it was refused is said by `sayBulkRefusals`, wherever the person is by then.
    if (bulk.done.length > 0) toast.success(entry.body['approved'] === true ? def.decision.toasts.bulkApproved : def.decision.toasts.bulkRejected);
  });
}
