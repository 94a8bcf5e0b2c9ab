import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminTripKind } from '#modules/trip/admin/kind.ts';
import { searchTrips } from '#contract/calls/trips.ts';
import { ADMIN_STATUSES, CANCELLATION_STATUSES, TICKET_STATUSES } from '#contract/enums.ts';
import { NO_ROLES } from '#data/sessionStore.ts';
import type { Trip } from '#contract/trip.ts';
import { outbox } from '#data/entries.ts';
import { loadDraft } from '#data/drafts.ts';
import { keepRows } from '#data/readCache.ts';
import { prefetchedLists } from '#app/prefetchedLists.ts';
import { addDays, dayOf, millisOfDay } from '#domain/dates.ts';
import { AdminTravelRequests, adminTravelRequests } from '#modules/trip/screens/AdminTravelRequests.tsx';
import { ADMIN_TRIP_FILTERS } from '#modules/trip/admin/filters.ts';
import {
  TEAM_LOCAL_FILTERS,
  TEAM_TRIP_FILTERS,
  LOCAL_EXPENSE_FILTERS,
  TRAVEL_REQUEST_FILTERS,
} from '#modules/claims/filters.ts';
import { formAddress, isDecision } from '#modules/outbox/kinds.ts';
import { compareVersions } from '#modules/claims/versions.ts';
import { filtersOf } from '#list/request.ts';
import { listSearch, textsOf } from '#list/search.ts';
import { APPROVED, PENDING } from '#tests/support/claims.ts';
import { anEntry } from '#tests/support/entries.ts';
import { PERSON, showAt, signInOffline } from '#tests/support/screen.tsx';
import { aTrip } from '#tests/support/trips.ts';

const PATH = '/view-travel-request';
const ADMIN = {
  ...PERSON,
  email: 'admin@example.com',
  name: 'Latha Rao',
  employeeCode: 'KH1010',
  roles: { ...NO_ROLES, isAdmin: true },
};
const { timeZone } = ADMIN;
const today = dayOf(Date.now(), timeZone);
const at = (day: string): number => millisOfDay(day, timeZone);
const [, ADMIN_APPROVED, ADMIN_REJECTED, ADMIN_NO_SHOW] = ADMIN_STATUSES;
const [, CANCELLING, CANCELLED, KEPT] = CANCELLATION_STATUSES;
const [, UPDATED] = TICKET_STATUSES;

/** A trip that its manager approved. */
const trip = (more: Partial<Trip> = {}): Trip => aTrip({ managerApprovalStatus: APPROVED, ...more });
const keep = (rows: Trip[]) => keepRows('searchTrips', rows, Date.now(), 'test');
const open = (address = PATH) => showAt(address, AdminTravelRequests, listSearch(ADMIN_TRIP_FILTERS));
const EVERYTHING = `${PATH}?ADMIN_APPROVAL_STATUS=0|1|2&CANCELLATION_STATUS=0|1|2|3`;
const cards = () => screen.findAllByRole('listitem', { name: /^TRP/ });
const names = async () => (await cards()).map((card) => card.getAttribute('aria-label'));
const first = async (): Promise<HTMLElement> => (await cards())[0] as HTMLElement;
const entries = async () => (await outbox()).list();
const press = async (name: RegExp | string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));
const isClosed = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const PDF = new File(['%PDF-1.4 ticket'], 'ticket.pdf', { type: 'application/pdf' });

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

  it('MGR-16 ADM-9: only what is to be decided can be selected', async () => {
    await keep([
      trip({ tripId: 'TRP1' }),
      trip({ tripId: 'TRP2', adminApprovalStatus: ADMIN_APPROVED }),
      trip({ tripId: 'TRP3', cancellationStatus: CANCELLING }),
      trip({ tripId: 'TRP4', userEmail: ADMIN.email }),
    ]);
    await open(EVERYTHING);
    await cards();
    const can = (id: string) => !(screen.getByRole('checkbox', { name: `Select ${id}` }) as HTMLInputElement).disabled;
    expect(['TRP1', 'TRP2', 'TRP3', 'TRP4'].filter(can)).toEqual(['TRP1']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selected pending request (0)' }));
    expect(screen.getByRole('checkbox', { name: 'Selected pending request (1)' })).toBeChecked();
  });

  it('ADM-11: cancellations of approved trips stand a tap away', async () => {
    const [fresh, going] = [trip(), trip({ adminApprovalStatus: ADMIN_APPROVED, cancellationStatus: CANCELLING })];
    await keep([fresh, going]);
    const router = await open();
    expect(await names()).toEqual([fresh.tripId]);
    expect(screen.getByRole('button', { name: /^To decide/ })).toHaveAttribute('aria-pressed', 'true');
    await press(/^To cancel/);
    await waitFor(async () => expect(await names()).toEqual([going.tripId]));
    expect(router.state.location.href).toContain('ADMIN_APPROVAL_STATUS=1|0&CANCELLATION_STATUS=1');
    await press(/^To decide/);
    await waitFor(async () => expect(await names()).toEqual([fresh.tripId]));
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

  describe('deciding', () => {
    it('ADM-1: a rejection needs a remark; each decision has its toast, and walks the queue', async () => {
      await keep([
        trip({ tripId: 'TRP1', ticketUploadStatus: UPDATED }),
        trip({ tripId: 'TRP2', ticketUploadStatus: UPDATED, adminApprovalStatus: ADMIN_APPROVED }),
        trip({ tripId: 'TRP3', ticketUploadStatus: UPDATED }),
      ]);
      await open(EVERYTHING);
      await press('Approve / Reject TRP3');
      const dialog = await screen.findByRole('dialog', { name: 'Approve/Reject Travel Request' });
      expect(within(dialog).getByText('1 of 2')).toBeInTheDocument();
      await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
      expect((await screen.findAllByText('Please add admin remark')).length).toBeGreaterThan(1);
      expect(await entries()).toEqual([]);
      await userEvent.type(screen.getByLabelText('Admin remarks'), 'By video please');
      await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
      await isClosed();
      expect(await entries()).toMatchObject([
        {
          endpoint: 'adminRejectTrip',
          url: expect.stringContaining('tripId=TRP3'),
          body: { adminRemarks: 'By video please' },
          ifMatch: 1,
          record: { kind: 'trip', id: 'TRP3' },
          face: { note: 'Reject', success: 'Travel request rejected.' },
        },
      ]);
      expect(await screen.findByText('Your decision: Reject')).toBeInTheDocument();
      await press('Approve / Reject TRP1');
      await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
      await isClosed();
      expect((await entries())[1]).toMatchObject({
        endpoint: 'adminApproveTrip',
        body: { adminRemarks: null },
        face: { success: 'Travel request Approved.' },
      });
    });

    it('ADM-5: a trip that needs a ticket and has none is approved only after a question', async () => {
      await keep([trip({ tripId: 'TRP1' })]);
      await open();
      await press('Approve / Reject TRP1');
      await userEvent.click(
        within(await screen.findByRole('dialog', { name: 'Approve/Reject Travel Request' })).getByRole('button', {
          name: 'Approve',
        }),
      );
      let question = await screen.findByRole('dialog', { name: 'Approve without a ticket?' });
      await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
      expect(await entries()).toEqual([]);
      await userEvent.click(
        within(await screen.findByRole('dialog', { name: 'Approve/Reject Travel Request' })).getByRole('button', {
          name: 'Approve',
        }),
      );
      question = await screen.findByRole('dialog', { name: 'Approve without a ticket?' });
      await userEvent.click(within(question).getByRole('button', { name: 'Approve' }));
      await isClosed();
      expect((await entries()).map(({ endpoint }) => endpoint)).toEqual(['adminApproveTrip']);
    });

    it.each<[string, Partial<Trip>]>([
      ['own car without accommodation', { modeOfTravel: 'OWN_CAR' }],
      ['with its ticket', { ticketUploadStatus: UPDATED }],
    ])('ADM-5 ADM-3: %s asks nothing', async (_, state) => {
      await keep([trip({ tripId: 'TRP1', ...state })]);
      await open();
      await press('Approve / Reject TRP1');
      await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
      await isClosed();
      expect(await entries()).toHaveLength(1);
    });

    it('ADM-1: what can no longer be decided says why, and offers Close alone', async () => {
      await keep([trip({ tripId: 'TRP1', adminApprovalStatus: ADMIN_REJECTED, adminRemarks: 'Too far' })]);
      await open(`${EVERYTHING}&open=TRP1&action=decide`);
      const dialog = await screen.findByRole('dialog', { name: 'Approve/Reject Travel Request' });
      expect(within(dialog).getByText('This request was already decided.')).toBeInTheDocument();
      expect(within(dialog).getByLabelText('Admin remarks')).toBeDisabled();
      expect(within(dialog).getByLabelText('Admin remarks')).toHaveValue('Too far');
      expect(within(dialog).queryByRole('button', { name: 'Approve' })).toBeNull();
      expect(within(dialog).getByRole('button', { name: 'Close' })).toBeInTheDocument();
    });

    it('MGR-9 MGR-10 MGR-12 ADM-5: many at once, each with its version; what lacks a ticket is said', async () => {
      await keep([trip({ tripId: 'TRP1', version: 3 }), trip({ tripId: 'TRP2', ticketUploadStatus: UPDATED })]);
      await open();
      await cards();
      await press('Approve');
      expect(await screen.findByText('Please select expenses or trips to be approved')).toBeInTheDocument();
      await userEvent.click(screen.getByRole('checkbox', { name: /^Selected pending request/ }));
      await press('Reject');
      let dialog = await screen.findByRole('dialog', { name: 'Reject travel request by admin' });
      expect(
        within(dialog).getByText('Please confirm if you wish to reject travel requests for selected (2) list'),
      ).toBeInTheDocument();
      await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
      expect((await screen.findAllByText('Please add remark.')).length).toBeGreaterThan(0);
      await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
      await press('Approve');
      dialog = await screen.findByRole('dialog', { name: 'Approve travel request by admin' });
      expect(
        within(dialog).getByText('One of them needs a ticket and has none yet. After the approval none can be added.'),
      ).toBeInTheDocument();
      await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
      await isClosed();
      expect(await entries()).toMatchObject([
        { endpoint: 'bulkAdminTrips', body: { approved: true, comments: null, versions: { TRP1: 3, TRP2: 1 } } },
      ]);
    });
  });

  describe('tickets', () => {
    const form = () => screen.findByRole('dialog', { name: 'Add Ticket Details' });
    const fill = async (): Promise<void> => {
      await userEvent.type(await screen.findByLabelText('Ticket amount'), '12345.5');
      await userEvent.upload(screen.getByLabelText('Tickets'), PDF);
      expect(await screen.findByText('ticket.pdf')).toBeInTheDocument();
    };

    it('ADM-2: amount and tickets are asked for in their words', async () => {
      await keep([trip({ tripId: 'TRP1' })]);
      await open();
      await press('Add Ticket Details TRP1');
      const dialog = await form();
      await userEvent.click(within(dialog).getByRole('button', { name: 'Upload' }));
      expect(await screen.findByText('Please Add Ticket Amount')).toBeInTheDocument();
      expect(await within(dialog).findByText('Please enter ticket amount')).toBeInTheDocument();
      expect(within(dialog).getByText('Please upload bill')).toBeInTheDocument();
      await userEvent.type(within(dialog).getByLabelText('Ticket amount'), '500');
      await userEvent.click(within(dialog).getByRole('button', { name: 'Upload' }));
      await waitFor(() => expect(screen.getAllByText('Please upload bill')).toHaveLength(2));
      expect(within(dialog).getByRole('button', { name: 'Close' })).toBeInTheDocument();
      expect(await entries()).toEqual([]);
    });

    it('DOC-1 ADM-2: a ticket of 2 MB is refused', async () => {
      await keep([trip({ tripId: 'TRP1' })]);
      await open();
      await press('Add Ticket Details TRP1');
      await userEvent.upload(
        await screen.findByLabelText('Tickets'),
        new File(['%PDF-', 'x'.repeat(2_097_147)], 'big.pdf', { type: 'application/pdf' }),
      );
      expect(await screen.findByText('Please upload file less then 2MB.')).toBeInTheDocument();
    });

    it('ADM-2 OB-10 OB-12: they wait with their files, stand on the card, and are changed there', async () => {
      await keep([trip({ tripId: 'TRP11', version: 4 })]);
      const router = await open();
      await press('Add Ticket Details TRP11');
      await fill();
      await userEvent.click(within(await form()).getByRole('button', { name: 'Upload' }));
      await isClosed();
      const [entry] = await entries();
      expect(entry).toMatchObject({
        endpoint: 'uploadTicketDetails',
        body: { ticketAmount: 12345.5, ticketUrl: [] },
        bills: [{ name: 'ticket.pdf' }],
        ifMatch: 4,
        record: { kind: 'trip', id: 'TRP11' },
        face: { success: 'Ticket Uploaded.', amount: 12345.5 },
      });
      const card = await first();
      for (const text of ['Waiting', 'Ticket: Uploaded', 'Ticket amount: ₹12,345.50'])
        expect(await within(card).findByText(text)).toBeInTheDocument();
      expect(within(card).queryByRole('button', { name: /^Add Ticket Details/ })).toBeNull();
      expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
      await userEvent.click(within(card).getByRole('button', { name: 'Edit' }));
      expect(await screen.findByLabelText('Ticket amount')).toHaveValue('12,345.5');
      expect(router.state.location.href).toContain(`edit=${entry?.id}`);
      expect(await screen.findByText('ticket.pdf')).toBeInTheDocument();
      await userEvent.click(screen.getByRole('button', { name: 'Close' }));
      await isClosed();
      // Tickets first, approval after: the decision follows what waits, and asks about no ticket.
      await press('Approve / Reject TRP11');
      await userEvent.click(
        within(await screen.findByRole('dialog', { name: 'Approve/Reject Travel Request' })).getByRole('button', {
          name: 'Approve',
        }),
      );
      await isClosed();
      expect((await entries()).map(({ endpoint, after }) => [endpoint, after])).toEqual([
        ['uploadTicketDetails', undefined],
        ['adminApproveTrip', entry?.id],
      ]);
    });

    it('ADM-12: another ticket of an approved trip is added with its reason, and revokes nothing', async () => {
      await keep([
        trip({
          tripId: 'TRP12',
          version: 6,
          adminApprovalStatus: ADMIN_APPROVED,
          ticketUploadStatus: UPDATED,
          ticketAmount: 700,
        }),
        trip({ tripId: 'TRP13' }),
      ]);
      await open(EVERYTHING);
      expect(await screen.findAllByRole('button', { name: /^Add Another Ticket/ })).toHaveLength(1);
      await press('Add Another Ticket TRP12');
      const dialog = await screen.findByRole('dialog', { name: 'Add Another Ticket' });
      await userEvent.type(within(dialog).getByLabelText('Ticket amount'), '250');
      await userEvent.upload(within(dialog).getByLabelText('Tickets'), PDF);
      await userEvent.click(within(dialog).getByRole('button', { name: 'Upload' }));
      expect(await within(dialog).findByText('Please enter the reason for another ticket')).toBeInTheDocument();
      await userEvent.type(within(dialog).getByLabelText('Reason'), 'The train was cancelled');
      await userEvent.click(within(dialog).getByRole('button', { name: 'Upload' }));
      await isClosed();
      const [entry] = await entries();
      expect(entry).toMatchObject({
        endpoint: 'addFurtherTicket',
        body: { ticketAmount: 250, reason: 'The train was cancelled', ticketUrl: [] },
        bills: [{ name: 'ticket.pdf' }],
        ifMatch: 6,
        record: { kind: 'trip', id: 'TRP12' },
      });
      expect(await screen.findByText('Ticket amount: ₹950.00')).toBeInTheDocument();
    });

    it('ADM-2: once they are there, they are looked at: no upload, only Close', async () => {
      await keep([trip({ tripId: 'TRP1', ticketUploadStatus: UPDATED, ticketAmount: 700 })]);
      await open(`${PATH}?open=TRP1&action=tickets`);
      const dialog = await form();
      expect(within(dialog).getByLabelText('Ticket amount')).toBeDisabled();
      expect(within(dialog).getByLabelText('Ticket amount')).toHaveValue('700');
      expect(within(dialog).queryByLabelText('Tickets')).toBeNull();
      expect(within(dialog).queryByRole('button', { name: 'Upload' })).toBeNull();
      expect(within(dialog).getByRole('button', { name: 'Close' })).toBeInTheDocument();
    });
  });

  describe('cancellations', () => {
    const asked = (more: Partial<Trip> = {}): Trip =>
      trip({
        tripId: 'TRP1',
        cancellationStatus: CANCELLING,
        cancellationRemarks: 'Ill',
        ticketUploadStatus: UPDATED,
        ticketAmount: 1_000,
        ...more,
      });
    const form = () => screen.findByRole('dialog', { name: 'Add Ticket Cancellation Details' });

    it('ADM-4: both amounts are asked for in their words; no more comes back than was paid', async () => {
      await keep([asked()]);
      await open();
      await press('Ticket Cancellation Details TRP1');
      const dialog = await form();
      await userEvent.click(await within(dialog).findByRole('button', { name: 'Update' }));
      expect(await screen.findByText('Please Add Missing Details')).toBeInTheDocument();
      expect(within(dialog).getByText('Please enter Ticket Refund amount')).toBeInTheDocument();
      expect(within(dialog).getByText('Please enter Salary Deduct amount')).toBeInTheDocument();
      await userEvent.type(within(dialog).getByLabelText('Ticket refund amount'), '1001');
      await userEvent.type(within(dialog).getByLabelText('Amount to be deducted from salary'), '0');
      await userEvent.click(within(dialog).getByRole('button', { name: 'Update' }));
      expect((await screen.findAllByText('Refund cannot be more than the ticket amount')).length).toBeGreaterThan(0);
      await userEvent.clear(within(dialog).getByLabelText('Ticket refund amount'));
      await userEvent.type(within(dialog).getByLabelText('Ticket refund amount'), '800');
      await userEvent.type(within(dialog).getByLabelText('Admin remarks'), 'Airline kept 200');
      await userEvent.click(within(dialog).getByRole('button', { name: 'Update' }));
      await isClosed();
      expect(await entries()).toMatchObject([
        {
          endpoint: 'uploadCancellationDetails',
          url: expect.stringMatching(/email=.*tripId=TRP1/),
          body: {
            adminCancellationRemarks: 'Airline kept 200',
            ticketRefundAmount: 800,
            amountToBeDeductedFromSalary: 0,
          },
          ifMatch: 1,
          face: { success: 'Cancellation details uploaded.' },
        },
      ]);
      expect(await loadDraft('Add Ticket Cancellation Details/TRP1')).toBeNull();
      const card = await first();
      for (const text of ['Cancellation: Approved', 'Airline kept 200', 'Waiting'])
        expect(await within(card).findByText(text)).toBeInTheDocument();
    });

    it('DR-1 ADM-8: it is refused with a remark alone, and can be thought over', async () => {
      await keep([asked({ adminApprovalStatus: ADMIN_APPROVED })]);
      await open(EVERYTHING);
      await press('Ticket Cancellation Details TRP1');
      await userEvent.click(await within(await form()).findByRole('button', { name: 'Refuse' }));
      expect((await screen.findAllByText('Please add admin remark')).length).toBeGreaterThan(1);
      await userEvent.type(screen.getByLabelText('Admin remarks'), 'The client insists');
      await userEvent.click(screen.getByRole('button', { name: 'Refuse' }));
      await isClosed();
      const [refusal] = await entries();
      expect(refusal).toMatchObject({
        endpoint: 'rejectCancellation',
        body: { adminRemarks: 'The client insists' },
        face: { success: 'Cancellation refused.' },
      });
      expect(await within(await first()).findByText('Cancellation: Rejected')).toBeInTheDocument();
      expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
      await userEvent.click(within(await first()).getByRole('button', { name: 'Edit' }));
      expect(await screen.findByLabelText('Admin remarks')).toHaveValue('The client insists');
      expect(screen.getByRole('button', { name: 'Update' })).toBeInTheDocument();
    });

    it('ADM-4: once settled it is looked at: only Close', async () => {
      await keep([asked({ cancellationStatus: KEPT, adminCancellationRemarks: 'The client insists' })]);
      await open(EVERYTHING);
      await press('Ticket Cancellation Details TRP1');
      const dialog = await form();
      for (const label of ['Admin remarks', 'Ticket refund amount', 'Amount to be deducted from salary'])
        expect(await within(dialog).findByLabelText(label)).toBeDisabled();
      expect(within(dialog).queryByRole('button', { name: 'Update' })).toBeNull();
      expect(within(dialog).getByRole('button', { name: 'Close' })).toBeInTheDocument();
    });
  });

  it('ADM-6: a no-show needs no remark, waits, and both statuses say so', async () => {
    await keep([trip({ tripId: 'TRP1', adminApprovalStatus: ADMIN_APPROVED, startDate: at(addDays(today, -3)) })]);
    await open(EVERYTHING);
    await press('No-show TRP1');
    await userEvent.click(
      await within(await screen.findByRole('dialog', { name: 'Mark as No-show' })).findByRole('button', {
        name: 'Confirm',
      }),
    );
    await isClosed();
    expect(await entries()).toMatchObject([
      { endpoint: 'markNoShow', body: { adminRemarks: null }, record: { id: 'TRP1' } },
    ]);
    expect(await within(await first()).findByText('Admin: No_show')).toBeInTheDocument();
  });
});

describe('what an admin does, in the outbox', () => {
  const entry = (more: Parameters<typeof anEntry>[0]) => anEntry({ record: { kind: 'trip', id: 'TRP1' }, ...more });

  it('OB-9: details are written again where they were written; decisions are taken back', () => {
    for (const endpoint of [
      'uploadTicketDetails',
      'uploadCancellationDetails',
      'rejectCancellation',
      'markNoShow',
    ] as const) {
      const made = entry({ endpoint });
      expect(formAddress(made)).toBe(`${PATH}?edit=${made.id}`);
      expect(isDecision(made)).toBe(false);
      expect(adminTripKind.edits).toContain(endpoint);
    }
    for (const endpoint of ['adminApproveTrip', 'adminRejectTrip', 'bulkAdminTrips'] as const)
      expect([formAddress(entry({ endpoint })), isDecision(entry({ endpoint }))]).toEqual([null, true]);
  });

  it('OB-10: of a trip that moved on both versions are told in words', () => {
    const base = trip({ tripId: 'TRP1' });
    const fields = compareVersions(
      entry({
        endpoint: 'uploadTicketDetails',
        base,
        body: { ticketAmount: 500, ticketUrl: ['f'] },
        bills: [{ localId: 'b', hash: 'h', name: 't.pdf', type: 'application/pdf', size: 1 }],
      }),
      { ...base, ticketAmount: 900, adminApprovalStatus: ADMIN_NO_SHOW, version: 2 },
      timeZone,
    );
    const said = Object.fromEntries(fields.map(({ label, mine, theirs }) => [label, [mine, theirs]]));
    expect(said['Ticket amount']).toEqual(['₹500.00', '₹900.00']);
    expect(said['Tickets']).toEqual(['1', '']);
    expect(said['Departure city']).toEqual(['Bengaluru', 'Bengaluru']);
    expect(said['Admin']).toEqual(['Pending', 'No_show']);
  });
});
