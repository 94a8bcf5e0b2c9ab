import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { TripForm } from '#modules/trip/TripForm.tsx';
import { EMPTY } from '#modules/trip/values.ts';
import { loadDraft, saveDraft } from '#data/drafts.ts';
import { keepRows } from '#data/readCache.ts';
import { addDays, formatDay } from '#domain/dates.ts';
import { tripEarliest } from '#domain/trip.ts';
import { show, signInOffline } from '#tests/support/screen.tsx';
import { noDraft } from '#tests/support/noDraft.ts';
import { aTrip } from '#tests/support/trips.ts';
import { today, start, end, at, entries, type User, field, type, choose, submit } from './tripFormFixtures.ts';

const DRAFT = 'Raise Travel Request/new';

/** The form's sentences in its order. */
const ALWAYS = [
  'Please enter Travel start date',
  'Please enter Travel End date',
  'Please select preferred time',
  'Please enter Travel type',
  'Please enter Trip type',
  'Please enter travel booked by',
  'Please enter reason for travel',
  'Please enter mode of Travel',
  'Please enter Travel to be done by',
  'Please enter Departure City',
  'Please enter Arrival City',
  'Please select accommodation',
];
const TRAVELLER = ['Please enter Traveller Name', 'Please enter Traveller DOB'];
const STAY = ['Please enter accommodation City', 'Please select Check-in date', 'Please select Check-out date'];

let closed = 0;
async function open(): Promise<User> {
  closed = 0;
  show(<TripForm onClose={() => (closed += 1)} />);
  await screen.findByRole('dialog', { name: 'Raise Travel Request' });
  return userEvent.setup();
}
async function city(user: User, name: string, text: string): Promise<void> {
  await type(user, name, text);
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${text}`) }));
}

async function fill(user: User): Promise<void> {
  await type(user, 'Travel start date', formatDay(start));
  await type(user, 'Travel end date', formatDay(end));
  await type(user, 'Preferred time', '0930');
  await choose(user, 'Travel type', 'Domestic');
  await choose(user, 'Trip type', 'Round trip');
  await choose(user, 'Booked by', 'Admin');
  await type(user, 'Reason for travel', 'Dealer meet');
  await choose(user, 'Mode of travel', 'Own car');
  await choose(user, 'Travel to be done by', 'Self');
  await city(user, 'Departure city', 'Bengaluru');
  await city(user, 'Arrival city', 'Chennai');
  await choose(user, 'Accommodation required', 'No');
}

describe('a new travel request', () => {
  beforeEach(async () => {
    await signInOffline();
    await noDraft(DRAFT);
    await keepRows('searchTrips', [], Date.now(), 'test');
  });

  it('TRIP-1: each missing field has its message, a toast, focus on the first one, nothing is stored', async () => {
    const user = await open();
    await submit(user);
    expect(await screen.findByText('Please check form errors!')).toBeInTheDocument();
    for (const message of ALWAYS) expect(screen.getByText(message)).toBeInTheDocument();
    for (const message of [...TRAVELLER, ...STAY]) expect(screen.queryByText(message)).toBeNull();
    await waitFor(() => expect(field('Travel start date')).toHaveFocus());
    expect(field('Departure city')).toHaveAccessibleDescription(/Please enter Departure City/);
    expect(await entries()).toEqual([]);
    expect(closed).toBe(0);
  });

  it('TRIP-2 TRIP-3: who travels and where to stay are asked only when they matter, and then required', async () => {
    const user = await open();
    for (const name of [
      'Traveller name',
      'Traveller DOB',
      'Accommodation city',
      'Check-in date',
      'Check-out date',
      'Preferred hotel',
      'Preferred location',
    ])
      expect(screen.queryByLabelText(name)).toBeNull();
    await choose(user, 'Travel to be done by', 'Client');
    await choose(user, 'Accommodation required', 'Yes');
    await submit(user);
    for (const message of [...TRAVELLER, ...STAY]) expect(await screen.findByText(message)).toBeInTheDocument();
    await type(user, 'Traveller DOB', formatDay(addDays(today, 1)));
    expect(await screen.findByText('Traveller DOB cannot be in the future')).toBeInTheDocument();
    await choose(user, 'Travel to be done by', 'Self');
    expect(screen.queryByLabelText('Traveller name')).toBeNull();
  });

  it('TRIP-1: of two wrong fields that upper one has the focus that came to the screen later', async () => {
    const user = await open();
    await fill(user);
    await choose(user, 'Travel to be done by', 'Candidate');
    await choose(user, 'Accommodation required', 'Yes');
    await submit(user);
    await waitFor(() => expect(field('Traveller name')).toHaveFocus());
  });

  it('TRIP-4 TRIP-3: dates out of bounds are refused, and the form says the bounds beside them', async () => {
    const user = await open();
    const earliest = tripEarliest(today);
    expect(field('Travel start date')).toHaveAccessibleDescription(new RegExp(formatDay(earliest)));
    await type(user, 'Travel start date', formatDay(addDays(earliest, -1)));
    await user.tab();
    expect(await screen.findByText(`Travel start date cannot be before ${formatDay(earliest)}`)).toBeInTheDocument();
    await type(user, 'Travel start date', formatDay(start));
    await type(user, 'Travel end date', formatDay(addDays(start, -1)));
    await user.tab();
    expect(await screen.findByText('Travel End date cannot be before Travel start date')).toBeInTheDocument();
    await type(user, 'Travel end date', formatDay(end));
    await choose(user, 'Accommodation required', 'Yes');
    await type(user, 'Check-in date', formatDay(addDays(start, -1)));
    await type(user, 'Check-out date', formatDay(start));
    await user.tab();
    expect(await screen.findByText('Check-in date must be within the trip')).toBeInTheDocument();
    await type(user, 'Check-in date', formatDay(end));
    expect(await screen.findByText('Check-out date cannot be before Check-in date')).toBeInTheDocument();
    expect(field('Check-out date')).toHaveAccessibleDescription(/Not before the check-in date/);
  });

  it('TRIP-4: days that cannot be chosen are disabled in the calendar', async () => {
    const user = await open();
    await type(user, 'Travel start date', formatDay(start));
    await user.click(screen.getByRole('button', { name: 'Open calendar of Travel end date' }));
    // It opens on the month of the trip's start, and not on that of the last day there is.
    const named = (day: string): string =>
      new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        Date.parse(day),
      );
    expect(await screen.findByRole('button', { name: named(start) })).toBeEnabled();
    const before = addDays(start, -1);
    if (before.slice(0, 7) === start.slice(0, 7))
      expect(screen.getByRole('button', { name: named(before) })).toBeDisabled();
    else expect(screen.getByRole('button', { name: 'Previous month' })).toBeDisabled();
  });

  it('TRIP-5: the total of travel days follows the dates and cannot be typed', async () => {
    const user = await open();
    expect(field('Total travel days')).toHaveValue('');
    expect(field('Total travel days')).toHaveAttribute('readonly');
    await type(user, 'Travel start date', formatDay(start));
    await type(user, 'Travel end date', formatDay(end));
    expect(field('Total travel days')).toHaveValue('3');
  });

  it('TRIP-12: the time is typed or picked, and goes as milliseconds since midnight', async () => {
    const user = await open();
    await type(user, 'Preferred time', '9:5');
    await user.tab();
    expect(await screen.findByText('Please select preferred time')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Open times of Preferred time' }));
    await user.click(await screen.findByRole('button', { name: '18 hours' }));
    await user.click(screen.getByRole('button', { name: '45 minutes' }));
    expect(field('Preferred time')).toHaveValue('18:45');
    expect(field('Preferred time')).toHaveFocus();
    await fill(user);
    await type(user, 'Preferred time', '6.15 pm');
    await submit(user);
    await waitFor(() => expect(closed).toBe(1));
    expect(await entries()).toMatchObject([{ body: { preferredTime: 65_700_000 } }]);
  });

  it('OB-1 TRIP-11: is stored before the form closes, without hidden fields, and its draft goes with it', async () => {
    const user = await open();
    await fill(user);
    await choose(user, 'Travel to be done by', 'Client');
    await type(user, 'Traveller name', 'Somebody Else');
    await choose(user, 'Travel to be done by', 'Self');
    await waitFor(async () => expect(await loadDraft(DRAFT)).not.toBeNull());
    await submit(user);
    await waitFor(() => expect(closed).toBe(1));
    const [entry] = await entries();
    expect(entry).toMatchObject({
      endpoint: 'createTrip',
      record: { kind: 'trip' },
      face: { title: 'Bengaluru → Chennai', day: start, success: 'Create Trip Successfully.' },
    });
    expect(entry?.body).toEqual({
      startDate: at(start),
      endDate: at(end),
      preferredTime: 34_200_000,
      travelType: 'DOMESTIC',
      tripType: 'ROUND_TRIP',
      travelBookedBy: 'ADMIN',
      reasonForTravel: 'Dealer meet',
      modeOfTravel: 'OWN_CAR',
      travelToBeDoneBy: 'SELF',
      departureCity: 'Bengaluru',
      arrivalCity: 'Chennai',
      isAccommodationRequired: false,
    });
    expect(await loadDraft(DRAFT)).toBeNull();
    expect(
      await screen.findByText(
        'Saved on this device. It will be sent when you are online. Keep this page open until it is sent.',
      ),
    ).toBeInTheDocument();
  });

  it('TRIP-3: the place and the days of the trip are taken over with one tap', async () => {
    const user = await open();
    await fill(user);
    await choose(user, 'Accommodation required', 'Yes');
    await user.click(screen.getByRole('button', { name: 'Stay in Chennai for the whole trip' }));
    expect(field('Accommodation city')).toHaveValue('Chennai');
    expect(field('Check-in date')).toHaveValue(formatDay(start));
    expect(field('Check-out date')).toHaveValue(formatDay(end));
    await type(user, 'Preferred hotel', 'Trident');
    await submit(user);
    await waitFor(() => expect(closed).toBe(1));
    expect(await entries()).toMatchObject([
      {
        body: {
          isAccommodationRequired: true,
          accommodationCity: 'Chennai',
          checkInDate: at(start),
          checkOutDate: at(end),
          preferredHotel: 'Trident',
        },
      },
    ]);
  });

  it('TRIP-10: the same city twice and days of another trip are warned of, and can be asked for', async () => {
    const other = aTrip({
      tripId: 'TRPX',
      startDate: at(end),
      endDate: at(addDays(end, 3)),
      departureCity: 'Pune',
      arrivalCity: 'Goa',
    });
    await keepRows(
      'searchTrips',
      [other, aTrip({ tripId: 'TRPY', userEmail: 'somebody@example.com', startDate: at(start) })],
      Date.now(),
      'test',
    );
    const user = await open();
    await fill(user);
    expect(
      await screen.findByText(/These days overlap with Pune → Goa \(TRPX\)\. You can ask for it all the same/),
    ).toBeInTheDocument();
    expect(screen.queryByText(/TRPY/)).toBeNull();
    await city(user, 'Arrival city', 'Bengaluru');
    expect(await screen.findByText(/Departure and arrival are the same city/)).toBeInTheDocument();
    await submit(user);
    await waitFor(() => expect(closed).toBe(1));
    expect(await entries()).toHaveLength(1);
  });

  it('DR-1: comes back as it was left, and can be started afresh', async () => {
    const user = await open();
    await fill(user);
    await waitFor(async () =>
      expect(await loadDraft(DRAFT)).toMatchObject({ value: { isAccommodationRequired: 'NO' } }),
    );
    cleanup();
    const again = await open();
    expect(await screen.findByRole('button', { name: 'Continue where you left off' })).toBeInTheDocument();
    expect(field('Departure city')).toHaveValue('Bengaluru');
    expect(field('Preferred time')).toHaveValue('09:30');
    await again.click(screen.getByRole('button', { name: 'Start afresh' }));
    expect(field('Reason for travel')).toHaveValue('');
    await waitFor(async () => expect(await loadDraft(DRAFT)).toBeNull());
  });

  it('DR-1: comes back from a draft of a build whose form had a field less and one more', async () => {
    const { preferredLocation: _later, ...before } = { ...EMPTY, reasonForTravel: 'Audit', meal: 'Jain' };
    await saveDraft(DRAFT, before, []);
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'Continue where you left off' }));
    expect(field('Reason for travel')).toHaveValue('Audit');
  });
});
