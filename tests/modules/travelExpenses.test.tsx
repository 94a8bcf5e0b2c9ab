import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hashKey } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { exceptionalOptions } from '#modules/travelExpense/verify.ts';
import { online } from '#data/online.ts';
import { keepAnswer } from '#data/readCache.ts';
import { addDays, formatDay } from '#domain/dates.ts';
import { APPROVED, PENDING, REJECTED, aTravelExpense, aTripWithClaims } from '#tests/support/claims.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';
import { at, createButton, day, email, head, keep, open, today, yesterday } from './travelExpenseFixtures.tsx';

const old = addDays(today, -120);

describe('trips and the claims of their days, without network', () => {
  beforeEach(async () => {
    await signInOffline();
    await keep([]);
    await noDraft(`Raise Travel Expense/TRP0001/${yesterday}`);
  });

  it('TRV-5 TRV-7: a trip says where, when and how it stands, and unfolds into each of its days', async () => {
    const user = userEvent.setup();
    const claim = aTravelExpense({
      expenseId: 'EXP0042',
      expenseDate: at(yesterday),
      claimAmount: 1_234,
      remarks: 'Taxi to the client',
      managerApprovalStatus: APPROVED,
      managerApprovedAmount: 1_000,
      managerRemarks: 'Without the tip',
      financeApprovalStatus: 'FINANCE_APPROVED',
      financeApprovedAmount: 900,
      financeRemarks: 'Paid with the salary',
      paymentDate: at(today),
      paidAmount: 900,
      paymentReference: 'UTR77',
      billUrl: [1, 2].map((n) => ({
        fingerPrint: String(n).repeat(64),
        name: `${n}.jpg`,
        size: 1,
        type: 'image/jpeg',
        url: '',
      })),
    });
    await keep([aTripWithClaims(addDays(today, -2), addDays(today, 1), [claim])]);
    const router = await open();
    const card = await screen.findByRole('listitem', { name: 'TRP0001' });
    for (const text of [
      'Bengaluru → Mumbai',
      `${formatDay(addDays(today, -2))} to ${formatDay(addDays(today, 1))}`,
      'TRP0001',
      'Manager: Approved',
      'Admin: Approved',
      '1 claim',
    ])
      expect(within(card).getByText(text)).toBeInTheDocument();
    const button = await head();
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();

    button.focus();
    await user.keyboard('{Enter}');
    expect(await head()).toHaveAttribute('aria-expanded', 'true');
    expect(await screen.findAllByRole('button', { name: 'Create Travel Expense' })).toHaveLength(4);
    const section = within(await day(yesterday));
    for (const text of [
      'Conveyance',
      '₹1,234.00',
      'Taxi to the client',
      'Manager approved ₹1,000.00',
      'Finance approved ₹900.00',
      'Manager: Approved',
      'Finance: Approved',
      'Without the tip',
      'Paid with the salary',
      `Paid on ${formatDay(today)}, ₹900.00, UTR77`,
    ])
      expect(section.getByText(text)).toBeInTheDocument();
    for (const name of ['View bill 1', 'View bill 2', 'View EXP0042'])
      expect(section.getByRole('button', { name })).toBeInTheDocument();
    expect(section.queryByRole('button', { name: /^(Edit|Withdraw)/ })).toBeNull();
    expect(within(await day(today)).getByText('No claims for this day.')).toBeInTheDocument();

    expect(router.state.location.href).toContain('show=TRP0001');
    await user.click(await head());
    expect(await head()).toHaveAttribute('aria-expanded', 'false');
    expect(router.state.location.href).not.toContain('show=');
  });

  it('LIST-19: a trip with some claims left out shows neither number nor sum, but that there are more', async () => {
    await keep([
      {
        ...aTripWithClaims(addDays(today, -2), addDays(today, 1), [
          aTravelExpense({ expenseDate: at(yesterday), claimAmount: 1_234 }),
        ]),
        cut: true,
      },
    ]);
    await open();
    const card = await screen.findByRole('listitem', { name: 'TRP0001' });
    expect(within(card).getByText('There are more than are shown here.')).toBeInTheDocument();
    for (const text of ['1 claim', '₹1,234.00']) expect(within(card).queryByText(text)).toBeNull();
  });

  it('TRV-7: what is unfolded stands in the address; Back folds it, a dialog over it leaves it', async () => {
    const user = userEvent.setup();
    await keep([
      aTripWithClaims(yesterday, today, [aTravelExpense({ expenseId: 'EXP1', expenseDate: at(yesterday) })]),
      aTripWithClaims(yesterday, today, [], { tripId: 'TRP0002' }),
    ]);
    const router = await open('/raise-travel-expense?show=TRP0001|TRP0002');
    for (const id of ['TRP0001', 'TRP0002']) expect(await head(id)).toHaveAttribute('aria-expanded', 'true');
    await user.click(await screen.findByRole('button', { name: 'Edit EXP1' }));
    expect(await screen.findByRole('dialog', { name: 'View/Edit Travel Expense' })).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toHaveProperty('open', 'EXP1'));
    router.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await head('TRP0002')).toHaveAttribute('aria-expanded', 'true');
    await user.click(await head('TRP0001'));
    await user.click(await head('TRP0002'));
    await waitFor(async () => expect(await head('TRP0002')).toHaveAttribute('aria-expanded', 'false'));
    await user.click(await head('TRP0002'));
    await waitFor(() => expect(router.state.location.href).toContain('show=TRP0002'));
    router.history.back();
    await waitFor(async () => expect(await head('TRP0002')).toHaveAttribute('aria-expanded', 'false'));
  });

  it('TRV-6: copying the id says so', async () => {
    const user = userEvent.setup();
    await keep([aTripWithClaims(yesterday, today)]);
    await open();
    await user.click(await screen.findByRole('button', { name: 'Copy trip id' }));
    expect(await screen.findByText('TripId copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('TRP0001');
  });

  it('LIST-8: nothing there says so, and what to do next', async () => {
    await keep([aTripWithClaims(yesterday, today)]);
    await open('/raise-travel-expense?MANAGER_APPROVAL_STATUS=2');
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
    expect(screen.getByText(/Claims are raised on trips/)).toBeInTheDocument();
    expect(screen.getByText('Manager approval status: Rejected')).toBeInTheDocument();
    expect(screen.queryByText(/USER_EMAIL|employee@example.com/)).toBeNull();
  });

  it.each([
    [
      'TRV-1',
      { managerApprovalStatus: PENDING, adminApprovalStatus: 'ADMIN_PENDING' },
      yesterday,
      'Travel request is not approved by the manager!',
    ],
    [
      'TRV-1',
      { managerApprovalStatus: REJECTED, adminApprovalStatus: 'ADMIN_APPROVED' },
      old,
      'Travel request is not approved by the manager!',
    ],
    ['TRV-1', { adminApprovalStatus: 'ADMIN_PENDING' }, old, 'Travel request is not approved by the admin!'],
    ['TRV-2', {}, addDays(today, 1), 'Expense date cannot be in the future'],
  ] as const)('%s: a tap on a trip that is %j for %s is refused: %s', async (_rule, states, which, message) => {
    const user = userEvent.setup();
    await keep([aTripWithClaims(which, which, [], states)]);
    await open('/raise-travel-expense?show=TRP0001');
    await user.click(await createButton(which));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [null, false],
    [addDays(old, 1), false],
    [old, true],
    [addDays(old, -30), true],
  ])(
    'TRV-2 EXC-1 EXC-3: for a day of 120 days ago and the kept exceptional date %s the form opens: %s',
    async (exceptional, opens) => {
      const user = userEvent.setup();
      await keepAnswer(
        hashKey(exceptionalOptions(email).queryKey),
        { success: true, data: exceptional === null ? null : at(exceptional) },
        Date.now(),
      );
      await keep([aTripWithClaims(old, old)]);
      await open('/raise-travel-expense?show=TRP0001');
      await user.click(await createButton(old));
      if (opens) expect(await screen.findByRole('dialog', { name: 'Raise Travel Expense' })).toBeInTheDocument();
      else expect(await screen.findByText('Validity expired!')).toBeInTheDocument();
      expect(screen.queryByText(/does not know whether/)).toBeNull();
    },
  );

  it('EXC-3: a phone that never learned the exceptional date says so, and the server judges', async () => {
    const user = userEvent.setup();
    await signInOffline({ ...PERSON, email: 'first-time@example.com' });
    await keep([aTripWithClaims(old, old)]);
    await open('/raise-travel-expense?show=TRP0001');
    await user.click(await createButton(old));
    expect(await screen.findByRole('dialog', { name: 'Raise Travel Expense' })).toBeInTheDocument();
    expect(
      await screen.findByText(/does not know whether you may still claim for it; our server decides/),
    ).toBeInTheDocument();
  });

  it('TRV-6: when the question itself fails, that is said', async () => {
    const user = userEvent.setup();
    await signInOffline({ ...PERSON, email: 'another-time@example.com' });
    await keep([aTripWithClaims(old, old)]);
    await open('/raise-travel-expense?show=TRP0001');
    const button = await createButton(old);
    online.sawAnswer();
    globalThis.fetch = () =>
      Promise.resolve(
        Response.json({ success: false, code: 'INTERNAL', message: 'Something went wrong.' }, { status: 500 }),
      );
    await user.click(button);
    expect(await screen.findByText('An error occurred while verifying the expense conditions.')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('ACC-17: somebody else’s trips offer nothing to change', async () => {
    await keep([aTripWithClaims(yesterday, today, [aTravelExpense({ expenseDate: at(yesterday) })])]);
    await open('/raise-travel-expense?show=TRP0001&findByEmail=stranger@example.com');
    expect(await screen.findByText(/You are looking at the list of stranger@example.com/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create Travel Expense' })).toBeNull();
  });
});
