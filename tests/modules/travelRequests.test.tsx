import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { tripKind } from '#modules/trip/kind.ts';
import { millisOfDay } from '#domain/dates.ts';
import { formAddress, isDecision, sentId } from '#modules/outbox/entryTexts.ts';
import { compareVersions } from '#modules/claims/versions.ts';
import { APPROVED, REJECTED } from '#tests/support/claims.ts';
import { anEntry } from '#tests/support/entries.ts';
import { signInOffline } from '#tests/support/screen.tsx';
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

const at = (day: string): number => millisOfDay(day, timeZone);

describe('one’s own travel requests, without network', () => {
  beforeEach(async () => {
    await signInOffline();
    await keep([]);
  });

  it('TRIP-14: a card says where, when, how long and what was decided; tickets are numbered', async () => {
    const ticket = (n: number) => ({
      fingerPrint: String(n).repeat(64),
      name: `${n}.pdf`,
      size: 1,
      type: 'application/pdf',
      url: '',
    });
    await keep([
      aTrip({
        tripId: 'TRP7',
        startDate: at('2026-11-12'),
        endDate: at('2026-11-14'),
        isAccommodationRequired: true,
        managerApprovalStatus: REJECTED,
        managerRemarks: 'Too far',
        ticketUrl: [ticket(1), ticket(2)],
      }),
    ]);
    await raise();
    const card = await first();
    for (const text of [
      'Bengaluru → Chennai',
      '3 days',
      '12-11-2026 to 14-11-2026',
      'TRP7',
      'Accommodation required: Yes',
      'Manager: Rejected',
      'Admin: Pending',
      'Too far',
    ])
      expect(within(card).getByText(text)).toBeInTheDocument();
    expect(
      button(card, /^TRP7, Bengaluru to Chennai, 12-11-2026 to 14-11-2026, Manager: Rejected, Admin: Pending/),
    ).toBeInTheDocument();
    for (const name of ['View ticket 1', 'View ticket 2', 'Copy trip id', /^Cancel Request/, /^Edit/])
      expect(button(card, name)).toBeInTheDocument();
    expect(button(card, /Candidate Migration/)).toBeNull();
    expect(within(card).queryByText(/^Cancellation:/)).toBeNull();
    expect(screen.getByText('From this device: may be incomplete')).toBeInTheDocument();
  });

  it('TRIP-14: a cancellation stands on the card; who travels is named, and a candidate can be migrated', async () => {
    await keep([
      aTrip({
        travelToBeDoneBy: 'CANDIDATE',
        traveller: 'Kiran Rao',
        managerApprovalStatus: APPROVED,
        cancellationStatus: CANCELLING,
        cancellationRemarks: 'Not needed',
      }),
    ]);
    await raise();
    const card = await first();
    for (const text of ['Cancellation: Pending', 'Not needed', 'For Kiran Rao'])
      expect(within(card).getByText(text)).toBeInTheDocument();
    expect(button(card, /^Candidate Migration/)).toBeInTheDocument();
  });

  it('TRIP-11: copying the id says so', async () => {
    const user = userEvent.setup();
    await keep([aTrip({ tripId: 'TRP9' })]);
    await raise();
    await user.click(await screen.findByRole('button', { name: 'Copy trip id' }));
    expect(await screen.findByText('Trip-Id copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('TRP9');
  });

  it('TRIP-15 LIST-4: four filters select on the device as on the server, and stand as chips', async () => {
    const [goa, pune] = [
      aTrip({ arrivalCity: 'Goa', managerApprovalStatus: APPROVED }),
      aTrip({ arrivalCity: 'Pune', managerApprovalStatus: APPROVED, adminApprovalStatus: ADMIN_APPROVED }),
    ];
    await keep([goa, pune, aTrip({ arrivalCity: 'Goa', startDate: at('2020-01-01') })]);
    await raise(
      `${PATH}?MANAGER_APPROVAL_STATUS=0&ADMIN_APPROVAL_STATUS=1&DESTINATION=goa|delhi&DATE_RANGE=2026-01-01|`,
    );
    expect(await names()).toEqual([goa.tripId]);
    for (const chip of [
      'Manager approval status: Approved',
      'Admin approval status: Pending',
      'Destination: goa, delhi',
      'Travel start date: from 01-01-2026',
    ])
      expect(screen.getByText(chip)).toBeInTheDocument();
  });

  it('LIST-8: nothing found says so, and what to do', async () => {
    await keep([aTrip()]);
    await raise(`${PATH}?MANAGER_APPROVAL_STATUS=2`);
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
    expect(screen.getByText(/Create Trip/, { selector: 'p' })).toBeInTheDocument();
  });

  it('TRIP-16: each dialog has its address, and Back closes it', async () => {
    const user = userEvent.setup();
    await keep([aTrip({ tripId: 'TRP1', travelToBeDoneBy: 'CANDIDATE', traveller: 'Kiran Rao' })]);
    const router = await raise();
    for (const [name, title, address] of [
      ['Create Trip', 'Raise Travel Request', 'new=1'],
      ['Edit TRP1', 'View/Edit Travel Request', 'open=TRP1'],
      ['Cancel Request TRP1', 'Cancel Request', 'open=TRP1&action=cancel'],
      ['Candidate Migration TRP1', 'Update Candidate Information', 'open=TRP1&action=migrate'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name }));
      expect(await screen.findByRole('dialog', { name: title })).toBeInTheDocument();
      await waitFor(() => expect(router.state.location.href).toContain(address));
      router.history.back();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });
});

describe('travel requests in the outbox', () => {
  it('TRIP-16: open again in their own dialogs', () => {
    for (const endpoint of ['createTrip', 'updateTrip', 'cancelTrip'] as const) {
      const entry = anEntry({ id: 'k1', endpoint, record: { kind: 'trip' } });
      expect(formAddress(entry)).toBe(`${PATH}?edit=k1`);
      expect(isDecision(entry)).toBe(false);
    }
    expect(sentId(anEntry({ answer: { success: true, data: aTrip({ tripId: 'TRP3' }) } }))).toBe('TRP3');
  });

  it('OB-10: both versions of a trip are shown in the form’s words; what was left out is empty in one’s own', () => {
    const base = aTrip({
      startDate: at('2026-11-12'),
      endDate: at('2026-11-14'),
      isAccommodationRequired: true,
      accommodationCity: 'Chennai',
      checkInDate: at('2026-11-12'),
      checkOutDate: at('2026-11-14'),
    });
    const {
      tripId,
      startDate,
      endDate,
      preferredTime,
      tripType,
      travelType,
      travelToBeDoneBy,
      travelBookedBy,
      departureCity,
      arrivalCity,
    } = base;
    const body = {
      startDate,
      endDate,
      preferredTime,
      tripType,
      travelType,
      travelToBeDoneBy,
      travelBookedBy,
      departureCity,
      arrivalCity,
      reasonForTravel: 'Mine',
      modeOfTravel: 'OWN_CAR',
      isAccommodationRequired: false,
    };
    const current = { ...base, version: 2, managerApprovalStatus: APPROVED };
    const fields = compareVersions(
      anEntry({ endpoint: 'updateTrip', record: { kind: 'trip', id: tripId }, base, body }),
      current,
      timeZone,
    );
    const differing = fields.filter(({ mine, theirs }) => mine !== theirs);
    expect(differing).toEqual([
      { label: 'Reason for travel', mine: 'Mine', theirs: 'Dealer meet' },
      { label: 'Mode of travel', mine: 'Own car', theirs: 'Train' },
      { label: 'Accommodation required', mine: 'No', theirs: 'Yes' },
      { label: 'Accommodation city', mine: '', theirs: 'Chennai' },
      { label: 'Check-in date', mine: '', theirs: '12-11-2026' },
      { label: 'Check-out date', mine: '', theirs: '14-11-2026' },
      { label: 'Manager', mine: 'Pending', theirs: 'Approved' },
    ]);
    expect(fields).toContainEqual({ label: 'Preferred time', mine: '09:30', theirs: '09:30' });
  });

  it('an entry that cannot be read as a trip leaves the row as it was', () => {
    const row = aTrip();
    expect(tripKind.editedRow(row, anEntry({ endpoint: 'updateTrip', body: { startDate: 'soon' } }))).toEqual(row);
  });
});
