import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hashKey } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommand } from '#modules/travelExpense/command.ts';
import { exceptionalOptions } from '#modules/travelExpense/verify.ts';
import type { TravelExpense, TripWithClaims } from '#contract/expense.ts';
import { removeDraft } from '#data/drafts.ts';
import { online } from '#data/online.ts';
import { outbox } from '#data/entries.ts';
import { keepAnswer, keepRows } from '#data/readCache.ts';
import { submit } from '#data/submit.ts';
import { addDays, dayOf, formatDay, millisOfDay } from '#domain/dates.ts';
import { RaiseTravelExpense } from '#modules/travelExpense/screens/RaiseTravelExpense.tsx';
import { TRAVEL_EXPENSE_FILTERS } from '#modules/claims/filters.ts';
import { listSearch } from '#list/search.ts';
import { APPROVED, PENDING, REJECTED, aTravelExpense, aTripWithClaims } from '#tests/support/claims.ts';
import { PERSON, showAt, signInOffline } from '#tests/support/screen.tsx';

const { timeZone, email } = PERSON;
const today = dayOf(Date.now(), timeZone);
const yesterday = addDays(today, -1);
const old = addDays(today, -120);
const at = (day: string): number => millisOfDay(day, timeZone);

const keep = (trips: TripWithClaims[]) => keepRows('searchTravelTrips', trips, Date.now(), 'test');
const open = (address = '/raise-travel-expense') =>
  showAt(address, RaiseTravelExpense, listSearch(TRAVEL_EXPENSE_FILTERS));
const head = (id = 'TRP0001') => screen.findByRole('button', { name: new RegExp(`^${id}, `) });
const day = async (which: string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { level: 2, name: new RegExp(formatDay(which)) })).closest(
    'section',
  ) as HTMLElement;
const createButton = async (which: string) =>
  within(await day(which)).getByRole('button', { name: 'Create Travel Expense' });
const entries = async () => (await outbox()).list();

/** A claim of yesterday that waits in the outbox. */
const waiting = (amount = 75, type: TravelExpense['travelExpenseType'] = 'OTHER') =>
  submit(
    createCommand(
      { expenseDate: yesterday, travelExpenseType: type, claimAmount: String(amount), remarks: 'Parking', billUrl: [] },
      { type, day: yesterday, paise: amount * 100, remarks: 'Parking', bills: [] },
      { tripId: 'TRP0001', timeZone, email },
    ),
  );

describe('trips and the claims of their days, without network', () => {
  beforeEach(async () => {
    await signInOffline();
    await keep([]);
    await removeDraft(`Raise Travel Expense/TRP0001/${yesterday}`);
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

  it('TRV-3 FOOD-1 LOC-15: the form says what is wrong in its order, with the day fixed', async () => {
    const user = userEvent.setup();
    await keep([aTripWithClaims(yesterday, today)]);
    const router = await open('/raise-travel-expense?show=TRP0001');
    await user.click(await createButton(yesterday));
    const dialog = within(await screen.findByRole('dialog', { name: 'Raise Travel Expense' }));
    expect(router.state.location.href).toContain(`for=TRP0001/${yesterday}`);
    expect(dialog.getByLabelText('Expense date')).toHaveValue(formatDay(yesterday));
    expect(dialog.getByLabelText('Expense date')).toHaveAttribute('readonly');
    expect(dialog.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
      'CONVEYANCE',
      'FOOD',
      'ACCOMMODATION',
      'OTHER',
    ]);
    for (const label of ['Conveyance', 'Food', 'Accommodation', 'Other'])
      expect(dialog.getByLabelText(label)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Please check form errors!')).toBeInTheDocument();
    for (const message of [
      'Please select expense type',
      'Please enter claim amount',
      'Please enter reason for travel',
      'Please upload bills',
    ])
      expect(dialog.getByText(message)).toBeInTheDocument();
    expect(dialog.getByLabelText('Conveyance')).toHaveFocus();
    expect(dialog.queryByText(/Max food expense amount/)).toBeNull();
    await user.click(dialog.getByLabelText('Food'));
    expect(dialog.getByText('*Max food expense amount 750')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Claim amount'), '751');
    await user.tab();
    expect(await dialog.findByText('Food claim amount is more then 750')).toBeInTheDocument();
    await user.click(dialog.getByLabelText('Other'));
    await waitFor(() => expect(dialog.queryByText('Food claim amount is more then 750')).toBeNull());
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await head()).toHaveAttribute('aria-expanded', 'true');
  });

  it('OB-1 DOC-12 TRV-6: a claim with two bills waits on its day; the server’s word for it comes later', async () => {
    const user = userEvent.setup();
    await keep([aTripWithClaims(yesterday, today)]);
    await open('/raise-travel-expense?show=TRP0001');
    await user.click(await createButton(yesterday));
    const dialog = within(await screen.findByRole('dialog', { name: 'Raise Travel Expense' }));
    await user.click(dialog.getByLabelText('Accommodation'));
    await user.type(dialog.getByLabelText('Claim amount'), '2500');
    await user.type(dialog.getByLabelText('Remarks'), 'One night');
    const photo = (mark: number): File =>
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, mark])], `${mark}.jpg`, { type: 'image/jpeg' });
    await user.upload(dialog.getByLabelText('Bills'), [photo(1), photo(2)]);
    await waitFor(() => expect(dialog.getAllByText(/ready/)).toHaveLength(2));
    await user.click(dialog.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await entries()).toMatchObject([
      {
        endpoint: 'createTravelExpense',
        url: expect.stringContaining('id=TRP0001'),
        body: {
          expenseDate: at(yesterday),
          travelExpenseType: 'ACCOMMODATION',
          claimAmount: 2_500,
          remarks: 'One night',
        },
        bills: [{ name: '1.jpg' }, { name: '2.jpg' }],
        record: { kind: 'travelExpense', trip: 'TRP0001' },
        face: { title: 'Accommodation', success: 'Travel Expense submit successfully' },
      },
    ]);
    const section = within(await day(yesterday));
    expect(await section.findByText('Waiting')).toBeInTheDocument();
    expect(within(section.getByRole('listitem', { name: 'Not sent yet' })).getByText('₹2,500.00')).toBeInTheDocument();
    expect(section.getByRole('button', { name: 'View bill 2' })).toBeInTheDocument();
    expect(within(await day(today)).queryByText('Waiting')).toBeNull();
    expect(screen.getByText('1 waiting')).toBeInTheDocument();
  });

  it('OB-12 OB-13: what waits is changed on its day, and discarded after a question', async () => {
    const user = userEvent.setup();
    await keep([aTripWithClaims(yesterday, today)]);
    const entry = await waiting();
    const router = await open('/raise-travel-expense?show=TRP0001');
    const section = within(await day(yesterday));
    expect(await section.findByRole('button', { name: 'Try again' })).toBeEnabled();
    await user.click(section.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Raise Travel Expense' }));
    expect(router.state.location.href).toContain(`edit=${entry.id}`);
    expect(dialog.getByLabelText('Remarks')).toHaveValue('Parking');
    expect(dialog.getByLabelText('Expense date')).toHaveValue(formatDay(yesterday));
    await user.clear(dialog.getByLabelText('Claim amount'));
    await user.type(dialog.getByLabelText('Claim amount'), '80');
    await user.upload(
      dialog.getByLabelText('Bills'),
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'slip.jpg', { type: 'image/jpeg' }),
    );
    await dialog.findByText(/ready/);
    await user.click(dialog.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await section.findByText('₹80.00')).toBeInTheDocument();
    // It may have been sent: then its change follows it, as a change of whatever it makes, and never as a second claim.
    for (const each of await entries())
      expect(each.id === entry.id || (each.endpoint === 'updateTravelExpense' && each.record.from === entry.id)).toBe(
        true,
      );
    for (const each of [...(await entries())].reverse()) await (await outbox()).discard(each.id);
    await waitFor(() => expect(section.getByText('No claims for this day.')).toBeInTheDocument());
  });

  it('OB-12: a waiting claim is discarded after a question', async () => {
    const user = userEvent.setup();
    await keep([aTripWithClaims(yesterday, today)]);
    await waiting();
    await open('/raise-travel-expense?show=TRP0001');
    const section = within(await day(yesterday));
    await section.findByRole('button', { name: 'Try again' });
    await user.click(section.getByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('dialog', { name: 'Discard this claim?' });
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    expect(await section.findByText('No claims for this day.')).toBeInTheDocument();
    expect(await entries()).toEqual([]);
  });

  it('FOOD-2: the form notes what is left for food that day: waiting claims count, rejected ones do not', async () => {
    const user = userEvent.setup();
    const food = (more: Partial<TravelExpense>): TravelExpense =>
      aTravelExpense({ travelExpenseType: 'FOOD', expenseDate: at(yesterday), ...more });
    await keep([
      aTripWithClaims(yesterday, today, [
        food({ claimAmount: 200 }),
        food({ claimAmount: 300, managerApprovalStatus: 'MANAGER_REJECT' }),
        food({ claimAmount: 300, withdrawn: true }),
        food({ claimAmount: 90, expenseDate: at(today) }),
      ]),
      aTripWithClaims(yesterday, yesterday, [food({ claimAmount: 150 })], { tripId: 'TRP0002' }),
    ]);
    await waiting(100, 'FOOD');
    await open('/raise-travel-expense?show=TRP0001');
    await user.click(await createButton(yesterday));
    const dialog = within(await screen.findByRole('dialog', { name: 'Raise Travel Expense' }));
    expect(dialog.queryByText(/left for food/)).toBeNull();
    await user.click(dialog.getByLabelText('Food'));
    expect(
      await dialog.findByText(
        `₹300.00 is left for food on ${formatDay(yesterday)}: ₹450.00 is claimed already, as far as this device knows.`,
      ),
    ).toBeInTheDocument();
  });

  it('TRV-4 OB-10: until its manager decides, a claim is changed with its version, or withdrawn', async () => {
    const user = userEvent.setup();
    const bill = { fingerPrint: 'a'.repeat(64), name: 'old.pdf', size: 10, type: 'application/pdf', url: '/x' };
    const claim = aTravelExpense({ expenseId: 'EXP7', version: 4, expenseDate: at(yesterday), billUrl: [bill] });
    await keep([aTripWithClaims(yesterday, today, [claim])]);
    await open('/raise-travel-expense?show=TRP0001');
    await user.click(await screen.findByRole('button', { name: 'Edit EXP7' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'View/Edit Travel Expense' }));
    expect(dialog.getByRole('button', { name: 'Close' })).toBeInTheDocument();
    await user.clear(dialog.getByLabelText('Claim amount'));
    await user.type(dialog.getByLabelText('Claim amount'), '99.5');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [entry] = await entries();
    expect(entry).toMatchObject({
      endpoint: 'updateTravelExpense',
      ifMatch: 4,
      record: { id: 'EXP7', trip: 'TRP0001' },
      body: { claimAmount: 99.5, billUrl: [{ fingerPrint: bill.fingerPrint }] },
      bills: [],
    });
    expect(await within(await day(yesterday)).findByText('₹99.50')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Withdraw EXP7' })).toBeNull();
    await (await outbox()).discard(entry?.id ?? '');

    await user.click(await screen.findByRole('button', { name: 'Withdraw EXP7' }));
    const question = await screen.findByRole('dialog', { name: 'Withdraw this claim?' });
    expect(await entries()).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Withdraw' }));
    await waitFor(async () =>
      expect(await entries()).toMatchObject([
        { endpoint: 'withdrawTravelExpense', ifMatch: 4, record: { id: 'EXP7' } },
      ]),
    );
  });

  it('TRV-4: once decided a claim can be looked at, and closed', async () => {
    const user = userEvent.setup();
    await keep([
      aTripWithClaims(yesterday, today, [
        aTravelExpense({
          expenseId: 'EXP8',
          expenseDate: at(yesterday),
          managerApprovalStatus: APPROVED,
          managerApprovedAmount: 450,
        }),
      ]),
    ]);
    await open('/raise-travel-expense?show=TRP0001');
    await user.click(await screen.findByRole('button', { name: 'View EXP8' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'View/Edit Travel Expense' }));
    expect(dialog.getByLabelText('Claim amount')).toBeDisabled();
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Close' })).toBeInTheDocument();
  });

  it('ACC-17: somebody else’s trips offer nothing to change', async () => {
    await keep([aTripWithClaims(yesterday, today, [aTravelExpense({ expenseDate: at(yesterday) })])]);
    await open('/raise-travel-expense?show=TRP0001&findByEmail=stranger@example.com');
    expect(await screen.findByText(/You are looking at the list of stranger@example.com/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create Travel Expense' })).toBeNull();
  });
});
