import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { usersByName } from '#contract/endpoints.ts';
import { MAX_FILTER_VALUES } from '#contract/limits.ts';
import { readOptions } from '#data/query.ts';
import type { Control } from './catalogue.ts';
import styles from './Panel.module.css';
import { joinValues, splitValues } from './value.ts';

export interface PeopleFilterProps {
  label: string;
  control: Extract<Control, { kind: 'people' | 'texts' }>;
  text: string | undefined;
  onChange: (text: string | undefined) => void;
}

/** Several people, looked up while typing; without the network any text may be entered. */
export function PeopleFilter({ label, control, text, onChange }: PeopleFilterProps): ReactElement {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 200);
  const looksUp = control.kind === 'people' && asked.length >= 2;
  const found = useQuery({
    ...readOptions(control.kind === 'people' ? control.endpoint : usersByName, { query: { query: asked } }),
    enabled: looksUp,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const people = looksUp ? (found.data?.data ?? []) : [];
  const textOf = control.kind === 'people' ? control.textOf : () => '';
  const names = new Map(people.map((person) => [textOf(person), `${person.name} · ${person.employeeCode}`]));
  return (
    <TagsInput
      label={label}
      className={styles.tags ?? ''}
      size="md"
      value={splitValues(text)}
      onChange={(values) => onChange(values.length > 0 ? joinValues(values) : undefined)}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...names.keys()]}
      // The server has searched already, by the same letters.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span>
          {option.value}
          {names.has(option.value) && !names.get(option.value)?.startsWith(`${option.value} `) ? <small> {names.get(option.value)}</small> : null}
        </span>
      )}
      openOnFocus={false}
      splitChars={[]}
      maxTags={MAX_FILTER_VALUES}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      placeholder={splitValues(text).length === 0 ? 'Type to search' : ''}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  );
}
