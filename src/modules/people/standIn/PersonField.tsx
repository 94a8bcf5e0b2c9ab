import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactElement } from 'react';
import { usersByEmail, usersByName } from '#contract/calls/users.ts';
import { readOptions } from '#data/query.ts';
import { LEAST, PersonInput, type PersonInputProps } from './PersonInput.tsx';

/** A person by e-mail; who is in one's own directory is found by name as well. */
export function PersonField(props: Omit<PersonInputProps, 'found' | 'hint'>): ReactElement {
  const [asked] = useDebouncedValue(props.value.trim(), 200);
  const looksUp = asked.length >= LEAST;
  const { data } = useQuery({
    ...readOptions(asked.includes('@') ? usersByEmail : usersByName, { query: { query: asked } }),
    enabled: looksUp,
    retry: false,
  });
  return (
    <PersonInput
      {...props}
      hint="An e-mail. People who report to you are found by name too."
      found={looksUp ? (data?.data ?? []) : []}
    />
  );
}
