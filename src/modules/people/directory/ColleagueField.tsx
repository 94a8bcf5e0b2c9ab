import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactElement } from 'react';
import { listPeople } from '#contract/calls/people.ts';
import { PERSON_STATUSES } from '#contract/enums.ts';
import { listOptions } from '#data/query.ts';
import { LEAST, PersonInput, type PersonInputProps } from '../standIn/PersonInput.tsx';

const AT_WORK = String(PERSON_STATUSES.indexOf('ACTIVE'));
/** One more than are shown: who is looked for may be among them. */
const PAGE = 6;

/** Somebody at work, found by name, e-mail or code in the whole directory. */
export function ColleagueField({
  except,
  ...props
}: Omit<PersonInputProps, 'found'> & {
  /** Who cannot be meant. */
  except?: string | undefined;
}): ReactElement {
  const [asked] = useDebouncedValue(props.value.trim(), 200);
  const looksUp = asked.length >= LEAST && !props.readOnly;
  const filters = { SEARCH: [asked], PERSON_STATUS: [AT_WORK] };
  const { data } = useQuery({
    ...listOptions(listPeople, { list: { pageSize: PAGE, pageNumber: 0, filters } }),
    enabled: looksUp,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const found = looksUp ? (data?.rows ?? []).filter(({ email }) => email !== except) : [];
  return <PersonInput {...props} found={found} />;
}
