import { dayOf, formatDay } from '#domain/dates.ts';
import { financeVerdictText } from '#domain/finance.ts';
import { formatRupees } from '#domain/money.ts';
import { statusLabel, statusOf } from '#domain/status.ts';
import type { TableColumn } from '#list/definition.ts';
import type { ReviewedClaim } from './financeDecision.ts';

/**
 * Columns of finance's tables by what they say (FIN-13); each kind puts its own together, in
 * its order.
 */

type Of<Row, Value> = (row: Row) => Value | null | undefined;

const words = <Row,>(id: string, header: string, width: number, of: Of<Row, string>): TableColumn<Row> => ({
  id,
  header,
  width,
  cell: (row) => of(row) ?? '',
});
const day = <Row,>(id: string, header: string, of: Of<Row, number>): TableColumn<Row> => ({
  id,
  header,
  width: 106,
  cell: (row, { timeZone }) => {
    const at = of(row);
    return at === null || at === undefined ? '' : formatDay(dayOf(at, timeZone));
  },
});
const rupees = <Row,>(id: string, header: string, of: Of<Row, number>): TableColumn<Row> => ({
  id,
  header,
  width: 118,
  align: 'end',
  cell: (row) => {
    const amount = of(row);
    return amount === null || amount === undefined ? '' : formatRupees(amount);
  },
});
const remark = <Row,>(id: string, header: string, of: Of<Row, string>): TableColumn<Row> => ({
  id,
  header,
  width: 190,
  long: true,
  cell: (row) => of(row) ?? '',
});

export const column = { words, day, rupees, remark } as const;

/**
 * Columns that the claims of every kind have. Their headers differ from kind to kind, because the product's owner has
 * them so.
 */
export const REVIEW = {
  code: (header: string) => words<ReviewedClaim>('employeeCode', header, 96, (row) => row.employeeCode),
  name: words<ReviewedClaim>('employeeName', 'Employee Name', 140, (row) => row.employeeName),
  claimDate: day<ReviewedClaim>('claimDate', 'Claim Date', (row) => row.claimDate),
  remarks: (header: string) => remark<ReviewedClaim>('remarks', header, (row) => row.remarks),
  managerRemarks: remark<ReviewedClaim>('managerRemarks', 'Manager Remarks', (row) => row.managerRemarks),
  managerDate: day<ReviewedClaim>('managerApprovalDate', 'Manager Approval Date', (row) => row.managerApprovalDate),
  financeDate: day<ReviewedClaim>('financeApprovalDate', 'Finance Approval Date', (row) => row.financeApprovalDate),
  bills: (header: string): TableColumn<ReviewedClaim> => ({
    id: 'bills',
    header,
    width: 92,
    bills: true,
    cell: () => null,
  }),
  claimed: rupees<ReviewedClaim>('claimAmount', 'Claim Amount', (row) => row.claimAmount),
  managerAmount: (header: string) =>
    rupees<ReviewedClaim>('managerApprovedAmount', header, (row) => row.managerApprovedAmount),
  financeAmount: {
    ...rupees<ReviewedClaim>('financeApprovedAmount', 'Approved By Finance', (row) => row.financeApprovedAmount),
    width: 132,
    field: 'financeApprovedAmount',
  } as TableColumn<ReviewedClaim>,
  financeRemarks: {
    ...remark<ReviewedClaim>('financeRemarks', 'Finance Remarks', (row) => row.financeRemarks),
    field: 'financeRemarks',
  } as TableColumn<ReviewedClaim>,
  /** The decision, or whose it was. What is pending and not for this person to decide says just that. */
  verdict: (header: string): TableColumn<ReviewedClaim> => ({
    id: 'verdict',
    header,
    width: 204,
    pin: 'end',
    decides: true,
    cell: (row) =>
      statusOf(row.financeApprovalStatus) === 'pending'
        ? statusLabel(row.financeApprovalStatus)
        : financeVerdictText(row),
  }),
} as const;
