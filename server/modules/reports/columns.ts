import { PRIMARY_EXPENSE_TYPE, type PrimaryExpenseType } from '#contract/enums.ts';
import { financeVerdictText } from '#domain/finance.ts';
import { DOCUMENT_WORDS } from '#domain/gstInvoice/invoice.ts';
import { KIND_WORDS, TYPE_WORDS } from '#domain/recordFace.ts';
import { statusLabel, statusOf } from '#domain/status.ts';
import type { CreditRow } from './repository/credits.ts';
import type { ReportRow } from './repository/rows.ts';
import type { SumRow } from './repository/sums.ts';
import type { Column } from '#server/platform/tables/table.ts';
import type { ConveyanceDetails } from '#server/modules/claims/index.ts';

/**
 * The columns of finance's lists (FIN-13) and of its reports (FIN-8), controls left out.
 */

type Of<Value> = (row: ReportRow) => Value;

const WIDTHS = { day: 12, moment: 17, money: 16 } as const;
const text = (title: string, width: number, of: Of<string | null>): Column<ReportRow> => ({
  title,
  kind: 'text',
  width,
  of,
});
const day = (title: string, of: Of<string | null>): Column<ReportRow> => ({
  title,
  kind: 'day',
  width: Math.max(WIDTHS.day, title.length + 2),
  of,
});
const moment = (title: string, of: Of<number | null>): Column<ReportRow> => ({
  title,
  kind: 'moment',
  width: Math.max(WIDTHS.moment, title.length + 2),
  of,
});
const money = (title: string, of: Of<number | null>): Column<ReportRow> => ({
  title,
  kind: 'money',
  width: Math.max(WIDTHS.money, title.length + 2),
  of,
});

const ride = (row: ReportRow): Partial<ConveyanceDetails> =>
  row.kind === PRIMARY_EXPENSE_TYPE.conveyance ? (row.details as ConveyanceDetails & Record<string, unknown>) : {};
const typeOf = (row: ReportRow): string => TYPE_WORDS[row.type as keyof typeof TYPE_WORDS] ?? row.type;
const statusText = (row: ReportRow): string =>
  statusOf(row.finance_status) === 'pending'
    ? statusLabel(row.finance_status)
    : financeVerdictText({ financeApprovalStatus: row.finance_status, financeName: row.finance_name });

const id = (title: string): Column<ReportRow> => text(title, 26, (row) => row.id);
const trip = text('Trip Id', 26, (row) => row.trip_id);
const code = (title: string): Column<ReportRow> => text(title, 14, (row) => row.owner_code);
const name = text('Employee Name', 24, (row) => row.owner_name);
const type = (title: string): Column<ReportRow> => text(title, 20, typeOf);
const raised = moment('Claim Date', (row) => row.created_at);
const expenseDay = (title: string): Column<ReportRow> => day(title, (row) => row.expense_date);
const remarks = (title: string): Column<ReportRow> => text(title, 32, (row) => row.remarks);
const bills = (title: string): Column<ReportRow> => text(title, 24, (row) => row.bills);
const managerRemarks = text('Manager Remarks', 28, (row) => row.manager_remarks);
const managerDate = moment('Manager Approval Date', (row) => row.manager_decided_at);
const financeDate = moment('Finance Approval Date', (row) => row.finance_decided_at);
const claimed = money('Claim Amount', (row) => row.claim_amount);
const byManager = (title: string): Column<ReportRow> => money(title, (row) => row.manager_amount);
const byFinance = money('Approved By Finance', (row) => row.finance_amount);
const financeRemarks = text('Finance Remarks', 28, (row) => row.finance_remarks);
const status = text('Status', 26, statusText);
const from = (title: string): Column<ReportRow> =>
  text(title, 24, (row) => row.trip?.from ?? ride(row).fromLocation ?? null);
const to = (title: string): Column<ReportRow> => text(title, 24, (row) => row.trip?.to ?? ride(row).toLocation ?? null);
const client = text('Client Name', 24, (row) => ride(row).clientName ?? null);
const distance: Column<ReportRow> = {
  title: 'Distance Traveled (km)',
  kind: 'number',
  width: 24,
  of: (row) => ride(row).distance ?? null,
};
const limit = money('Reimbursement Limit', (row) => ride(row).limit ?? null);

/**
 * Of `download`, by the kind of the list. Where an employee usually works is not on record, so there is nothing under
 * 'Base Location'.
 */
export const LIST_COLUMNS: Readonly<Record<PrimaryExpenseType, readonly Column<ReportRow>[]>> = {
  [PRIMARY_EXPENSE_TYPE.travel]: [
    trip,
    id('Expense Id'),
    code('Employee Id'),
    name,
    type('Travel Expense Type'),
    day('Travel From', (row) => row.trip?.startDay ?? null),
    day('Travel To', (row) => row.trip?.endDay ?? null),
    expenseDay('Expense Date'),
    raised,
    remarks('Employee Remarks'),
    from('Departure Location'),
    to('Arrival Location'),
    text('Base Location', 16, () => null),
    bills('View'),
    managerRemarks,
    managerDate,
    financeDate,
    claimed,
    byManager('Approved By Manager'),
    byFinance,
    financeRemarks,
    status,
  ],
  [PRIMARY_EXPENSE_TYPE.local]: [
    id('Expense Id'),
    code('Employee Id'),
    name,
    type('Local Expense Type'),
    expenseDay('Expense Date'),
    raised,
    managerDate,
    financeDate,
    remarks('Expense Remarks'),
    managerRemarks,
    bills('Bill'),
    claimed,
    byManager('Approved By Manager'),
    byFinance,
    financeRemarks,
    status,
  ],
  [PRIMARY_EXPENSE_TYPE.conveyance]: [
    id('Trip Id'),
    code('Employee Code'),
    name,
    expenseDay('Travel Date'),
    from('From Location'),
    to('To Location'),
    client,
    type('Conveyance Type'),
    distance,
    limit,
    managerRemarks,
    managerDate,
    bills('Bill'),
    financeDate,
    claimed,
    byManager('Manager Approved Amount'),
    byFinance,
    financeRemarks,
    status,
  ],
};

const KINDS: Readonly<Record<PrimaryExpenseType, string>> = {
  [PRIMARY_EXPENSE_TYPE.local]: KIND_WORDS.localExpense,
  [PRIMARY_EXPENSE_TYPE.conveyance]: KIND_WORDS.conveyance,
  [PRIMARY_EXPENSE_TYPE.travel]: KIND_WORDS.travelExpense,
};
const email = text('Employee Email', 30, (row) => row.owner_email);
const centre = text('Cost Centre', 22, (row) => row.cost_centre);

/** One row a claim, all kinds: all that is known of each, to its payment. */
export const DETAILED_COLUMNS: readonly Column<ReportRow>[] = [
  id('Expense Id'),
  text('Kind', 16, (row) => KINDS[row.kind]),
  trip,
  code('Employee Id'),
  name,
  email,
  centre,
  type('Expense Type'),
  expenseDay('Expense Date'),
  raised,
  remarks('Employee Remarks'),
  from('From Location'),
  to('To Location'),
  client,
  distance,
  limit,
  bills('Bill'),
  claimed,
  byManager('Approved By Manager'),
  text('Manager Name', 24, (row) => row.manager_name),
  managerRemarks,
  managerDate,
  byFinance,
  text('Finance Name', 24, (row) => row.finance_name),
  financeRemarks,
  financeDate,
  status,
  day('Payment Date', (row) => row.paid_on),
  money('Paid Amount', (row) => row.paid_amount),
  text('Payment Reference', 22, (row) => row.payment_reference),
];

const sum = (title: string, of: (row: SumRow) => number): Column<SumRow> => ({
  title,
  kind: 'money',
  width: Math.max(WIDTHS.money, title.length + 2),
  of,
});
const word = (title: string, width: number, of: (row: SumRow) => string): Column<SumRow> => ({
  title,
  kind: 'text',
  width,
  of,
});

/** One row per employee and kind. */
export const SUMMARIZED_COLUMNS: readonly Column<SumRow>[] = [
  word('Employee Id', 14, (row) => row.owner_code),
  word('Employee Name', 24, (row) => row.owner_name),
  word('Employee Email', 30, (row) => row.owner_email),
  word('Cost Centre', 22, (row) => row.cost_centre),
  word('Kind', 16, (row) => KINDS[row.kind]),
  { title: 'Count', kind: 'number', width: 9, of: (row) => row.claims },
  sum('Claim Amount', (row) => row.claimed),
  sum('Approved By Manager', (row) => row.manager_approved),
  sum('Approved By Finance', (row) => row.finance_approved),
  sum('Paid Amount', (row) => row.paid),
];

const said = (title: string, width: number, of: (row: CreditRow) => string | null): Column<CreditRow> => ({
  title,
  kind: 'text',
  width,
  of,
});

/**
 * One row a verified e-invoice to the organisation, with its claim (GST-10). Codes say the whole value alone: what is
 * taxable, and the tax, stand on the portal under the IRN.
 */
export const CREDIT_COLUMNS: readonly Column<CreditRow>[] = [
  said('Seller GSTIN', 18, ({ invoice }) => invoice.seller),
  said('Buyer GSTIN', 18, ({ invoice }) => invoice.buyer),
  said('Document Type', 15, ({ invoice }) => DOCUMENT_WORDS[invoice.kind]),
  said('Document Number', 18, ({ invoice }) => invoice.number),
  { title: 'Document Date', kind: 'day', width: 15, of: ({ invoice }) => invoice.day },
  { title: 'Document Value', kind: 'money', width: 17, of: ({ invoice }) => invoice.value },
  said('HSN', 10, ({ invoice }) => invoice.hsn),
  said('IRN', 66, ({ invoice }) => invoice.irn),
  id('Expense Id'),
  text('Kind', 16, (row) => KINDS[row.kind]),
  code('Employee Id'),
  name,
  expenseDay('Expense Date'),
  claimed,
  status,
  said('Note', 40, ({ others }) => (others === null ? '' : `Also on ${others}`)),
];
