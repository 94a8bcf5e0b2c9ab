import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent, type ReactElement } from 'react';
import { usersByName } from '#contract/calls/users.ts';
import { MAX_FILTER_VALUES } from '#contract/limits.ts';
import { readOptions } from '#data/query.ts';
import { Action } from '#ui/Action.tsx';
import { IconAction } from '#ui/IconAction.tsx';
import type { Control } from './catalogue.ts';
import styles from './People.module.css';
import { joinValues, splitValues } from './value.ts';

export interface PeopleFilterProps {
  label: string;
  control: Extract<Control, { kind: 'people' | 'texts' }>;
  text: string | undefined;
  onChange: (text: string | undefined) => void;
}

/** Letters from which on the directory is asked. */
const LEAST = 2;

/** Several people, looked up while typing; any text may be entered too, which without a network is all there is. */
export function PeopleFilter({ label, control, text, onChange }: PeopleFilterProps): ReactElement {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const [asked] = useDebouncedValue(typed.trim(), 200);
  const chosen = splitValues(text);
  const looksUp = control.kind === 'people' && asked.length >= LEAST;
  const found = useQuery({
    ...readOptions(control.kind === 'people' ? control.endpoint : usersByName, { query: { query: asked } }),
    enabled: looksUp,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const people = looksUp && typed.trim().length >= LEAST && control.kind === 'people' ? (found.data?.data ?? []) : [];
  const options = people.map((person) => ({ value: control.kind === 'people' ? control.textOf(person) : '', person })).filter(({ value }) => value !== '' && !chosen.includes(value));

  const add = (value: string): void => {
    const clean = value.trim();
    setTyped('');
    setActive(-1);
    if (clean !== '' && !chosen.includes(clean) && chosen.length < MAX_FILTER_VALUES) onChange(joinValues([...chosen, clean]));
  };
  const remove = (value: string): void => {
    const rest = chosen.filter((each) => each !== value);
    onChange(rest.length > 0 ? joinValues(rest) : undefined);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(options.length === 0 ? -1 : (active + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      add(options[active]?.value ?? typed);
    } else if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      setTyped('');
    } else if (event.key === 'Backspace' && typed === '' && chosen.length > 0) remove(chosen.at(-1) ?? '');
  };

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>{label}</label>
      {chosen.length > 0 ? (
        <ul className={styles.chosen} aria-label={`Chosen for ${label.toLowerCase()}`}>
          {chosen.map((value) => (
            <li key={value}>
              <span>{value}</span>
              <IconAction icon="close" name={`Remove ${value}`} onClick={() => remove(value)} />
            </li>
          ))}
        </ul>
      ) : null}
      <div className={styles.row}>
        <input
          id={id}
          className={styles.input}
          role="combobox"
          autoComplete="off"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 && options[active] ? `${id}-${active}` : undefined}
          placeholder="Type to search"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive(-1);
          }}
          onKeyDown={press}
          onBlur={() => add(typed)}
        />
        {typed.trim() !== '' ? <Action small onPointerDown={(event) => event.preventDefault()} onClick={() => add(typed)}>Add</Action> : null}
      </div>
      <div id={`${id}-options`} role="listbox" aria-label="Suggestions" className={styles.options} hidden={options.length === 0}>
        {options.map(({ value, person }, index) => (
          // The pointer must not take the focus away first: leaving the field would enter the typed text.
          <button type="button" tabIndex={-1} key={value} id={`${id}-${index}`} role="option" aria-selected={index === active} className={styles.option} onPointerDown={(event) => event.preventDefault()} onMouseDown={(event) => event.preventDefault()} onClick={() => add(value)}>
            <span>{value}</span>
            <small>{[person.name, person.employeeCode].filter((part) => part !== value).join(' · ')}</small>
          </button>
        ))}
      </div>
    </div>
  );
}
