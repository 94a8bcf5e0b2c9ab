import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactElement, Ref } from 'react';
import { usersByEmail, usersByName } from '#contract/calls/users.ts';
import { MAX_NAME } from '#contract/limits.ts';
import { readOptions } from '#data/query.ts';
import { TextInput } from '#ui/TextInput.tsx';
import styles from './StandIn.module.css';

export interface PersonFieldProps {
  label: string;
  /** An e-mail, or what was typed so far. */
  value: string;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
}

/** Letters from which on the directory is asked. */
const LEAST = 2;
const MAX_COUNT = 5;

/** A person by e-mail; who is in one's own directory is found by name as well. */
export function PersonField({ label, value, error, inputRef, onChange }: PersonFieldProps): ReactElement {
  const [asked] = useDebouncedValue(value.trim(), 200);
  const looksUp = asked.length >= LEAST;
  const { data } = useQuery({
    ...readOptions(asked.includes('@') ? usersByEmail : usersByName, { query: { query: asked } }),
    enabled: looksUp,
    retry: false,
  });
  const typed = value.trim().toLowerCase();
  const people =
    looksUp && typed.length >= LEAST
      ? (data?.data ?? []).filter(({ email }) => email !== typed).slice(0, MAX_COUNT)
      : [];
  return (
    <>
      <TextInput
        label={label}
        value={value}
        onChange={onChange}
        inputRef={inputRef}
        error={error}
        maxLength={MAX_NAME}
        capitals="none"
        hint="An e-mail. People who report to you are found by name too."
      />
      {people.length > 0 ? (
        <ul className={styles.people} aria-label="People found">
          {people.map(({ name, email }) => (
            <li key={email}>
              <button type="button" className={styles.person} onClick={() => onChange(email)}>
                {name}
                <span>{email}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
