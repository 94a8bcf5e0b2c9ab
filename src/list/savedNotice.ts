import { isKept } from '#data/kept.ts';
import { online } from '#data/online.ts';
import { onSettled } from '#data/settled.ts';
import { toast } from '#ui/toast.ts';
import { deviceWord } from '#ui/usePhone.ts';

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
