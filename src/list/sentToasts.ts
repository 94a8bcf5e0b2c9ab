import { useEffect, useRef } from 'react';
import { useSettled } from '#data/settled.ts';
import type { Entry } from '#outbox/entry.ts';
import { toast } from '#ui/toast.ts';
import type { ListDef } from './definition.ts';

const UPLOADED = 'File upload successfully.';

const uploaded = (entry: Entry): boolean =>
  entry.bills.length > 0 && entry.bills.every((bill) => bill.fingerPrint !== undefined);

/**
 * What a list says beside the message that each change carries itself (`face.success`): that its bills have arrived
 * (DOC-12), and of a bulk decision, that it was done.
 */
export function useSentToasts<Row>(def: ListDef<Row>, entries: readonly Entry[]): void {
  const before = useRef(new Map<string, boolean>());
  useEffect(() => {
    const now = new Map(entries.map((entry) => [entry.id, uploaded(entry)]));
    if ([...now].some(([id, is]) => is && before.current.get(id) === false)) toast.success(UPLOADED);
    before.current = now;
  }, [entries]);

  useSettled(({ entry, outcome }) => {
    const { decision } = def;
    if (!decision || outcome === 'signIn' || entry.endpoint !== decision.endpoints.bulk.name) return;
    // What of it was refused is said by `sayBulkRefusals`, wherever the person is by then.
    void import('./batchResult.ts')
      .then(({ batchResult }) => {
        const bulk = batchResult(entry, 'list');
        if (bulk && bulk.done.length > 0)
          toast.success(entry.body['approved'] === true ? decision.toasts.bulkApproved : decision.toasts.bulkRejected);
      })
      .catch(() => undefined);
  });
}
