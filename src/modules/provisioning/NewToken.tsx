import { useState, type FormEvent, type ReactElement } from 'react';
import type { FieldErrors } from '#contract/error.ts';
import { MAX_NAME } from '#contract/limits.ts';
import { parseToken } from '#domain/provisioning.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Action } from '#ui/Action.tsx';
import { Failure } from '#ui/Notice.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { MadeSecret } from './MadeSecret.tsx';
import styles from './Provisioning.module.css';
import type { TokenSort } from './tokenSort.ts';

/** Makes a token, and shows it this once. */
export function NewToken({ sort }: { sort: TokenSort }): ReactElement {
  const [name, setName] = useState('');
  const [days, setDays] = useState('');
  const [made, setMade] = useState<{ name: string; token: string }>();
  const [wrong, setWrong] = useState<FieldErrors>({});
  const { busy, refused, failure, errors, run } = useOnlineCall(sort.making);
  const said = { ...errors, ...wrong };
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const read = parseToken({ name, days: days.trim() === '' ? null : Number(days) });
    setWrong(read.ok ? {} : read.errors);
    if (!read.ok) return;
    const body = read.value;
    const answer = await run(['make', body], (key) => sort.make(body, key));
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
          hint={sort.nameHint}
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
          {`Make a ${sort.noun}`}
        </Action>
      </form>
      <Failure text={failure} />
      {made === undefined ? null : (
        <MadeSecret
          noun={sort.noun}
          secret={made.token}
          text={`This is the ${sort.noun} for ${made.name}. It is shown this once: ${sort.enterIt} now.`}
        />
      )}
    </>
  );
}
