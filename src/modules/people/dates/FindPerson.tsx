import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { usersByCode, usersByEmail, usersByName } from '#contract/calls/users.ts';
import { MAX_NAME } from '#contract/limits.ts';
import type { Person } from '#contract/user.ts';
import { messageOf } from '#data/errors.ts';
import { readOptions } from '#data/query.ts';
import { TextInput } from '#ui/TextInput.tsx';
import styles from './Dates.module.css';

/** Letters from which on the directory is asked. */
const LEAST = 2;
const lookUpOf = (text: string) => (text.includes('@') ? usersByEmail : /\d/.test(text) ? usersByCode : usersByName);

/** Somebody of the whole directory, by a part of the name, the e-mail or the code. */
export function FindPerson({ onFound }: { onFound: (person: Person) => void }): ReactElement {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 200);
  const looksUp = asked.length >= LEAST;
  const found = useQuery({
    ...readOptions(lookUpOf(asked), { query: { query: asked } }),
    enabled: looksUp,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const people = looksUp && typed.trim().length >= LEAST ? (found.data?.data ?? []) : [];
  const settled = looksUp && asked === typed.trim() && !found.isPending && !found.isPlaceholderData;
  const says =
    found.isError && looksUp ? messageOf(found.error) : settled && people.length === 0 ? 'Nobody found.' : '';
  return (
    <div className={styles.find}>
      <TextInput
        label="Find a person"
        value={typed}
        onChange={setTyped}
        maxLength={MAX_NAME}
        capitals="none"
        hint="Name, e-mail or employee code"
      />
      {people.length > 0 ? (
        <ul className={styles.people} aria-label="People found">
          {people.map((person) => (
            <li key={person.email}>
              <button
                type="button"
                className={styles.person}
                aria-haspopup="dialog"
                onClick={() => {
                  setTyped('');
                  onFound(person);
                }}
              >
                {person.name}
                <span>{`${person.employeeCode} · ${person.email}`}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={styles.soft} role="status">
        {says}
      </p>
    </div>
  );
}
