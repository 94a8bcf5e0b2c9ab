import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommand } from '#modules/travelExpense/command.ts';
import type { TravelExpense } from '#contract/expense.ts';
import { outbox } from '#data/entries.ts';
import { submit } from '#data/submit.ts';
import { formatDay } from '#domain/dates.ts';
import { APPROVED, aTravelExpense, aTripWithClaims } from '#tests/support/claims.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { signInOffline } from '#tests/support/screen.tsx';
import {
  at,
  createButton,
  day,
  email,
  head,
  keep,
  open,
  timeZone,
  today,
  yesterday,
} from './travelExpenseFixtures.tsx';

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
    await noDraft(`Raise Travel Expense/TRP0001/${yesterday}`);
  });

  it('TRV-3 FOOD-1 LOC-15: the form says what is wrong in its order, with the day fixed', async () => {
    const user = userEvent.setup();
    await keep([aTripWithClaims(yesterday, today)]);
    const router = await open('/raise-travel-expense?show=TRP0001');
    await user.click(await createButton(yesterday));
    const dialog = within(await screen.findByRole('dialog', { name: 'Raise Travel Expense' }));
    await waitFor(() => expect(router.state.location.href).toContain(`for=TRP0001/${yesterday}`));
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
    await waitFor(() => expect(router.state.location.href).toContain(`edit=${entry.id}`));
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
    for (const each of [...(await entries())].reverse()) await waitFor(async () => (await outbox()).discard(each.id));
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
    // Not in the very moment of an attempt.
    await waitFor(async () => (await outbox()).discard(entry?.id ?? ''));

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
});
