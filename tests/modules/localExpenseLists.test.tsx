import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { outbox } from '#data/entries.ts';
import { submit } from '#data/submit.ts';
import { createCommand } from '#modules/localExpense/command.ts';
import { emptyValues } from '#modules/localExpense/values.ts';
import { LOCAL_EXPENSE_FILTERS } from '#modules/claims/filters.ts';
import { RaiseLocalExpense } from '#modules/localExpense/screens/RaiseLocalExpense.tsx';
import { listSearch } from '#list/search.ts';
import { aBill, APPROVED, REJECTED, aLocalExpense } from '#tests/support/claims.ts';
import { PERSON, showAt, signInOffline } from '#tests/support/screen.tsx';
import { setWindowWidth } from '#tests/support/screens.ts';
import { keep, cards, firstTryOver, names } from './localExpenseListFixtures.ts';

const raise = (address = '/raise-local/expense') =>
  showAt(address, RaiseLocalExpense, listSearch(LOCAL_EXPENSE_FILTERS));

describe('one’s own local expenses, without network', () => {
  beforeEach(async () => {
    await signInOffline();
    await keep([]);
  });

  it('LOC-20 AMT-8: a card says what it is in words, and a screen reader hears its id first', async () => {
    await keep([
      aLocalExpense({
        expenseId: 'EXP7',
        claimAmount: 123_456,
        localExpenseType: 'MOBILE_BILL',
        managerApprovalStatus: REJECTED,
        managerRemarks: 'Not readable',
        billUrl: [aBill(1), aBill(2)],
      }),
    ]);
    await raise();
    const [card] = await cards();
    for (const text of [
      'Mobile Bill',
      '₹1,23,456.00',
      '12-11-2026',
      'Manager: Rejected',
      'Finance: Pending',
      'Not readable',
      'EXP7',
    ])
      expect(within(card as HTMLElement).getByText(text)).toBeInTheDocument();
    expect(
      within(card as HTMLElement).getByRole('button', { name: /^EXP7, Mobile Bill, ₹1,23,456.00/ }),
    ).toBeInTheDocument();
    for (const name of ['View bill 1', 'View bill 2', 'Copy expense id'])
      expect(within(card as HTMLElement).getByRole('button', { name })).toBeInTheDocument();
    expect(screen.getByText('From this device: may be incomplete')).toBeInTheDocument();
  });

  it('LIST-7: a card opens in the frame of its tap, the address follows; who closes before leaves none', async () => {
    await keep([aLocalExpense({ expenseId: 'EXP7' })]);
    const router = await raise();
    const open = await screen.findByRole('button', { name: /^EXP7/ });
    // The first time the dialog's code is still on its way.
    await userEvent.click(open);
    await screen.findByRole('dialog');
    await waitFor(() => expect(router.history.location.href).toContain('open=EXP7'));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(router.history.location.href).not.toContain('open'));

    const { length } = router.history;
    fireEvent.click(open);
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    expect(router.history.location.href).not.toContain('open');
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await new Promise((done) => setTimeout(done, 400));
    expect(router.history.location.href).not.toContain('open');
    expect(router.history.length).toBe(length);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('LOC-24: the finance approved amount is shown only when finance approved', async () => {
    await keep([
      aLocalExpense({ managerApprovalStatus: APPROVED, financeApprovedAmount: 400 }),
      aLocalExpense({
        managerApprovalStatus: APPROVED,
        financeApprovalStatus: 'FINANCE_APPROVED',
        financeApprovedAmount: 300,
      }),
    ]);
    await raise();
    await cards();
    expect(screen.getByText('Finance approved ₹300.00')).toBeInTheDocument();
    expect(screen.queryByText('Finance approved ₹400.00')).toBeNull();
  });

  it('PAY-2: a paid claim says when, how much and under which reference, on its card and opened', async () => {
    const user = userEvent.setup();
    await keep([
      aLocalExpense({
        expenseId: 'EXP3',
        managerApprovalStatus: APPROVED,
        financeApprovalStatus: 'FINANCE_APPROVED',
        financeApprovedAmount: 300,
        paidAmount: 250,
        paymentDate: Date.UTC(2026, 10, 12, 6),
        paymentReference: 'NEFT/88',
      }),
    ]);
    await raise();
    await user.click(await screen.findByRole('button', { name: /^EXP3/ }));
    expect(
      await within(await screen.findByRole('dialog')).findByText('Paid on 12-11-2026, ₹250.00, NEFT/88'),
    ).toBeInTheDocument();
    expect(screen.getAllByText('Paid on 12-11-2026, ₹250.00, NEFT/88')).toHaveLength(2);
  });

  it('LOC-21: copying the id says so', async () => {
    const user = userEvent.setup();
    await keep([aLocalExpense({ expenseId: 'EXP9' })]);
    await raise();
    await user.click(await screen.findByRole('button', { name: 'Copy expense id' }));
    expect(await screen.findByText('ExpenseId copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('EXP9');
  });

  it('LOC-19 LIST-7 LIST-9: filters come from the address, stand as chips and go back into it', async () => {
    const user = userEvent.setup();
    const [pending, approved] = [aLocalExpense(), aLocalExpense({ managerApprovalStatus: APPROVED })];
    await keep([pending, approved]);
    const router = await raise('/raise-local/expense?page=3&MANAGER_APPROVAL_STATUS=0&foo=1');
    expect(await screen.findByText('Manager approval status: Approved')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove Manager approval status: Approved' }));
    await waitFor(() => expect(router.state.location.href).toBe('/raise-local/expense'));
    expect((await names()).sort()).toEqual([pending.expenseId, approved.expenseId].sort());
  });

  it('LIST-8: nothing found says so, and what to do', async () => {
    await keep([aLocalExpense({ managerApprovalStatus: APPROVED })]);
    await raise('/raise-local/expense?MANAGER_APPROVAL_STATUS=2');
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
    expect(screen.getByText(/File New Expense/, { selector: 'p' })).toBeInTheDocument();
  });

  it('LIST-8 LIST-10: a page that this device has not kept is not said to be empty, nor the last of all', async () => {
    const user = userEvent.setup();
    await keep(Array.from({ length: 30 }, () => aLocalExpense()));
    const router = await raise('/raise-local/expense?page=8');
    expect(await screen.findByText('This page is not on this device')).toBeInTheDocument();
    expect(screen.getByText('Page 9 · 30 on this device')).toBeInTheDocument();
    expect(screen.queryByText('Content not found')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(router.state.location.href).toBe('/raise-local/expense?page=1'));
    expect(await screen.findByText('Page 2 of 2 · 30 on this device')).toBeInTheDocument();
    expect(await cards()).toHaveLength(5);
  });

  it('LOC-18: the form stands in the address; Back closes it; Cancel too', async () => {
    const user = userEvent.setup();
    await keep([aLocalExpense()]);
    const router = await raise();
    await cards();
    await user.click(screen.getByRole('button', { name: 'File New Expense' }));
    const dialog = await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
    await waitFor(() => expect(router.state.location.href).toContain('new=1'));
    expect(within(dialog).getByRole('button', { name: 'Submit' })).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(router.state.location.href).not.toContain('new='));
    await user.click(await screen.findByRole('button', { name: /^EXP/ }));
    expect(await screen.findByRole('dialog', { name: 'View/Edit Local Expenses' })).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.href).toContain('open='));
    router.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows the sheet in the frame of the tap on a phone, and the form behind it, whole', async () => {
    setWindowWidth(360);
    onTestFinished(() => setWindowWidth(1280));
    const user = userEvent.setup();
    await keep([aLocalExpense()]);
    await raise();
    await cards();
    const frames: string[] = [];
    const watch = new MutationObserver(() => {
      const whole = document.querySelector('[data-whole]');
      frames.push(whole ? ['sheet', ...(whole.querySelector('[role="dialog"] textarea') ? ['form'] : [])].join() : '');
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await user.click(screen.getByRole('button', { name: /^EXP/ }));
    expect(await screen.findByRole('dialog', { name: 'View/Edit Local Expenses' })).toBeInTheDocument();
    watch.disconnect();
    expect([...new Set(frames)].filter(Boolean)).toEqual(['sheet', 'sheet,form']);
  });

  it('LOC-18: a form that is closed is gone at once, while the browser goes back in its time', async () => {
    const user = userEvent.setup();
    await keep([aLocalExpense()]);
    const router = await raise();
    await cards();
    const openForm = async () => {
      await user.click(screen.getByRole('button', { name: 'File New Expense' }));
      return screen.findByRole('dialog', { name: 'Raise Local Expenses' });
    };
    const close = async () => {
      const form = await openForm();
      await waitFor(() => expect(router.state.location.href).toContain('new=1'));
      await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    };
    const back = vi.spyOn(router.history, 'back').mockImplementationOnce(() => undefined);
    await close();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.href).toContain('new=1');
    // Who opens it again before the browser has gone back sees it.
    await close();
    expect(back).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(router.state.location.href).not.toContain('new='));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await openForm()).toBeInTheDocument();
  });

  it('OB-12: a waiting claim is the first card; it can be edited, and discarded after a question', async () => {
    const user = userEvent.setup();
    await keep([aLocalExpense({ expenseId: 'EXP5' })]);
    const values = {
      localExpenseType: 'OTHERS',
      expenseDate: '2026-11-12',
      claimAmount: '75',
      remarks: 'Parking',
      billUrl: [],
    };
    const entry = await submit(
      createCommand(values, { type: 'OTHERS', day: '2026-11-12', paise: 7500, remarks: 'Parking', bills: [] }, PERSON),
    );
    const router = await raise();
    await waitFor(async () => expect(await names()).toEqual(['Not sent yet', 'EXP5']));
    const [card] = await cards();
    expect(await within(card as HTMLElement).findByText('Waiting')).toBeInTheDocument();
    await firstTryOver();
    await user.click(within(card as HTMLElement).getByRole('button', { name: 'Edit' }));
    expect(await screen.findByLabelText('Remarks')).toHaveValue('Parking');
    await waitFor(() => expect(router.state.location.href).toContain(`edit=${entry.id}`));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('dialog', { name: 'Discard this claim?' });
    expect(await (await outbox()).list()).toHaveLength(1);
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await names()).toEqual(['EXP5']));
    expect(await (await outbox()).list()).toEqual([]);
  });

  it('LIST-11: what cannot be loaded says what failed, with Try again', async () => {
    await signInOffline({ ...PERSON, email: 'fresh-device@example.com' });
    await raise();
    expect(await screen.findByText(/This list could not be loaded/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('ACC-17: somebody else’s list says whose it is and needs the network; nothing of one’s own is in it', async () => {
    const user = userEvent.setup();
    await keep([aLocalExpense({ expenseId: 'EXP5' })]);
    await submit(
      createCommand(
        { ...emptyValues('2026-11-12'), localExpenseType: 'OTHERS', claimAmount: '10', remarks: 'Mine' },
        { type: 'OTHERS', day: '2026-11-12', paise: 1_000, remarks: 'Mine', bills: [] },
        { timeZone: PERSON.timeZone, email: PERSON.email },
      ),
    );
    const router = await raise('/raise-local/expense?findByEmail=stranger@example.com');
    expect(
      await screen.findByText(
        new RegExp(
          'You are looking at the list of stranger@example.com. ' +
            'It is read-only, is not kept on this device, and needs a connection.',
        ),
      ),
    ).toBeInTheDocument();
    expect(await screen.findByText(/Somebody else’s list needs a connection/)).toBeInTheDocument();
    expect(screen.queryByRole('listitem', { name: /^(EXP|Not sent)/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'File New Expense' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Back to my own list' }));
    await waitFor(async () => expect(await cards()).toHaveLength(2));
    expect(screen.getByRole('button', { name: 'File New Expense' })).toBeInTheDocument();
    expect(router.state.location.search).not.toHaveProperty('findByEmail');
  });

  it('ACC-17: one’s own address in the list’s own is one’s own list, whatever the case', async () => {
    await keep([aLocalExpense({ expenseId: 'EXP5' })]);
    await raise(`/raise-local/expense?findByEmail=${PERSON.email.toUpperCase()}`);
    expect(await cards()).toHaveLength(1);
    expect(screen.queryByText(/You are looking at/)).toBeNull();
  });
});
