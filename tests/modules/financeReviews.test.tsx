import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { online } from '#data/online.ts';
import { outbox } from '#data/entries.ts';
import { keepRows } from '#data/readCache.ts';
import { approvalWindowFilter } from '#domain/finance.ts';
import { dayOf } from '#domain/dates.ts';
import { filtersOf } from '#list/request.ts';
import { listSearch, textsOf } from '#list/search.ts';
import { aConveyance, aLocalExpense, aTravelExpense } from '#tests/support/claims.ts';
import {
  DEFS,
  FINANCE,
  FINANCE_APPROVED,
  FINANCE_REJECTED,
  forFinance,
  openReview,
  TABLES,
  type TableName,
} from '#tests/support/reviews.tsx';
import { signInOffline } from '#tests/support/screen.tsx';
import { setWindowWidth } from '#tests/support/screens.ts';
import { inDays } from '#tests/support/trips.ts';

const bill = (n: number) => ({
  fingerPrint: String(n).repeat(64),
  name: `${n}.jpg`,
  size: 1,
  type: 'image/jpeg',
  url: '',
});
const rows = () => screen.findAllByRole('row', { name: /^(EXP|CNV)/ });
const row = (id: string) => screen.findByRole('row', { name: new RegExp(`^${id},`) });
const ids = async () => (await rows()).map((each) => each.getAttribute('data-key'));
const headers = () => screen.getAllByRole('columnheader').map((each) => each.textContent);
const newest = async () => (await (await outbox()).list()).at(-1);
const textOf = (line: HTMLElement, header: string): string | null => {
  const at = headers().indexOf(header);
  return (line.querySelectorAll('td')[at] as HTMLElement).textContent;
};

const TRIP = {
  tripId: 'TRP9',
  startDate: inDays(5),
  endDate: inDays(7),
  fromLocation: 'Bengaluru',
  travelLocation: 'Chennai',
  baseLocation: 'Pune',
};

async function keepAll(): Promise<void> {
  const at = Date.now();
  await keepRows(
    'searchTravelExpenses',
    [
      aTravelExpense({
        ...forFinance(),
        expenseId: 'EXPA',
        creationDate: 3,
        claimDate: Date.UTC(2026, 10, 13, 6),
        travelExpenseType: 'FOOD',
        billUrl: [bill(1), bill(2)],
        ...TRIP,
      }),
      aTravelExpense({
        ...forFinance({ managerApprovedAmount: 90 }),
        expenseId: 'EXPB',
        creationDate: 2,
        claimAmount: 90,
        ...TRIP,
      }),
      aTravelExpense({
        ...forFinance(),
        expenseId: 'EXPC',
        creationDate: 1,
        financeApprovalStatus: FINANCE_APPROVED,
        financeApprovedAmount: 350,
        financeName: 'Joseph Mathew',
        financeRemarks: 'Cut',
        financeApprovalDate: Date.UTC(2026, 10, 14, 6),
        ...TRIP,
      }),
      aTravelExpense({
        ...forFinance(),
        expenseId: 'EXPD',
        creationDate: 0,
        financeApprovalStatus: FINANCE_REJECTED,
        financeApprovedAmount: 0,
        financeName: null,
        ...TRIP,
      }),
      aTravelExpense({
        ...forFinance(),
        expenseId: 'EXPE',
        creationDate: 4,
        userEmail: FINANCE.email,
        employeeName: FINANCE.name,
        ...TRIP,
      }),
      aTravelExpense({ expenseId: 'EXPF', creationDate: 5, ...TRIP }),
    ],
    at,
    'test',
  );
  await keepRows(
    'searchLocalExpenses',
    [
      aLocalExpense({
        ...forFinance(),
        expenseId: 'EXPL',
        creationDate: 2,
        localExpenseType: 'MOBILE_BILL',
        billUrl: [bill(3)],
      }),
      aLocalExpense({ ...forFinance(), expenseId: 'EXPM', creationDate: 1 }),
    ],
    at,
    'test',
  );
  await keepRows(
    'searchConveyance',
    [
      aConveyance({
        ...forFinance(),
        tripId: 'CNVA',
        creationDate: 2,
        conveyanceType: 'AUTO',
        reimbursementLimit: 500,
        distanceTravelled: 12.5,
      }),
      aConveyance({ ...forFinance(), tripId: 'CNVB', creationDate: 1 }),
    ],
    at,
    'test',
  );
}

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

describe('finance decides in the row', () => {
  it('FIN-1 FIN-9: a rejection needs a remark, which Enter then sends', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.travel);
    const line = await row('EXPA');
    await user.click(within(line).getByRole('button', { name: 'Reject EXPA' }));
    expect(await within(line).findByText('Please add remark')).toBeInTheDocument();
    expect(within(line).getByLabelText('Finance remarks EXPA')).toHaveFocus();
    await user.keyboard(' No bill {Enter}');
    await waitFor(async () =>
      expect(await newest()).toMatchObject({
        endpoint: 'financeRejectTravel',
        ifMatch: 1,
        record: { kind: 'travelExpense', id: 'EXPA' },
        body: { financeRemarks: 'No bill', financeApprovedAmount: null },
        face: { note: 'Reject', success: 'Request rejected by finance.' },
      }),
    );
    expect((await newest())?.url).toContain('id=EXPA');
    expect((await newest())?.url).toContain('email=finance%40example.com');
    expect(await screen.findByText('Your decision: Reject')).toBeInTheDocument();
  });

  it('FIN-2 FIN-3 FIN-9: an empty amount stands for the whole one, and none may be above it', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.travel);
    const line = await row('EXPA');
    const amount = within(line).getByLabelText('Approved amount EXPA');
    expect(amount).toHaveAttribute('placeholder', '₹400.00');
    await user.type(amount, '401');
    await user.click(within(line).getByRole('button', { name: 'Approve EXPA' }));
    expect(
      await within(line).findByText('Approved amount cannot be more than the manager approved'),
    ).toBeInTheDocument();
    await user.clear(amount);
    await user.type(amount, '1234x');
    expect(amount).toHaveValue('1,234');
    await user.clear(amount);
    await user.click(within(line).getByRole('button', { name: 'Approve EXPA' }));
    await waitFor(async () =>
      expect(await newest()).toMatchObject({
        endpoint: 'financeApproveTravel',
        body: { financeApprovedAmount: null, financeRemarks: null },
        face: { success: 'Request approved by finance.' },
      }),
    );
    await user.type(within(await row('EXPB')).getByLabelText('Approved amount EXPB'), '80.50');
    await user.click(within(await row('EXPB')).getByRole('button', { name: 'Approve EXPB' }));
    await waitFor(async () =>
      expect(await newest()).toMatchObject({ record: { id: 'EXPB' }, body: { financeApprovedAmount: '80.50' } }),
    );
  });

  it('FIN-2: of conveyance the whole amount is what was claimed', async () => {
    await openReview(TABLES.conveyance);
    expect(within(await row('CNVA')).getByLabelText('Approved amount CNVA')).toHaveAttribute('placeholder', '₹450.00');
    expect(textOf(await row('CNVA'), 'Distance Traveled (km)')).toBe('12.5');
    expect(textOf(await row('CNVA'), 'Reimbursement Limit')).toBe('₹500.00');
  });

  it('FIN-14: what is typed is kept while one looks elsewhere', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await user.type(within(await row('EXPL')).getByLabelText('Approved amount EXPL'), '300');
    await user.click(screen.getByRole('radio', { name: 'Sales App Trip Expenses' }));
    await row('CNVA');
    await user.click(screen.getByRole('radio', { name: 'Mobile Bill/Other Expenses' }));
    expect(within(await row('EXPL')).getByLabelText('Approved amount EXPL')).toHaveValue('300');
  });
});

describe('finance decides many', () => {
  it.each<[TableName, string, string]>([
    ['travel', 'Please select Expenses to be approved', 'Please select Expenses to be rejected'],
    ['local', 'Please select expenses or trips to be approved', 'Please select expenses or trips to be rejected'],
    ['conveyance', 'Please select expenses or trips to be approved', 'Please select expenses or trips to be rejected'],
  ])('FIN-4: nothing selected among %s claims', async (name, approve, reject) => {
    const user = userEvent.setup();
    await openReview(TABLES[name]);
    await rows();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(approve)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText(reject)).toBeInTheDocument();
  });

  it('FIN-1 FIN-14: the header selects all that are pending; many are rejected with a remark', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.travel);
    await user.type(within(await row('EXPA')).getByLabelText('Approved amount EXPA'), '7');
    await user.click(screen.getByRole('checkbox', { name: 'Select all pending on this page' }));
    expect(screen.getByText('Selected pending request (2)')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reject expense by finance' });
    expect(
      within(dialog).getByText('Please confirm if you wish to reject travel expenses for selected (2) list'),
    ).toBeInTheDocument();
    expect(within(dialog).getByText(/^Into one of them something is typed\./)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await within(dialog).findByText('Please add remark.')).toBeInTheDocument();
    await user.type(within(dialog).getByLabelText('Add Remark:'), 'Twice');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(async () =>
      expect(await newest()).toMatchObject({
        endpoint: 'bulkFinanceTravel',
        body: { ids: ['EXPA', 'EXPB'], comments: 'Twice', approved: false, versions: { EXPA: 1, EXPB: 1 } },
      }),
    );
    await waitFor(() => expect(screen.getByText('Selected pending request (0)')).toBeInTheDocument());
  });
});

describe('finance revives', () => {
  /** What the server answers to a revival, and with which lists. */
  const answers = (data: unknown): string[] => {
    const asked: string[] = [];
    globalThis.fetch = async (input, init) => {
      const url = String(input);
      if (init?.method !== 'POST') throw new TypeError('No network.');
      asked.push(url);
      return Response.json({ success: true, data });
    };
    online.sawAnswer();
    return asked;
  };

  it.each([
    ['Expense Revived by finance.', true],
    ['Not Authorized', false],
  ])('FIN-5: %s', async (message, revived) => {
    const user = userEvent.setup();
    await openReview(`${TABLES.travel}?FINANCE_APPROVAL_STATUS=0`);
    const asked = answers(revived ? aTravelExpense({ ...forFinance(), expenseId: 'EXPC', version: 2, ...TRIP }) : null);
    await user.click(await within(await row('EXPC')).findByRole('button', { name: 'Revive EXPC' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('expenseId=EXPC');
    expect(asked[0]).toContain('primaryExpenseType=2');
    expect(asked[0]).toContain('financeMailId=finance%40example.com');
  });

  it('FIN-5 A2: an answer that was lost is asked for again under the same key, and so is no refusal', async () => {
    const user = userEvent.setup();
    await openReview(`${TABLES.travel}?FINANCE_APPROVAL_STATUS=0`);
    const revived = aTravelExpense({ ...forFinance(), expenseId: 'EXPC', version: 2, ...TRIP });
    const done = new Set<string | null>();
    const keys: (string | null)[] = [];
    globalThis.fetch = async (_input, init) => {
      if (init?.method !== 'POST') throw new TypeError('No network.');
      const key = new Headers(init.headers).get('Idempotency-Key');
      keys.push(key);
      // Carried out once; whoever comes with another key finds it revived already.
      const first = done.size === 0;
      if (first) {
        done.add(key);
        throw new TypeError('The answer is lost.');
      }
      return Response.json({ success: true, data: done.has(key) ? revived : null });
    };
    online.sawAnswer();
    const button = await within(await row('EXPC')).findByRole('button', { name: 'Revive EXPC' });
    await user.click(button);
    await waitFor(() => expect(keys).toHaveLength(1));
    online.sawAnswer();
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    expect(await screen.findByText('Expense Revived by finance.')).toBeInTheDocument();
    expect(keys[1]).toBe(keys[0]);
  });

  it('FIN-5: it needs the network', async () => {
    await openReview(`${TABLES.travel}?FINANCE_APPROVAL_STATUS=0`);
    expect(within(await row('EXPC')).getByRole('button', { name: 'Revive EXPC' })).toBeDisabled();
  });
});
