import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { OpenTrip } from '#modules/trip/OpenTrip.tsx';
import { ADMIN_STATUSES } from '#contract/enums.ts';
import type { Trip } from '#contract/trip.ts';
import { addDays } from '#domain/dates.ts';
import { APPROVED } from '#tests/support/claims.ts';
import { show, signInOffline } from '#tests/support/screen.tsx';
import { aTrip } from '#tests/support/trips.ts';
import { today, start, end, at, entries, field, type, choose, submit } from './tripFormFixtures.ts';

const [, ADMIN_APPROVED] = ADMIN_STATUSES;

let closed = 0;

describe('a travel request that is there', () => {
  const row = (more: Partial<Trip> = {}) => aTrip({ startDate: at(start), endDate: at(end), version: 7, ...more });
  const openTrip = (trip: Trip) => {
    closed = 0;
    show(<OpenTrip row={trip} readOnly={false} onClose={() => (closed += 1)} />);
    return screen.findByRole('dialog', { name: 'View/Edit Travel Request' });
  };
  beforeEach(() => signInOffline());

  it('TRIP-6 TRIP-11: while the admin has not decided it is changed with the version it was made on', async () => {
    const user = userEvent.setup();
    const trip = row({
      managerApprovalStatus: APPROVED,
      isAccommodationRequired: true,
      accommodationCity: 'Chennai',
      checkInDate: at(start),
      checkOutDate: at(end),
    });
    const dialog = await openTrip(trip);
    expect(within(dialog).getByText(/has to be approved again/)).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Close' })).toBeInTheDocument();
    expect(field('Departure city')).toHaveValue('Bengaluru');
    await choose(user, 'Accommodation required', 'No');
    await type(user, 'Reason for travel', 'Another reason');
    await submit(user, 'Save');
    await waitFor(() => expect(closed).toBe(1));
    const [entry] = await entries();
    expect(entry).toMatchObject({
      endpoint: 'updateTrip',
      ifMatch: 7,
      record: { kind: 'trip', id: trip.tripId },
      body: { reasonForTravel: 'Another reason', isAccommodationRequired: false },
      face: { success: 'Information saved successfully.' },
    });
    expect(entry?.body).not.toHaveProperty('accommodationCity');
    expect(entry?.base).toMatchObject({ tripId: trip.tripId, accommodationCity: 'Chennai' });
  });

  it('TRIP-4: a start that has grown too old may stay', async () => {
    const user = userEvent.setup();
    await openTrip(row({ startDate: at(addDays(today, -200)), endDate: at(addDays(today, -199)) }));
    await submit(user, 'Save');
    await waitFor(() => expect(closed).toBe(1));
  });

  it('TRIP-6: once the admin has decided it can be looked at, and closed', async () => {
    const dialog = await openTrip(
      row({
        managerApprovalStatus: APPROVED,
        adminApprovalStatus: ADMIN_APPROVED,
        managerRemarks: 'Good',
        cancellationRemarks: 'Not needed',
      }),
    );
    for (const name of [
      'Travel start date',
      'Preferred time',
      'Departure city',
      'Remarks',
      'Manager remarks',
      'Cancellation remarks',
    ])
      expect(within(dialog).getByLabelText(name)).toBeDisabled();
    expect(within(dialog).getByLabelText('Manager remarks')).toHaveValue('Good');
    expect(within(dialog).getByLabelText('Preferred time')).toHaveValue('09:30');
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Close' })).toBeInTheDocument();
  });
});
