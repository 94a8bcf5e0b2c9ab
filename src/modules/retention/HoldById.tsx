import { useState, type FormEvent, type ReactElement } from 'react';
import { MAX_NAME } from '#contract/limits.ts';
import { useOnlinePress } from '#form/useOnlinePress.ts';
import { Action } from '#ui/Action.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import styles from './Retention.module.css';

/** Holds a record or a contact by its id: who keeps the organisation need not see what a claim says (RET-6, ORG-1). */
export function HoldById(): ReactElement {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [asking, setAsking] = useState(false);
  const id = typed.trim();
  const { refused, onClick: press } = useOnlinePress()(() => setAsking(true));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const known = /^\S+$/.test(id);
    setWrong(known ? undefined : 'Please enter the id');
    if (known) press();
  };
  const close = (): void => {
    setAsking(false);
    setTyped('');
  };
  return (
    <>
      <form className={styles.line} aria-label="Hold a record" onSubmit={submit}>
        <TextInput
          label="Id of a claim, travel request or contact"
          value={typed}
          maxLength={MAX_NAME}
          error={wrong}
          onChange={(text) => {
            setTyped(text);
            setWrong(undefined);
          }}
        />
        <div className={styles.actions}>
          <Action type="submit" aria-haspopup="dialog" refused={refused}>
            Hold
          </Action>
        </div>
      </form>
      {asking ? <ReasonDialog does="set" id={id} onClose={close} /> : null}
    </>
  );
}
