import { hashKey } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommand } from '#modules/trip/command.ts';
import { outbox } from '#data/entries.ts';
import { keepAnswer } from '#data/readCache.ts';
import { submit } from '#data/submit.ts';
import { addDays, dayOf, formatDay } from '#domain/dates.ts';
import type { TripInput } from '#domain/tripFields.ts';
import { APPROVED, REJECTED } from '#tests/support/claims.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';
import { answerChanges } from '#tests/support/sentHeaders.ts';
import { aTrip } from '#tests/support/trips.ts';
import {
  PATH,
  timeZone,
  ADMIN_APPROVED,
  CANCELLING,
  keep,
  raise,
  names,
  first,
  button,
} from './travelRequestFixtures.ts';

const today = dayOf(Date.now(), timeZone);
const entries = async () => (await outbox()).list();
/** Sending is tried once at once, and nothing can be done meanwhile. */
const firstTryOver = async (): Promise<void> => {
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
};

const INPUT: TripInput = {
  startDate: addDays(today, 10),
  endDate: addDays(today, 12),
  preferredTime: 34_200_000,
  travelType: 'DOMESTIC',
  tripType: 'ROUND_TRIP',
  travelBookedBy: 'ADMIN',
  reasonForTravel: 'Dealer meet',
  modeOfTravel: 'TRAIN',
  travelToBeDoneBy: 'SELF',
  departureCity: 'Bengaluru',
  arrivalCity: 'Chennai',
  traveller: null,
  travellerDOB: null,
  isAccommodationRequired: false,
  accommodationCity: null,
  checkInDate: null,
  checkOutDate: null,
  preferredHotel: null,
  preferredLocation: null,
  remarks: null,
};
const waiting = () => submit(createCommand(INPUT, PERSON));

describe('one’s own travel requests, without network', () => {
  beforeEach(async () => {
    await signInOffline();
    await keep([]);
  });

  it('OB-12: a waiting request is the first card; it is changed and discarded where it stands', async () => {
    const user = userEvent.setup();
    await keep([aTrip({ tripId: 'TRP5' })]);
    const entry = await waiting();
    const router = await raise();
    await waitFor(async () => expect(await names()).toEqual(['Not sent yet', 'TRP5']));
    const card = await first();
    for (const text of [
      'Waiting',
      'Bengaluru → Chennai',
      '3 days',
      `${formatDay(INPUT.startDate)} to ${formatDay(INPUT.endDate)}`,
    ])
      expect(await within(card).findByText(text)).toBeInTheDocument();
    await firstTryOver();
    await user.click(within(card).getByRole('button', { name: 'Edit' }));
    expect(await screen.findByLabelText('Reason for travel')).toHaveValue('Dealer meet');
    await waitFor(() => expect(router.state.location.href).toContain(`edit=${entry.id}`));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(within(await first()).getByRole('button', { name: 'Discard' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Discard this travel request?' })).getByRole('button', {
        name: 'Discard',
      }),
    );
    await waitFor(async () => expect(await names()).toEqual(['TRP5']));
    expect(await entries()).toEqual([]);
  });

  it('OB-13 OB-8: a request that may be on its way is changed by a follow-up, and cancelled after it', async () => {
    const user = userEvent.setup();
    await keep([aTrip()]);
    const entry = await waiting();
    await raise();
    await firstTryOver();
    await user.click(within(await first()).getByRole('button', { name: 'Edit' }));
    const reason = await screen.findByLabelText('Reason for travel');
    await user.clear(reason);
    await user.click(reason);
    await user.paste('Plant visit');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [, change] = await entries();
    expect(change).toMatchObject({
      endpoint: 'updateTrip',
      record: { kind: 'trip', from: entry.id },
      body: { reasonForTravel: 'Plant visit' },
    });
    expect(change?.url).toContain('update-fields?id=%7Bid%7D');

    await user.click(within(await first()).getByRole('button', { name: /^Cancel Request/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Request' });
    await user.click(within(dialog).getByLabelText('Cancellation remarks'));
    await user.paste('Called off');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const cancel = (await entries()).at(-1);
    expect(cancel).toMatchObject({
      endpoint: 'cancelTrip',
      record: { kind: 'trip', from: entry.id },
      after: change?.id,
      body: { cancellationRemarks: 'Called off' },
    });
    expect(cancel?.url).toContain('cancel?tripId=%7Bid%7D');
    const card = await first();
    for (const text of ['Cancellation: Approved', 'Called off', 'Waiting'])
      expect(within(card).getByText(text)).toBeInTheDocument();
    expect(button(card, /^Cancel Request/)).toBeNull();
  });

  it('TRIP-7 TRIP-11 OB-10: a cancellation has remark and version; waiting, it is changed or taken back', async () => {
    const user = userEvent.setup();
    await keep([aTrip({ tripId: 'TRP1', managerApprovalStatus: APPROVED, version: 4 })]);
    await raise();
    await user.click(await screen.findByRole('button', { name: 'Cancel Request TRP1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Request' });
    for (const fact of ['TRP1', 'Bengaluru → Chennai', 'Cancellation: Not initiated', 'Dealer meet'])
      expect(within(dialog).getByText(fact)).toBeInTheDocument();
    await user.type(within(dialog).getByLabelText('Cancellation remarks'), 'Not needed');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await entries()).toMatchObject([
      {
        endpoint: 'cancelTrip',
        ifMatch: 4,
        record: { kind: 'trip', id: 'TRP1' },
        body: { cancellationRemarks: 'Not needed' },
        face: { success: 'Cancellation initiated successfully.' },
      },
    ]);
    const card = await first();
    expect(await within(card).findByText('Cancellation: Pending')).toBeInTheDocument();
    expect(
      await screen.findByText(
        'Saved on this device. It will be sent when you are online. Keep this page open until it is sent.',
      ),
    ).toBeInTheDocument();
    await firstTryOver();
    await user.click(within(await first()).getByRole('button', { name: 'Edit' }));
    expect(await screen.findByLabelText('Cancellation remarks')).toHaveValue('Not needed');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Discard this change?' })).getByRole('button', {
        name: 'Discard',
      }),
    );
    await waitFor(() => expect(screen.queryByText('Cancellation: Pending')).toBeNull());
  });

  it.each([
    ['the cancellation was asked for', { cancellationStatus: CANCELLING }, 'Cancellation was already asked for.'],
    ['the manager has rejected it', { managerApprovalStatus: REJECTED }, /The manager has rejected this trip/],
  ] as const)('TRIP-7: when %s there is nothing but a way out', async (_, state, reason) => {
    await keep([aTrip({ tripId: 'TRP1', ...state })]);
    await raise(`${PATH}?open=TRP1&action=cancel`);
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Request' });
    expect(within(dialog).getByText(reason)).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Cancellation remarks')).toBeDisabled();
    expect(button(dialog, 'Update')).toBeNull();
    expect(button(dialog, 'Close')).toBeInTheDocument();
  });

  it('TRIP-7: a trip with expenses cannot be cancelled', async () => {
    await keep([aTrip({ tripId: 'TRP1', managerApprovalStatus: APPROVED, adminApprovalStatus: ADMIN_APPROVED })]);
    await keepAnswer(
      hashKey(['tripExpenseIds', PERSON.email, { query: { tripId: 'TRP1' } }]),
      { success: true, data: { '1': ['EXP1'] } },
      Date.now(),
    );
    await raise(`${PATH}?open=TRP1&action=cancel`);
    expect(await screen.findByText('This trip has expenses and cannot be cancelled.')).toBeInTheDocument();
    expect(button(screen.getByRole('dialog', { name: 'Cancel Request' }), 'Update')).toBeNull();
  });

  it('TRIP-9: a migration asks for the code, needs a network and says so, and keeps what was typed', async () => {
    const user = userEvent.setup();
    await keep([aTrip({ tripId: 'TRP1', travelToBeDoneBy: 'CANDIDATE', traveller: 'Kiran Rao' })]);
    await raise(`${PATH}?open=TRP1&action=migrate`);
    const dialog = await screen.findByRole('dialog', { name: 'Update Candidate Information' });
    expect(within(dialog).getByText(/This needs a connection/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    expect(await within(dialog).findByText('Please enter Candidate Emp Code')).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Candidate employee code')).toHaveFocus();
    await user.type(within(dialog).getByLabelText('Candidate employee code'), 'KH1009');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    expect(await within(dialog).findByText(/What you typed is kept/)).toBeInTheDocument();
    expect(await entries()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Candidate Migration TRP1' }));
    await waitFor(() => expect(screen.getByLabelText('Candidate employee code')).toHaveValue('KH1009'));
  });
});

describe('a migration whose answer is lost', () => {
  it('OB-3: is sent again under its key, on the version that was seen; another one has a key of its own', async () => {
    const user = userEvent.setup();
    await signInOffline();
    await keep([aTrip({ tripId: 'TRP7', version: 4, travelToBeDoneBy: 'CANDIDATE', traveller: 'Kiran Rao' })]);
    await raise(`${PATH}?open=TRP7&action=migrate`);
    const dialog = await screen.findByRole('dialog', { name: 'Update Candidate Information' });
    const field = within(dialog).getByLabelText('Candidate employee code');
    const update = within(dialog).getByRole('button', { name: 'Update' });
    const sent = answerChanges([null, { success: true, data: [] }, { success: true, data: [] }]);
    await user.clear(field);
    await user.type(field, 'KH1009');
    await user.click(update);
    expect(await within(dialog).findByText(/What you typed is kept/)).toBeInTheDocument();
    await user.click(update);
    await waitFor(() => expect(sent).toHaveLength(2));
    await waitFor(() => expect(update).toBeEnabled());
    await user.click(update);
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent.map(({ ifMatch }) => ifMatch)).toEqual(['"4"', '"4"', '"4"']);
    const [first, again, other] = sent.map(({ key }) => key);
    expect(first).toMatch(/^[\w-]{16,}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});
