import { useState, type FormEvent, type ReactElement } from 'react';
import { createProvisioningToken } from '#contract/calls/provisioning.ts';
import type { FieldErrors } from '#contract/error.ts';
import { MAX_NAME } from '#contract/limits.ts';
import { call } from '#data/http.ts';
import { parseToken } from '#domain/provisioning.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Action } from '#ui/Action.tsx';
import { CopiedText } from '#ui/CopiedText.tsx';
import { Failure } from '#ui/Notice.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import styles from './Provisioning.module.css';

/** Makes a token, and shows it this once: it is kept nowhere, on the device neither. */
export function NewToken(): ReactElement {
  const [name, setName] = useState('');
  const [days, setDays] = useState('');
  const [made, setMade] = useState<{ name: string; token: string }>();
  const [wrong, setWrong] = useState<FieldErrors>({});
  const { busy, refused, failure, errors, run } = useOnlineCall(createProvisioningToken);
  const said = { ...errors, ...wrong };
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const read = parseToken({ name, days: days.trim() === '' ? null : Number(days) });
    setWrong(read.ok ? {} : read.errors);
    if (!read.ok) return;
    const body = read.value;
    const answer = await run(['make', body], (key) => call(createProvisioningToken, { body, key }));
    if (!answer) return;
    setMade(answer.data);
    setName('');
    setDays('');
  };
  return (
    <>
      <form className={styles.form} noValidate onSubmit={(event) => void make(event)}>
        <TextInput
          label="Name"
          hint="Who uses it, such as Entra ID"
          value={name}
          onChange={setName}
          maxLength={MAX_NAME}
          error={said['name']}
        />
        <TextInput
          label="Good for, in days"
          optional
          numeric
          hint="Empty: until it is ended"
          value={days}
          onChange={setDays}
          maxLength={4}
          error={said['days']}
        />
        <Action type="submit" look="primary" busy={busy} refused={refused}>
          Make a token
        </Action>
      </form>
      <Failure text={failure} />
      {made === undefined ? null : (
        <div className={styles.made} role="status">
          <p>{`This is the token for ${made.name}. It is shown this once: enter it at the provider now.`}</p>
          <CopiedText text={made.token} name="Copy the token" copied="The token is copied." />
        </div>
      )}
    </>
  );
}
