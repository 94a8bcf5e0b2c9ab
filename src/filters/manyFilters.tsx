import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { usersByName } from '#contract/calls/users.ts';
import { useCities } from '#data/cities.ts';
import { readOptions } from '#data/query.ts';
import { useToastOnce } from '#ui/useToastOnce.ts';
import { ManyTexts } from './ManyTexts.tsx';
import styles from './Panel.module.css';
import type { Code, Control } from './catalogue.ts';
import { joinValues, mostOf, splitValues } from './value.ts';

/** Several cities, looked up while typing. Places abroad stand on no list: any name may be entered. */
export function CitiesFilter(props: {
  label: string;
  text: string | undefined;
  onChange: (text: string | undefined) => void;
}): ReactElement {
  const [typed, setTyped] = useState('');
  const { cities, problem } = useCities(typed);
  useToastOnce(problem, cities.length > 0);
  const suggestions = cities.map(({ city, state }) =>
    state === undefined ? { value: city } : { value: city, note: state },
  );
  return <ManyTexts {...props} typed={typed} onType={setTyped} suggestions={suggestions} />;
}

/** Any of a few values. */
export function CodesFilter({
  label,
  codes,
  text,
  onChange,
}: {
  label: string;
  codes: readonly Code[];
  text: string | undefined;
  onChange: (text: string | undefined) => void;
}): ReactElement {
  const chosen = splitValues(text);
  const toggle = (code: string): void => {
    const next = codes
      .map((each) => each.code)
      .filter((each) => (each === code ? !chosen.includes(code) : chosen.includes(each)));
    onChange(next.length > 0 ? joinValues(next) : undefined);
  };
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {codes.map((each) => (
          <label key={each.code} className={styles.option}>
            <input type="checkbox" checked={chosen.includes(each.code)} onChange={() => toggle(each.code)} />
            <span>{each.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export interface PeopleFilterProps {
  label: string;
  control: Extract<Control, { kind: 'people' | 'texts' }>;
  text: string | undefined;
  onChange: (text: string | undefined) => void;
}

/** Letters from which on the directory is asked. */
const LEAST = 2;

/** Several people, looked up while typing. */
export function PeopleFilter({ control, ...rest }: PeopleFilterProps): ReactElement {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 200);
  const looksUp = control.kind === 'people' && asked.length >= LEAST;
  const found = useQuery({
    ...readOptions(control.kind === 'people' ? control.endpoint : usersByName, { query: { query: asked } }),
    enabled: looksUp,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const people = looksUp && typed.trim().length >= LEAST && control.kind === 'people' ? (found.data?.data ?? []) : [];
  const suggestions = people.map((person) => {
    const value = control.kind === 'people' ? control.textOf(person) : '';
    return { value, note: [person.name, person.employeeCode].filter((part) => part !== value).join(' · ') };
  });
  return <ManyTexts {...rest} typed={typed} onType={setTyped} suggestions={suggestions} most={mostOf(control)} />;
}
