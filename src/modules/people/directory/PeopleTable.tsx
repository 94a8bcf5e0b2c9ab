import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { DirectoryRow } from '#contract/people.ts';
import type { RowsTableProps } from '#list/definition.ts';
import { Table, type Column } from '#ui/Table.tsx';
import { Tag } from '#ui/Tag.tsx';
import styles from './Directory.module.css';
import { personAddress } from './addresses.ts';
import { rolesText, statusOf } from './words.ts';

const COLUMNS: readonly Column<DirectoryRow>[] = [
  {
    head: 'Name',
    width: '27%',
    cell: ({ personId, name, email }) => (
      <>
        <PersonLink personId={personId} name={name} />
        <span className={styles.under}>{email}</span>
      </>
    ),
  },
  { head: 'Code', width: '10%', cell: ({ employeeCode }) => employeeCode },
  {
    head: 'Manager',
    width: '17%',
    cell: ({ manager }) => (manager ? <PersonLink personId={manager.personId} name={manager.name} /> : '–'),
  },
  { head: 'Roles', cell: ({ roles }) => rolesText(roles) || '–' },
  { head: 'Cost centre', width: '16%', cell: ({ costCentre }) => costCentre || '–' },
  {
    head: 'Status',
    width: '10%',
    cell: (row) => <Tag tone={statusOf(row).tone}>{statusOf(row).text}</Tag>,
  },
];

/** Leads to a person's page. */
export const PersonLink = ({ personId, name }: { personId: string; name: string }): ReactElement => (
  <Link to={personAddress(personId)} className={styles.person} preload="intent">
    {name}
  </Link>
);

/** A page of the directory as a table. */
export const PeopleTable = ({ rows, busy }: RowsTableProps<DirectoryRow>): ReactElement => (
  <Table caption="People" columns={COLUMNS} rows={rows} idOf={({ personId }) => personId} busy={busy} />
);
