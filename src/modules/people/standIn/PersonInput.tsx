import type { ReactElement } from 'react';
import { MAX_NAME } from '#contract/limits.ts';
import { TextInput, type TextInputProps } from '#ui/TextInput.tsx';
import styles from './StandIn.module.css';

/** Letters from which on the directory is asked. */
export const LEAST = 2;
const MAX_COUNT = 5;

export interface PersonInputProps extends Omit<TextInputProps, 'maxLength' | 'capitals' | 'onChange'> {
  /** Who was found for what is typed. */
  found: readonly { name: string; email: string }[];
  onChange: (value: string) => void;
}

/** Somebody by e-mail, suggested while typing. */
export function PersonInput({ found, ...field }: PersonInputProps): ReactElement {
  const typed = field.value.trim().toLowerCase();
  const people = typed.length >= LEAST ? found.filter(({ email }) => email !== typed).slice(0, MAX_COUNT) : [];
  return (
    <>
      <TextInput {...field} maxLength={MAX_NAME} capitals="none" />
      {people.length > 0 ? (
        <ul className={styles.people} aria-label="People found">
          {people.map(({ name, email }) => (
            <li key={email}>
              {/* The field keeps the focus: what it says of half an address would move this away from the press. */}
              <button
                type="button"
                className={styles.person}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => field.onChange(email)}
              >
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
