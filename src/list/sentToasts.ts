import { useEffect, useRef } from 'react';
import { isKept } from '#data/kept.ts';
import { online } from '#data/online.ts';
import { onSettled, useSettled } from '#data/settled.ts';
import type { Entry } from '#outbox/entry.ts';
import { toast } from '#ui/toast.ts';
import { deviceWord } from '#ui/usePhone.ts';
import type { ListDef } from './definition.ts';

/** How long the server may take before the user is told that the change is saved on the device. */
const PATIENCE_MS = 4_000;

/** Until the app itself is kept, another address would show the browser's own page without a network (SW-4). */
export const savedMessage = (): string =>
  `Saved on this ${deviceWord()}. It will be sent when you are online.` +
  (isKept() ? '' : ' Keep this page open until it is sent.');

function notifySaved(): void {
  toast.success(savedMessage());
  void import('#data/deviceNotices.ts')
    .then(({ warnOfStorageRisk }) => warnOfStorageRisk(toast.hint))
    .catch(() => undefined);
}

/** After a change is stored (and only then, OB-1): says so at once when offline, and when the server is slow. */
export function notifyWhenSaved(entryId: string): void {
  if (!online.isOnline()) {
    notifySaved();
    return;
  }
  let settled = false;
  const stop = onSettled(({ entry }) => {
    if (entry.id === entryId) settled = true;
  });
  setTimeout(() => {
    stop();
    if (!settled) notifySaved();
  }, PATIENCE_MS);
}

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
