import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { online } from '#data/online.ts';
import { aTravelExpense } from '#tests/support/claims.ts';
import { FINANCE, forFinance, openReview, TABLES, type TableName } from '#tests/support/reviews.tsx';
import { signInOffline } from '#tests/support/screen.tsx';
import { keepAll, newest, row, rows, textOf, TRIP } from './financeFixtures.ts';

beforeEach(async () => {
  await signInOffline(FINANCE);
  await keepAll();
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
      // Done once; a request with another key finds it revived already.
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
