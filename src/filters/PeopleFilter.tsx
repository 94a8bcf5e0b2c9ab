import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { usersByName } from '#contract/calls/users.ts';
import { readOptions } from '#data/query.ts';
import type { Control } from './catalogue.ts';
import { ManyTexts } from './ManyTexts.tsx';
import { mostOf } from './value.ts';

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
