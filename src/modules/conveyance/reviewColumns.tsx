import type { Conveyance } from '#contract/expense.ts';
import type { TableColumn } from '#list/definition.ts';
import { column, REVIEW } from '#modules/claims/index.ts';
import { typeLabel } from './kind.ts';

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
