import type { ReactElement } from 'react';
import type { AuditRow } from '#contract/audit.ts';
import { downloadAudit, listAudit } from '#contract/calls/audit.ts';
import type { ListDef, ToolsProps } from '#list/definition.ts';
import { ListScreen } from '#list/ListScreen.tsx';
import { rowsOf } from '#list/request.ts';
import { DownloadReport } from '#modules/finance/index.ts';
import { SearchField } from '#modules/records/index.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { AUDIT, AUDIT_FILTERS, entryAddress } from '../addresses.ts';
import styles from '../Audit.module.css';
import { AuditCard } from '../AuditCard.tsx';
import { auditKind } from '../auditKind.ts';
import { whoText } from '../words.ts';

const AuditTable = lazyPart(async () => (await import('../AuditTable.tsx')).AuditTable);

/** A record's id, and the whole selection as a file. */
const Tools = (props: ToolsProps): ReactElement => (
  <>
    <SearchField {...props} placeholder="Id of a record" />
    <DownloadReport endpoint={downloadAudit} list={{ filters: props.filters }} />
    <p className={styles.note}>The newest 10,000 rows are listed; the file has all that the filters select.</p>
  </>
);

/** The audit log (AUD-20). */
const audit: ListDef<AuditRow> = {
  kind: auditKind,
  endpoint: listAudit,
  filters: AUDIT_FILTERS,
  matches: () => true,
  Card: AuditCard,
  Table: AuditTable,
  nameOf: (row) => `${row.auditId}, ${row.title}, ${whoText(row)}`,
  emptyHint: 'What happens in the organisation appears here.',
  page: { of: ({ auditId }) => entryAddress(auditId), edit: () => AUDIT },
  Tools,
};
export const firstRows = rowsOf(audit);

export function AuditPage(): ReactElement {
  return <ListScreen def={audit} />;
}
