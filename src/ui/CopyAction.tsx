import type { ReactElement } from 'react';
import { IconAction } from './IconAction.tsx';
import { copyText } from './copyText.ts';
import { toast } from './toast.ts';

/** Copies a text and says so with the given message. */
export function CopyAction({ text, name, copied }: { text: string; name: string; copied: string }): ReactElement {
  const copy = (): void => {
    void copyText(text).then((ok) => (ok ? toast.success(copied) : toast.error(`Could not copy. The id is ${text}.`)));
  };
  return <IconAction icon="copy" name={name} onClick={copy} />;
}
