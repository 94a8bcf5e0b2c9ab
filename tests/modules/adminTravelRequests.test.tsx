import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { searchTrips } from '#contract/calls/trips.ts';
import type { Trip } from '#contract/trip.ts';
import { prefetchedLists } from '#app/prefetchedLists.ts';
import { addDays } from '#domain/dates.ts';
import { adminTravelRequests } from '#modules/trip/screens/AdminTravelRequests.tsx';
import { ADMIN_TRIP_FILTERS } from '#modules/trip/admin/filters.ts';
import {
  LOCAL_EXPENSE_FILTERS,
  TEAM_LOCAL_FILTERS,
  TEAM_TRIP_FILTERS,
  TRAVEL_REQUEST_FILTERS,
} from '#modules/claims/filters.ts';
import { filtersOf } from '#list/request.ts';
import { listSearch, textsOf } from '#list/search.ts';
import { PENDING } from '#tests/support/claims.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';
import { aTrip } from '#tests/support/trips.ts';
import {
  ADMIN,
  ADMIN_APPROVED,
  ADMIN_NO_SHOW,
  ADMIN_REJECTED,
  at,
  CANCELLED,
  CANCELLING,
  EVERYTHING,
  first,
  keep,
  KEPT,
  names,
  open,
  PATH,
  press,
  timeZone,
  today,
  trip,
  UPDATED,
} from './adminTripFixtures.ts';

describe('an admin’s travel requests, without network', () => {
  beforeEach(async () => {
    await signInOffline(ADMIN);
    await keep([]);
  });

  it('ADM-7: all trips that a manager approved, at first the undecided; two chips stay, but can change', async () => {
    const [fresh, going] = [trip(), trip({ cancellationStatus: CANCELLING })];
    await keep([
      fresh,
      going,
      aTrip(),
      trip({ adminApprovalStatus: ADMIN_APPROVED }),
      trip({ cancellationStatus: CANCELLED }),
      trip({ cancellationStatus: KEPT }),
    ]);
    await open();
    expect(await names()).toEqual([going.tripId, fresh.tripId]);
    for (const chip of ['Admin approval status: Pending', 'Cancellation status: Not initiated, Pending']) {
      expect(screen.getByText(chip)).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: `Remove ${chip}` })).toBeNull();
    }
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
  });

  it('ADM-6: a no-show stays under its own filter on the employee’s, the manager’s and the admin’s list', async () => {
    const gone = trip({ tripId: 'TRP5', managerApprovalStatus: ADMIN_NO_SHOW, adminApprovalStatus: ADMIN_NO_SHOW });
    await keep([gone, trip(), trip({ adminApprovalStatus: ADMIN_APPROVED })]);
    await open(`${PATH}?ADMIN_APPROVAL_STATUS=3&CANCELLATION_STATUS=0|1|2|3`);
    expect((await names()).map((name) => name?.split(',')[0])).toEqual(['TRP5']);
    expect(screen.getByText('Admin approval status: No_show')).toBeInTheDocument();
    for (const uses of [ADMIN_TRIP_FILTERS, TEAM_TRIP_FILTERS, TRAVEL_REQUEST_FILTERS]) {
      const status = uses.find(({ key }) => key.endsWith('_APPROVAL_STATUS'));
      expect(status).not.toHaveProperty('codes');
    }
    for (const uses of [TEAM_LOCAL_FILTERS, LOCAL_EXPENSE_FILTERS])
      expect(uses.find(({ key }) => key === 'MANAGER_APPROVAL_STATUS')).toMatchObject({ codes: ['1', '0', '2'] });
  });

  it('ADM-7: the hidden filter goes along, whatever the address says; nobody’s name does', () => {
    const search = listSearch(ADMIN_TRIP_FILTERS)({ MANAGER_APPROVAL_STATUS: '2' });
    expect(
      filtersOf(adminTravelRequests, textsOf(ADMIN_TRIP_FILTERS, search), ADMIN.email, { today, timeZone }),
    ).toEqual({ MANAGER_APPROVAL_STATUS: ['0', '3'], ADMIN_APPROVAL_STATUS: ['1'], CANCELLATION_STATUS: ['3', '1'] });
    expect(ADMIN_TRIP_FILTERS.map(({ key }) => key)).toEqual([
      'EMPLOYEE_NAME',
      'EMPLOYEE_EMAIL',
      'EMPLOYEE_CODE',
      'DATE_RANGE',
      'DESTINATION',
      'ADMIN_APPROVAL_STATUS',
      'CANCELLATION_STATUS',
    ]);
    expect(adminTravelRequests).not.toHaveProperty('sorts');
  });

  it('SW-2: the page an admin opens first is fetched ahead, and nobody else’s is', async () => {
    const search = listSearch(ADMIN_TRIP_FILTERS)({});
    const filters = filtersOf(adminTravelRequests, textsOf(ADMIN_TRIP_FILTERS, search), ADMIN.email, {
      today,
      timeZone,
    });
    const ahead = prefetchedLists(ADMIN as never, today).filter(({ address }) => address === PATH);
    expect(await Promise.all(ahead.map(({ request }) => request()))).toEqual([{ endpoint: searchTrips, filters }]);
    expect(prefetchedLists(PERSON as never).some(({ address }) => address === PATH)).toBe(false);
  });

  it('ADM-9: a card says whose it is, when, how, what it costs and how it stands', async () => {
    await keep([
      trip({
        tripId: 'TRP7',
        startDate: at('2026-11-12'),
        endDate: at('2026-11-14'),
        isAccommodationRequired: true,
        ticketAmount: 12_345,
        ticketUploadStatus: UPDATED,
        managerRemarks: 'Go',
        cancellationStatus: CANCELLING,
        cancellationRemarks: 'Ill',
      }),
    ]);
    await open();
    const card = await first();
    for (const text of [
      'employee@example.com',
      'Asha Nair',
      'Bengaluru → Chennai',
      '3 days',
      '12-11-2026 to 14-11-2026',
      'TRP7',
      'Train',
      'Accommodation required: Yes',
      'Ticket amount: ₹12,345.00',
      'Admin: Pending',
      'Ticket: Uploaded',
      'Cancellation: Pending',
      'Go',
      'Ill',
    ])
      expect(within(card).getByText(text)).toBeInTheDocument();
    expect(
      within(card).getByRole('button', {
        name: /^TRP7, Asha Nair, Bengaluru to Chennai, 12-11-2026 to 14-11-2026, Admin: Pending, Cancellation: Pending/,
      }),
    ).toBeInTheDocument();
  });

  it('MGR-23 ADM-9: copying the id says so', async () => {
    await keep([trip({ tripId: 'TRP9' })]);
    const user = userEvent.setup();
    await open();
    await user.click(await screen.findByRole('button', { name: 'Copy trip id' }));
    expect(await screen.findByText('Trip Id copied.')).toBeInTheDocument();
  });

  const BUTTONS = ['Approve / Reject', 'Add Ticket Details', 'Ticket Cancellation Details'] as const;

  it.each<[string, Partial<Trip>, readonly (string | null)[]]>([
    // what the trip is                    [Approve / Reject, Add Ticket Details, Ticket Cancellation Details]: null
    // where it can be pressed, else why not
    ['nobody has decided it', {}, [null, null, 'No cancellation was asked for']],
    [
      'it has its tickets',
      { ticketUploadStatus: UPDATED },
      [null, 'Tickets were already added', 'No cancellation was asked for'],
    ],
    [
      'own car',
      { modeOfTravel: 'OWN_CAR' },
      [null, 'A trip by own car without accommodation needs no ticket', 'No cancellation was asked for'],
    ],
    [
      'own car with accommodation',
      { modeOfTravel: 'OWN_CAR', isAccommodationRequired: true },
      [null, null, 'No cancellation was asked for'],
    ],
    [
      'it is approved',
      { adminApprovalStatus: ADMIN_APPROVED },
      ['This request was already decided.', 'This request was already decided.', 'No cancellation was asked for'],
    ],
    [
      'it is rejected',
      { adminApprovalStatus: ADMIN_REJECTED },
      ['This request was already decided.', 'This request was already decided.', 'No cancellation was asked for'],
    ],
    [
      'its cancellation is asked for',
      { cancellationStatus: CANCELLING },
      ['This trip is being cancelled', 'This trip is being cancelled', null],
    ],
    [
      'the same, approved',
      { cancellationStatus: CANCELLING, adminApprovalStatus: ADMIN_APPROVED },
      ['This request was already decided.', 'This request was already decided.', null],
    ],
    ['its cancellation was refused', { cancellationStatus: KEPT }, [null, null, null]],
    [
      'it is cancelled',
      { cancellationStatus: CANCELLED },
      ['This trip was cancelled', 'This trip was cancelled', 'This trip was cancelled'],
    ],
    [
      'it is one’s own',
      { userEmail: 'Admin@example.com' },
      [
        'You cannot decide your own request.',
        'You cannot decide your own request.',
        'You cannot decide your own request.',
      ],
    ],
    [
      'one decided it as its manager (S10 ACC-21)',
      { decidedByYou: true },
      [
        'You decided this request before. Somebody else must take the next step.',
        'You decided this request before. Somebody else must take the next step.',
        'You decided this request before. Somebody else must take the next step.',
      ],
    ],
  ])(
    'ADM-1 ADM-2 ADM-3 ADM-4 ADM-10 ACC-6: what can be done with a trip when %s, and why not',
    async (_, state, whys) => {
      await keep([trip({ tripId: 'TRP1', ...state })]);
      await open(EVERYTHING);
      const card = await first();
      for (const [index, name] of BUTTONS.entries()) {
        const button = within(card).getByRole('button', { name: `${name} TRP1` });
        const why = whys[index] ?? null;
        if (why === null) expect(button).not.toHaveAttribute('aria-disabled');
        else {
          expect(button).toHaveAttribute('aria-disabled', 'true');
          expect(button).toHaveAccessibleDescription(why);
          await userEvent.click(button);
          expect(await screen.findByText(why)).toBeInTheDocument();
          expect(screen.queryByRole('dialog')).toBeNull();
        }
      }
    },
  );

  it.each<[string, Partial<Trip>, boolean]>([
    ['approved and begun', { adminApprovalStatus: ADMIN_APPROVED, startDate: at(addDays(today, -1)) }, true],
    ['approved, today', { adminApprovalStatus: ADMIN_APPROVED, startDate: at(today) }, false],
    ['approved, ahead', { adminApprovalStatus: ADMIN_APPROVED, startDate: at(addDays(today, 5)) }, false],
    ['not decided', { startDate: at(addDays(today, -1)) }, false],
    [
      'cancelled',
      { adminApprovalStatus: ADMIN_APPROVED, cancellationStatus: CANCELLED, startDate: at(addDays(today, -1)) },
      false,
    ],
  ])('ADM-6: the no-show of a trip that is %s', async (_, state, offered) => {
    await keep([trip({ tripId: 'TRP1', ...state })]);
    await open(EVERYTHING);
    expect(within(await first()).queryAllByRole('button', { name: 'No-show TRP1' })).toHaveLength(offered ? 1 : 0);
  });

  it('ADM-9: the body of a card opens it to be read alone', async () => {
    await keep([
      trip({
        tripId: 'TRP1',
        reasonForTravel: 'Dealer meet',
        adminRemarks: 'Booked',
        ticketAmount: 900,
        adminCancellationRemarks: 'No refund',
      }),
    ]);
    await open();
    await press(/^TRP1, Asha/);
    const dialog = await screen.findByRole('dialog', { name: 'Travel Request Information' });
    for (const text of ['Dealer meet', 'Booked', '₹900.00', 'No refund', 'employee@example.com'])
      expect(await within(dialog).findByText(text)).toBeInTheDocument();
    expect(within(dialog).queryByRole('textbox')).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Close' })).toBeInTheDocument();
  });

  it('LIST-8: nothing found says so', async () => {
    await keep([aTrip({ managerApprovalStatus: PENDING })]);
    await open();
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
  });
});
