import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import type { CardProps, TableColumn, ListDef } from '#list/definition.ts';
import { ReviewCard, column, REVIEW } from '#modules/claims/index.ts';
import { conveyanceKind, dayText, distanceText, typeLabel, wayText, nameOfConveyance } from '../kind.ts';
import { searchConveyance } from '#contract/calls/conveyance.ts';
import { downloadConveyance } from '#contract/calls/reports.ts';
import { matchesConveyance } from '#domain/claimSearch.ts';
import { conveyanceFinanceDecision } from '../financeDecision.tsx';
import { rowsOf } from '#list/request.ts';
import { CONVEYANCE_REVIEW_FILTERS, REVIEWED, toolsOf } from '#modules/finance/index.ts';
import { TableScreen } from '#list/table/TableScreen.tsx';

export function ReviewConveyanceCard({ row, timeZone, actions }: CardProps<Conveyance>): ReactElement {
  const lines = [
    [wayText(row), dayText(row, timeZone)],
    [`${typeLabel(row)}, ${distanceText(row)}`, `for ${row.clientName}`],
  ];
  return (
    <ReviewCard
      row={row}
      day={row.travelDate}
      timeZone={timeZone}
      id={{ word: 'Trip-Id', of: row.tripId }}
      lines={lines}
      bills={conveyanceKind.bills(row)}
      actions={actions}
    />
  );
}

/** Finance's columns of conveyance claims (FIN-13). */
export const CONVEYANCE_REVIEW_COLUMNS: readonly TableColumn<Conveyance>[] = [
  {
    id: 'tripId',
    header: 'Trip Id',
    width: 148,
    pin: 'start',
    opens: { name: 'Copy trip id', copied: 'Trip Id copied.' },
    cell: (row) => row.tripId,
  },
  REVIEW.code('Employee Code'),
  REVIEW.name,
  column.day('travelDate', 'Travel Date', (row) => row.travelDate),
  column.words('fromLocation', 'From Location', 130, (row) => row.fromLocation),
  column.words('toLocation', 'To Location', 130, (row) => row.toLocation),
  column.words('clientName', 'Client Name', 140, (row) => row.clientName),
  column.words('conveyanceType', 'Conveyance Type', 112, typeLabel),
  {
    id: 'distanceTravelled',
    header: 'Distance Traveled (km)',
    width: 104,
    align: 'end',
    cell: (row) => String(Math.round(row.distanceTravelled * 100) / 100),
  },
  column.rupees('reimbursementLimit', 'Reimbursement Limit', (row) => row.reimbursementLimit),
  REVIEW.managerRemarks,
  REVIEW.managerDate,
  REVIEW.bills('Bill'),
  REVIEW.financeDate,
  REVIEW.claimed,
  REVIEW.managerAmount('Manager Approved Amount'),
  REVIEW.financeAmount,
  REVIEW.financeRemarks,
  REVIEW.verdict('Status'),
];

/** The conveyance claims that finance decides. */
export const viewConveyance: ListDef<Conveyance> = {
  ...REVIEWED,
  label: 'Sales app trip expenses',
  kind: conveyanceKind,
  endpoint: searchConveyance,
  filters: CONVEYANCE_REVIEW_FILTERS,
  matches: matchesConveyance,
  Card: ReviewConveyanceCard,
  nameOf: nameOfConveyance,
  columns: CONVEYANCE_REVIEW_COLUMNS,
  Tools: toolsOf(downloadConveyance, 'conveyance'),
  decision: conveyanceFinanceDecision,
};
export const firstRows = rowsOf(viewConveyance);

export function ViewConveyance(): ReactElement {
  return <TableScreen def={viewConveyance} />;
}
