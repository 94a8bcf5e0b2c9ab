import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Trip } from '#contract/trip.ts';
import { loadDraft } from '#data/drafts.ts';
import { addDays } from '#domain/dates.ts';
import { signInOffline } from '#tests/support/screen.tsx';
import {
  ADMIN,
  ADMIN_APPROVED,
  ADMIN_REJECTED,
  at,
  CANCELLING,
  cards,
  entries,
  EVERYTHING,
  first,
  isClosed,
  keep,
  KEPT,
  names,
  open,
  press,
  today,
  trip,
  UPDATED,
} from './adminTripFixtures.ts';

describe('an admin’s travel requests, without network', () => {
  beforeEach(async () => {
    await signInOffline(ADMIN);
    await keep([]);
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

    it('OB-3: of Refuse and Update pressed in one moment the first is stored, and it alone', async () => {
      await keep([asked({ adminApprovalStatus: ADMIN_APPROVED })]);
      await open(EVERYTHING);
      await press('Ticket Cancellation Details TRP1');
      const button = (name: string) => within(dialog).getByRole('button', { name });
      const dialog = await form();
      await userEvent.type(await within(dialog).findByLabelText('Ticket refund amount'), '800');
      await userEvent.type(within(dialog).getByLabelText('Amount to be deducted from salary'), '0');
      await userEvent.type(within(dialog).getByLabelText('Admin remarks'), 'Airline kept 200');
      act(() => {
        button('Refuse').click();
        button('Update').click();
      });
      await isClosed();
      // What a second press would have stored is stored by now.
      await new Promise((go) => setTimeout(go, 100));
      expect((await entries()).map(({ endpoint }) => endpoint)).toEqual(['rejectCancellation']);
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
