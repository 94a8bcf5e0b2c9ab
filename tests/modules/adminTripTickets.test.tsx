import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInOffline } from '#tests/support/screen.tsx';
import {
  ADMIN,
  ADMIN_APPROVED,
  entries,
  EVERYTHING,
  first,
  isClosed,
  keep,
  open,
  PATH,
  press,
  trip,
  UPDATED,
} from './adminTripFixtures.ts';

const PDF = new File(['%PDF-1.4 ticket'], 'ticket.pdf', { type: 'application/pdf' });

describe('an admin’s travel requests, without network', () => {
  beforeEach(async () => {
    await signInOffline(ADMIN);
    await keep([]);
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
      await waitFor(() => expect(router.state.location.href).toContain(`edit=${entry?.id}`));
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
});
