import type { ReactElement } from 'react';
import { searchConveyance } from '#contract/calls/conveyance.ts';
import type { Conveyance } from '#contract/expense.ts';
import { shownFinanceAmount } from '#domain/claimState.ts';
import { matchesConveyance } from '#domain/claimSearch.ts';
import { conveyanceCan } from '#domain/conveyance.ts';
import { formatRupees } from '#domain/money.ts';
import { statusOf } from '#domain/status.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import type { CardProps, ListDef } from '#list/definition.ts';
import { rowsOf } from '#list/request.ts';
import {
  CardId,
  cardStyles as styles,
  CONVEYANCE_FILTERS,
  detailAddress,
  localViewTools,
  PaidLine,
  RemarkLines,
  StatusTags,
} from '#modules/claims/index.ts';
import { Tag } from '#ui/Tag.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { conveyanceKind, dayText, distanceText, nameOfConveyance, typeLabel, wayText } from '../kind.ts';

/** A conveyance claim as its owner sees it (CNV-5, CNV-7). */
function ConveyanceCard({ row, timeZone, actions }: CardProps<Conveyance>): ReactElement {
  const cut =
    statusOf(row.managerApprovalStatus) === 'approved' &&
    row.managerApprovedAmount !== null &&
    row.managerApprovedAmount !== row.claimAmount;
  const paid = shownFinanceAmount(row);
  return (
    <>
      <div className={styles.top}>
        <p className={styles.title}>{wayText(row)}</p>
        <span className={styles.amount}>{formatRupees(row.claimAmount)}</span>
      </div>
      <div className={styles.line}>
        <span>{dayText(row, timeZone)}</span>
        <span>{`${typeLabel(row)}, ${distanceText(row)}`}</span>
        <CardId id={row.tripId} name="Copy trip id" copied="Trip Id Copied." />
      </div>
      <div className={styles.line}>
        <span>{`${row.employeeName} for ${row.clientName}`}</span>
        {cut ? <span>{`Manager approved ${formatRupees(row.managerApprovedAmount ?? 0)}`}</span> : null}
        {paid !== null ? <span>{`Finance approved ${formatRupees(paid)}`}</span> : null}
      </div>
      <StatusTags
        tags={[
          { by: 'Manager', status: row.managerApprovalStatus },
          { by: 'Finance', status: row.financeApprovalStatus },
        ]}
      />
      {row.withdrawn ? <Tag>Withdrawn</Tag> : null}
      <RemarkLines
        remarks={[
          ['Remarks', row.remarks],
          ['Manager', row.managerRemarks],
          ['Finance', row.financeRemarks],
        ]}
      />
      <PaidLine claim={row} timeZone={timeZone} />
      <div className={styles.row}>
        <BillButtons sources={conveyanceKind.bills(row)} of={row.tripId} />
        {actions}
      </div>
    </>
  );
}

/** One's own conveyance claims: made by the sales app, looked at and completed here. */
export const raiseConveyance: ListDef<Conveyance> = {
  kind: conveyanceKind,
  endpoint: searchConveyance,
  owner: 'USER_EMAIL',
  filters: CONVEYANCE_FILTERS,
  matches: (filters, row, context) => {
    // Whose list it is, the server has seen to.
    const { USER_EMAIL: _owner, ...rest } = filters;
    return matchesConveyance(rest, row, context);
  },
  Tools: localViewTools('/raise-local', 'conveyance'),
  Card: ConveyanceCard,
  nameOf: nameOfConveyance,
  detailOf: (row) => detailAddress(row.tripId),
  emptyHint: 'Trips that you record in the sales app appear here automatically.',
  Open: lazyPart(() => import('../OpenConveyance.tsx').then((module) => module.OpenConveyance)),
  edit: { label: 'Edit', can: conveyanceCan.edit },
};
export const firstRows = rowsOf(raiseConveyance);

export function RaiseConveyance(): ReactElement {
  return <ListScreen def={raiseConveyance} />;
}
