import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { approvalWindowFilter } from '#domain/finance.ts';
import { dayOf } from '#domain/dates.ts';
import { filtersOf } from '#list/request.ts';
import { listSearch, textsOf } from '#list/search.ts';
import { DEFS, FINANCE, openReview, TABLES, type TableName } from '#tests/support/reviews.tsx';
import { signInOffline } from '#tests/support/screen.tsx';
import { setWindowWidth } from '#tests/support/screens.ts';
import { headers, ids, keepAll, newest, row, rows, textOf } from './financeFixtures.ts';

beforeEach(async () => {
  await signInOffline(FINANCE);
  await keepAll();
});

describe('the tables of finance', () => {
  it.each<[TableName, string[]]>([
    [
      'travel',
      [
        'Trip Id',
        'Expense Id',
        'Employee Id',
        'Employee Name',
        'Travel Expense Type',
        'Travel From',
        'Travel To',
        'Expense Date',
        'Claim Date',
        'Employee Remarks',
        'Departure Location',
        'Arrival Location',
        'Base Location',
        'View',
        'Manager Remarks',
        'Manager Approval Date',
        'Finance Approval Date',
        'Claim Amount',
        'Approved By Manager',
        'Approved By Finance',
        'Finance Remarks',
        'Action',
      ],
    ],
    [
      'local',
      [
        'Expense Id',
        'Employee Id',
        'Employee Name',
        'Local Expense Type',
        'Expense Date',
        'Claim Date',
        'Manager Approval Date',
        'Finance Approval Date',
        'Expense Remarks',
        'Manager Remarks',
        'Bill',
        'Claim Amount',
        'Approved By Manager',
        'Approved By Finance',
        'Finance Remarks',
        'Status',
      ],
    ],
    [
      'conveyance',
      [
        'Trip Id',
        'Employee Code',
        'Employee Name',
        'Travel Date',
        'From Location',
        'To Location',
        'Client Name',
        'Conveyance Type',
        'Distance Traveled (km)',
        'Reimbursement Limit',
        'Manager Remarks',
        'Manager Approval Date',
        'Bill',
        'Finance Approval Date',
        'Claim Amount',
        'Manager Approved Amount',
        'Approved By Finance',
        'Finance Remarks',
        'Status',
      ],
    ],
  ])('FIN-13: the table of %s claims has every column, in order, after the one to select by', async (name, columns) => {
    await openReview(TABLES[name]);
    await rows();
    expect(headers()).toEqual(['', ...columns]);
    expect(screen.getByRole('checkbox', { name: 'Select all pending on this page' })).toBeInTheDocument();
  });

  it('FIN-13: a row says all of a travel claim, under the right headers', async () => {
    await openReview(`${TABLES.travel}?FINANCE_APPROVAL_STATUS=0|1|2`);
    const line = await row('EXPC');
    const said = Object.fromEntries(headers().map((header) => [header, textOf(line, header ?? '')]));
    expect(said).toMatchObject({
      'Trip Id': 'TRP9',
      'Expense Id': 'EXPC',
      'Employee Id': 'KH1001',
      'Employee Name': 'Asha Nair',
      'Travel Expense Type': 'Conveyance',
      'Travel From': '20-07-2026',
      'Travel To': '22-07-2026',
      'Expense Date': '12-11-2026',
      'Employee Remarks': 'Taxi to the client',
      'Departure Location': 'Bengaluru',
      'Arrival Location': 'Chennai',
      'Base Location': 'Pune',
      'Manager Remarks': 'Fine',
      'Manager Approval Date': '05-01-2026',
      'Finance Approval Date': '14-11-2026',
      'Claim Amount': '₹450.00',
      'Approved By Manager': '₹400.00',
      'Approved By Finance': '₹350.00',
      'Finance Remarks': 'Cut',
    });
    expect(textOf(await row('EXPA'), 'Claim Date')).toBe('13-11-2026');
    expect(
      within(await row('EXPA'))
        .getAllByRole('button', { name: /^View bill/ })
        .map((eye) => eye.textContent),
    ).toEqual(['1', '2']);
  });

  it('FIN-6: they start with what managers approved and finance has to decide, within the window', async () => {
    const user = userEvent.setup();
    const router = await openReview(TABLES.travel);
    expect(await ids()).toEqual(['EXPE', 'EXPA', 'EXPB']);
    for (const chip of [
      'Manager approval date: Last financial days',
      'Manager approval status: Approved',
      'Finance approval status: Pending',
    ])
      expect(screen.getByText(chip)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Remove Finance approval status/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Remove Manager approval date/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove Manager approval status: Approved' }));
    await waitFor(() => expect(screen.queryByText(/^Manager approval status/)).toBeNull());
    expect(router.state.location.searchStr).toMatch(/MANAGER_APPROVAL_STATUS=(?:&|$)/);
    expect(screen.getByText('Finance approval status: Pending')).toBeInTheDocument();
  });

  it.each<TableName>(['travel', 'local', 'conveyance'])(
    'FIN-6: the window of approvals is always sent for %s claims, whatever the address says',
    (name) => {
      const def = DEFS[name];
      const timeZone = 'Asia/Kolkata';
      const today = dayOf(Date.now(), timeZone);
      for (const raw of [{}, { MANAGER_APPROVAL_DATE: '' }, { MANAGER_APPROVAL_DATE: 'junk' }]) {
        const filters = filtersOf(def, textsOf(def.filters, listSearch(def.filters)(raw)), FINANCE.email, {
          today,
          timeZone,
        });
        expect(filters.MANAGER_APPROVAL_DATE).toEqual(approvalWindowFilter(today, timeZone));
        expect(filters.FINANCE_APPROVAL_STATUS).toEqual(['1']);
      }
    },
  );

  it('FIN-7: decided rows say by whom, cannot be selected and have no fields', async () => {
    await openReview(`${TABLES.travel}?FINANCE_APPROVAL_STATUS=0|2`);
    expect(textOf(await row('EXPC'), 'Action')).toContain('Approved by Joseph Mathew');
    expect(textOf(await row('EXPD'), 'Action')).toContain('Rejected by -');
    for (const line of await rows()) {
      expect(within(line).getByRole('checkbox')).toBeDisabled();
      expect(within(line).queryByRole('textbox')).toBeNull();
    }
    expect(screen.getByRole('checkbox', { name: 'Select all pending on this page' })).toBeDisabled();
  });

  it('ACC-6: one’s own request is no request to decide', async () => {
    await openReview(TABLES.travel);
    const line = await row('EXPE');
    expect(within(line).getByRole('checkbox')).toBeDisabled();
    expect(within(line).queryByRole('button', { name: /^(Approve|Reject)/ })).toBeNull();
    expect(textOf(line, 'Action')).toBe('Pending');
  });

  it('NAV-9 LOC-22: /view-local opens the view used last, and a record over its table', async () => {
    const user = userEvent.setup();
    const first = await openReview('/view-local');
    expect(first.state.location.pathname).toBe(TABLES.local);
    await rows();
    await user.click(screen.getByRole('radio', { name: 'Sales App Trip Expenses' }));
    await waitFor(() => expect(first.state.location.pathname).toBe(TABLES.conveyance));
    await row('CNVA');
    const again = await openReview('/view-local');
    expect(again.state.location.pathname).toBe(TABLES.conveyance);
    await openReview('/view-local/EXPM');
    const dialog = await screen.findByRole('dialog', { name: 'Approve/Reject Local Expenses' });
    expect(within(dialog).getByText('EXPM')).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Approved amount')).toHaveValue('400');
  });

  it('U: on a phone the same rows are cards, with the same fields and buttons', async () => {
    setWindowWidth(360);
    const user = userEvent.setup();
    await openReview(TABLES.local);
    const card = await screen.findByRole('listitem', { name: 'EXPL' });
    expect(screen.queryByRole('table')).toBeNull();
    expect(within(card).getByText('Finance: Pending')).toBeInTheDocument();
    await user.click(within(card).getByRole('button', { name: 'Reject EXPL' }));
    expect(await within(card).findByText('Please add remark')).toBeInTheDocument();
    await user.type(within(card).getByLabelText('Finance remarks EXPL'), 'No bill');
    await user.click(within(card).getByRole('button', { name: 'Reject EXPL' }));
    await waitFor(async () =>
      expect(await newest()).toMatchObject({
        endpoint: 'financeRejectLocal',
        body: { financeRemarks: 'No bill', financeApprovedAmount: null },
      }),
    );
  });
});
