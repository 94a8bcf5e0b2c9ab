import type { ReactElement } from 'react';
import { IconAction } from './Action.tsx';
import styles from './CopiedText.module.css';
import { copyText } from './CopyAction.tsx';
import { toast } from './toast.ts';

/** A text that is entered elsewhere: shown whole, and copied. */
export function CopiedText({ text, name, copied }: { text: string; name: string; copied: string }): ReactElement {
  const copy = async (): Promise<void> => {
    if (await copyText(text)) toast.success(copied);
    else toast.error('Could not copy. Please select the text.');
  };
  return (
    <p className={styles.copied}>
      <code>{text}</code>
      <IconAction icon="copy" name={name} onClick={() => void copy()} />
    </p>
  );
}
