import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeLocal, KEYS } from '#start/local.ts';
import { outbox } from '#data/entries.ts';
import { APPROVED, REJECTED, aConveyance } from '#tests/support/claims.ts';
import { signInOffline } from '#tests/support/screen.tsx';
import { keep, open } from './conveyanceListFixtures.ts';

const cards = () => screen.findAllByRole('listitem', { name: /^CNV/ });
const names = async () => (await cards()).map((card) => card.getAttribute('aria-label'));
const bill = {
  fingerPrint: 'c'.repeat(64),
  name: 'cab.pdf',
  size: 9,
  type: 'application/pdf',
  url: '/api/v1/Common/document/c',
};
const photo = (): File => new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 7])], 'cab.jpg', { type: 'image/jpeg' });

beforeEach(async () => {
  await signInOffline();
  removeLocal(KEYS.localView);
  await keep([]);
});

describe('one’s own conveyance, without network', () => {
  it('CNV-7 AMT-8: a card says all that the sales app said, in words, its id first', async () => {
    await keep([
      aConveyance({
        tripId: 'CNV7',
        claimAmount: 1234.5,
        conveyanceType: 'AUTO',
        managerApprovalStatus: REJECTED,
        managerRemarks: 'No bill',
        remarks: 'Demo at the site',
        billUrl: [bill, { ...bill, fingerPrint: 'd'.repeat(64) }],
      }),
    ]);
    await open();
    const [card] = await cards();
    const inside = within(card as HTMLElement);
    for (const text of [
      'Andheri to Bandra',
      '₹1,234.50',
      '12-11-2026',
      'Auto, 12.5 km',
      'Asha Nair for Acme Industries',
      'Manager: Rejected',
      'Finance: Pending',
      'No bill',
      'Demo at the site',
      'CNV7',
    ])
      expect(inside.getByText(text)).toBeInTheDocument();
    expect(inside.getByRole('button', { name: /^CNV7, Andheri to Bandra, Auto, ₹1,234.50/ })).toBeInTheDocument();
    for (const name of ['View bill 1', 'View bill 2', 'Copy trip id'])
      expect(inside.getByRole('button', { name })).toBeInTheDocument();
  });

  it('CNV-5: copying the id says so', async () => {
    const user = userEvent.setup();
    await keep([aConveyance({ tripId: 'CNV9' })]);
    await open();
    await user.click(await screen.findByRole('button', { name: 'Copy trip id' }));
    expect(await screen.findByText('Trip Id Copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('CNV9');
  });

  it('CNV-8: the finance approved amount is shown only when finance approved', async () => {
    await keep([
      aConveyance({ managerApprovalStatus: APPROVED, financeApprovedAmount: 400 }),
      aConveyance({
        managerApprovalStatus: APPROVED,
        financeApprovalStatus: 'FINANCE_APPROVED',
        financeApprovedAmount: 300,
      }),
    ]);
    await open();
    await cards();
    expect(screen.getByText('Finance approved ₹300.00')).toBeInTheDocument();
    expect(screen.queryByText('Finance approved ₹400.00')).toBeNull();
  });

  it('PAY-2: a paid one says when, how much and under which reference', async () => {
    await keep([
      aConveyance({
        managerApprovalStatus: APPROVED,
        financeApprovalStatus: 'FINANCE_APPROVED',
        financeApprovedAmount: 300,
        paidAmount: 300,
        paymentDate: Date.UTC(2026, 10, 12, 6),
        paymentReference: 'UTR12',
      }),
    ]);
    await open();
    await cards();
    expect(screen.getByText('Paid on 12-11-2026, ₹300.00, UTR12')).toBeInTheDocument();
  });

  it('CNV-1: Edit stands on a card while it may be edited; the others open to look at, with Close only', async () => {
    const user = userEvent.setup();
    await keep([
      aConveyance({ tripId: 'CNVA' }),
      aConveyance({ tripId: 'CNVB', conveyanceType: 'SELF_CAR' }),
      aConveyance({ tripId: 'CNVC', managerApprovalStatus: REJECTED }),
      aConveyance({ tripId: 'CNVD', managerApprovalStatus: APPROVED }),
      aConveyance({
        tripId: 'CNVE',
        managerApprovalStatus: APPROVED,
        financeApprovalStatus: 'FINANCE_APPROVED',
        financeApprovedAmount: 450,
      }),
    ]);
    await open();
    await cards();
    expect(
      screen.getAllByRole('button', { name: /^Edit / }).map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Edit CNVD', 'Edit CNVA']);
    await user.click(screen.getByRole('button', { name: /^CNVB/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Local Conveyance' });
    expect(
      within(dialog).getByText('This amount is computed from the distance and cannot be changed'),
    ).toBeInTheDocument();
    expect(within(dialog).getByText('Self Car')).toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('LOC-19 LIST-7 LIST-8: the same filters as local expenses; nothing found says so', async () => {
    const user = userEvent.setup();
    await keep([aConveyance({ tripId: 'CNVA' }), aConveyance({ tripId: 'CNVB', managerApprovalStatus: APPROVED })]);
    const router = await open('/raise-local/conveyance?MANAGER_APPROVAL_STATUS=0');
    await waitFor(async () => expect(await names()).toEqual(['CNVB']));
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    const panel = await screen.findByRole('dialog', { name: 'Filters' });
    expect(within(panel).getByRole('group', { name: 'Manager approval status' })).toBeInTheDocument();
    expect(within(panel).getByRole('group', { name: 'Expense date' })).toBeInTheDocument();
    await user.click(within(panel).getByLabelText('Approved'));
    await user.click(within(panel).getByLabelText('Rejected'));
    await user.click(within(panel).getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
    expect(router.state.location.href).toContain('MANAGER_APPROVAL_STATUS=2');
    expect(screen.getByText(/sales app appear here/, { selector: 'p' })).toBeInTheDocument();
  });

  it('CNV-2: Edit Local Conveyance needs an amount and a bill, no remarks; it is saved for later', async () => {
    const user = userEvent.setup();
    await keep([aConveyance({ tripId: 'CNVA' })]);
    await open();
    await user.click(await screen.findByRole('button', { name: 'Edit CNVA' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Local Conveyance' });
    expect(within(dialog).getByText('Acme Industries')).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Claim amount')).toHaveValue('450');
    await user.clear(within(dialog).getByLabelText('Claim amount'));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please check form errors!')).toBeInTheDocument();
    for (const message of ['Please enter claim amount', 'Please upload bill'])
      expect(within(dialog).getByText(message)).toBeInTheDocument();
    expect(await (await outbox()).list()).toEqual([]);
    await user.type(within(dialog).getByLabelText('Claim amount'), '480.5');
    await user.upload(within(dialog).getByLabelText('Bills'), photo());
    await within(dialog).findByText(/ready/);
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText(/^Saved on this .*It will be sent when you are online\./)).toBeInTheDocument();
    const [entry] = await (await outbox()).list();
    expect(entry).toMatchObject({
      endpoint: 'updateConveyance',
      method: 'PUT',
      ifMatch: 1,
      record: { kind: 'conveyance', id: 'CNVA' },
      body: { tripId: 'CNVA', claimAmount: 480.5, remarks: null, billUrl: [] },
      face: { title: 'Andheri to Bandra', amount: 480.5, success: 'Local conveyance update successfully' },
    });
    expect(entry?.url).toContain('/api/v1/allExpense/update?primaryExpenseType=1');
    expect(entry?.bills).toHaveLength(1);
    const [card] = await cards();
    expect(await within(card as HTMLElement).findByText('₹480.50')).toBeInTheDocument();
    expect(within(card as HTMLElement).getByRole('button', { name: 'View bill 1' })).toBeInTheDocument();
  });

  it('OB-13 CNV-2: what waits is changed again with what was typed, and keeps the bill it had', async () => {
    const user = userEvent.setup();
    await keep([aConveyance({ tripId: 'CNVA', billUrl: [bill] })]);
    const router = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit CNVA' }));
    await user.type(await screen.findByLabelText('Remarks'), 'Toll included');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(await screen.findByLabelText('Remarks')).toHaveValue('Toll included');
    await waitFor(() => expect(router.state.location.href).toContain('edit='));
    await user.type(screen.getByLabelText('Remarks'), ' twice');
    expect(screen.getByLabelText('Remarks')).toHaveValue('Toll included twice');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const newest = (await (await outbox()).list()).sort((a, b) => a.seq - b.seq).at(-1);
    expect(newest?.body).toMatchObject({
      tripId: 'CNVA',
      remarks: 'Toll included twice',
      billUrl: [{ fingerPrint: bill.fingerPrint }],
    });
  });
});
