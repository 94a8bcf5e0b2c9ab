import type { ReactElement } from 'react';
import { IconAction } from './Action.tsx';
import { toast } from './toast.ts';

/** Puts a text on the clipboard; on http addresses, where the clipboard API is missing, by a selected field. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused by the browser: the older way may still be open.
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const ok = typeof document.execCommand === 'function' && document.execCommand('copy');
  field.remove();
  return ok;
}

/** Copies a text and says so with the given message. */
export function CopyAction({ text, name, copied }: { text: string; name: string; copied: string }): ReactElement {
  const copy = (): void => {
    void copyText(text).then((ok) => (ok ? toast.success(copied) : toast.error(`Could not copy. The id is ${text}.`)));
  };
  return <IconAction icon="copy" name={name} onClick={copy} />;
}
