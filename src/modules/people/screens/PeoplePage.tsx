import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { listPeople } from '#contract/calls/people.ts';
import { getRoleReview } from '#contract/calls/roleReview.ts';
import type { DirectoryRow } from '#contract/people.ts';
import { PERSON_STATUS_WORDS } from '#domain/roles.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { SkeletonCards } from '#list/CardList.tsx';
import type { ListDef, ToolsProps } from '#list/definition.ts';
import { ListScreen } from '#list/ListScreen.tsx';
import { rowsOf } from '#list/request.ts';
import { SearchField } from '#modules/records/index.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import styles from '../directory/Directory.module.css';
import { IMPORT, LINES, PEOPLE, PEOPLE_FILTERS, personAddress } from '../directory/addresses.ts';
import { PersonCard } from '../directory/PersonCard.tsx';
import { personKind } from '../directory/personKind.ts';
import { RoleReviewNotice } from '../directory/RoleReview.tsx';

const PersonForm = lazyPart(async () => (await import('../directory/PersonForm.tsx')).NewPerson);
const PeopleTable = lazyPart(async () => (await import('../directory/PeopleTable.tsx')).PeopleTable);

/** Search, and the way to the reporting lines. */
const LineTools = (props: ToolsProps): ReactElement => (
  <>
    <SearchField {...props} placeholder="Name, e-mail, code" />
    <Link to={LINES} className={styles.lead} preload="intent">
      Reporting lines
    </Link>
  </>
);

/** The same, and the way to files of people. */
const Tools = (props: ToolsProps): ReactElement => (
  <>
    <LineTools {...props} />
    <Link to={IMPORT} className={styles.lead}>
      Import
    </Link>
  </>
);

/** Who is in a manager's own line, to be read (ORG-34). */
const line: ListDef<DirectoryRow> = {
  kind: personKind,
  endpoint: listPeople,
  filters: PEOPLE_FILTERS,
  matches: () => true,
  Card: PersonCard,
  Table: PeopleTable,
  nameOf: (row) => `${row.employeeCode}, ${row.name}, ${PERSON_STATUS_WORDS[row.status]}`,
  emptyHint: 'Who reports to you, or to them, appears here.',
  page: { of: ({ personId }) => personAddress(personId), edit: () => PEOPLE },
  Tools: LineTools,
};

/** Everybody in the directory (ORG-1). */
const people: ListDef<DirectoryRow> = {
  ...line,
  emptyHint: 'People who are put in appear here.',
  create: { button: 'Add person', Dialog: PersonForm },
  Tools,
};
export const firstRows = rowsOf(people);

/** How long the list waits for the notice above it: coming later, that pushes it down. */
const NOTICE_MS = 1_000;

function Everybody(): ReactElement {
  const { isLoading } = useQuery(readOptions(getRoleReview));
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const late = setTimeout(() => setLate(true), NOTICE_MS);
    return () => clearTimeout(late);
  }, []);
  if (isLoading && !isLate) return <SkeletonCards />;
  return (
    <>
      <RoleReviewNotice />
      <ListScreen def={people} />
    </>
  );
}

export function PeoplePage(): ReactElement {
  const { roles } = useSession();
  return roles.isOrgAdmin === true ? <Everybody /> : <ListScreen def={line} />;
}
