import { online } from '#data/online.ts';
import { onSettled } from '#data/settled.ts';
import { toast } from '#ui/toast.ts';
import { deviceWord } from '#ui/usePhone.ts';

/** So long the server may take before the person is told that it is safe here meanwhile. */
const PATIENCE_MS = 4_000;

export const savedSentence = (): string => `Saved on this ${deviceWord()}. It will be sent when you are online.`;

/** After a change is stored (and only then, OB-1): says so at once when offline, and when the server is slow. */
export function sayWhenSaved(entryId: string): void {
  if (!online.isOnline()) {
    toast.success(savedSentence());
    return;
  }
  let settled = false;
  const stop = onSettled(({ entry }) => {
    if (entry.id === entryId) settled = true;
  });
  setTimeout(() => {
    stop();
    if (!settled) toast.success(savedSentence());
  }, PATIENCE_MS);
}
