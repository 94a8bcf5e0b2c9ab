import type { ReactElement } from 'react';
import type { DecidingAs, PendingRecord } from '#contract/record.ts';
import type { RoleFlags } from '#contract/user.ts';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { faceOf, KIND_WORDS } from '#domain/recordFace.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import type { CardProps, RecordDefinition } from '#list/definition.ts';
import {
  cardStyles as styles,
  daysText,
  decisionWarnings,
  KindIcon,
  recordsStyles as own,
  WarningTags,
} from '#modules/claims/index.ts';
import { anyKind } from '#modules/records/index.ts';
import { Tag } from '#ui/Tag.tsx';

/**
 * A record of any kind that waits for a decision. An answer to that decision is a record that waits for nobody here any
 * more.
 */
export const pendingKind: RecordDefinition<PendingRecord> = {
  ...anyKind,
  creates: [],
  edits: [],
  queuedRow: (entry, viewer) => anyKind.queuedRow(entry, viewer) as PendingRecord,
  editedRow: (row) => row,
  answeredRow: (answer) => anyKind.answeredRow(answer) as PendingRecord | null,
};

const AS: Readonly<Record<DecidingAs, string>> = {
  manager: 'As manager',
  finance: 'As finance',
  admin: 'As admin',
  cancellation: 'Cancellation asked for',
};

/** In which capacity it is decided: 'As manager', 'In place of Meera Iyer'; null where that goes without saying. */
export function capacityOf(
  { as, record }: PendingRecord,
  email: string,
  { isManager, isFinance, isAdmin }: RoleFlags,
): string | null {
  const { managerEmail, managerName } = record;
  const another = as === 'manager' && managerEmail !== null && managerEmail.toLowerCase() !== email.toLowerCase();
  if (another) return `In place of ${managerName ?? managerEmail}`;
  const roles = [isManager, isFinance, isAdmin].filter(Boolean).length;
  return roles > 1 || as === 'cancellation' ? AS[as] : null;
}

const warningsOf = (row: PendingRecord, timeZone: string) =>
  row.kind === 'trip' || row.as !== 'manager'
    ? []
    : decisionWarnings(
        row.record,
        row.kind === 'conveyance' ? row.record.travelDate : row.record.expenseDate,
        timeZone,
      );

/**
 * A record of any kind that waits for a decision: who asks, for what, how much, since when, and what to look at twice.
 */
export function PendingCard({ row, timeZone, actions }: CardProps<PendingRecord>): ReactElement {
  const { email, roles } = useSession();
  const capacity = capacityOf(row, email, roles);
  const warnings = warningsOf(row, timeZone);
  const face = faceOf(row, timeZone);
  return (
    <>
      <div className={own.head}>
        <KindIcon kind={row.kind} />
        <p className={styles.title}>{row.record.employeeName}</p>
        {face.amount === null ? <span /> : <span className={styles.amount}>{formatRupees(face.amount)}</span>}
        <p className={own.kind} style={{ gridColumn: '2 / -1' }}>{`${KIND_WORDS[row.kind]} · ${face.title}`}</p>
      </div>
      <div className={styles.line}>
        <span>{daysText(face)}</span>
        <span>{`Raised ${formatDay(dayOf(row.record.createdAt, timeZone))}`}</span>
      </div>
      {face.note ? <p className={own.note}>{face.note}</p> : null}
      {capacity === null && warnings.length === 0 ? null : (
        <div className={styles.tags}>
          {capacity === null ? null : <Tag tone={row.as === 'cancellation' ? 'wait' : 'info'}>{capacity}</Tag>}
          <WarningTags warnings={warnings} />
        </div>
      )}
      <div className={styles.row}>
        <BillButtons sources={pendingKind.bills(row)} of={face.id} {...(row.kind === 'trip' && { noun: 'ticket' })} />
        {actions}
      </div>
    </>
  );
}
