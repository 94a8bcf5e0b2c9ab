import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { AuditRow } from '#contract/audit.ts';
import { useSession } from '#data/session.ts';
import type { RowsTableProps } from '#list/definition.ts';
import { momentText } from '#ui/moments.ts';
import { Table, type Column } from '#ui/Table.tsx';
import { entryAddress } from './addresses.ts';
import styles from './Audit.module.css';
import { whoText } from './words.ts';

const columnsIn = (timeZone: string): readonly Column<AuditRow>[] => [
  { head: 'When', width: '14%', cell: ({ at }) => momentText(at, timeZone) },
  {
    head: 'Who',
    width: '22%',
    cell: (row) => (
      <>
        {whoText(row)}
        <span className={styles.under}>{row.byEmail}</span>
      </>
    ),
  },
  {
    head: 'What',
    cell: (row) => (
      <>
        <Link to={entryAddress(row.auditId)} className={styles.row} preload="intent">
          {row.title}
        </Link>
        <span className={styles.under}>{row.note}</span>
      </>
    ),
  },
  {
    head: 'Record',
    width: '26%',
    cell: ({ kind, recordId }) => (
      <>
        {kind}
        <span className={styles.under}>{recordId}</span>
      </>
    ),
  },
];

/** A page of the log as a table. */
export function AuditTable({ rows, busy }: RowsTableProps<AuditRow>): ReactElement {
  const { timeZone } = useSession();
  return (
    <Table
      caption="Audit log"
      columns={columnsIn(timeZone)}
      rows={rows}
      idOf={({ auditId }) => String(auditId)}
      busy={busy}
    />
  );
}
