import { useState, type FormEvent, type ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './Leaving.module.css';

const IN_LINK = /\/leaving#([\w-]{20,100})\s*$/;

/**
 * For the app that is installed on an iPhone: it keeps what it saved apart from the browser in which links open.
 * `onSecret`: called with the secret of a pasted link.
 */
export function PasteLink({ onSecret }: { onSecret: (secret: string) => void }): ReactElement {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const secret = IN_LINK.exec(text)?.[1];
    if (secret === undefined) setError('This is not the link from the mail.');
    else onSecret(secret);
  };
  return (
    <>
      <Notice tone="wait">Open this page by the link in the mail that you got when you left, or paste it here.</Notice>
      <form className={styles.list} noValidate onSubmit={onSubmit}>
        <TextInput label="Link" value={text} onChange={setText} maxLength={500} error={error} capitals="none" />
        <div>
          <Action type="submit" look="primary">
            Open
          </Action>
        </div>
      </form>
    </>
  );
}
