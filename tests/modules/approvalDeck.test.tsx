import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DecidingAs, PendingRecord } from '#contract/record.ts';
import { outbox } from '#data/entries.ts';
import { keepRows } from '#data/readCache.ts';
import { ApprovalDeck } from '#modules/approvals/screens/ApprovalDeck.tsx';
import type { Entry } from '#outbox/entry.ts';
import { HOLD_MS } from '#outbox/state.ts';
import { anEntry } from '#tests/support/entries.ts';
import { anyConveyance, anyLocal, anyTrip } from '#tests/support/records.ts';
import { PERSON, showRoutes, signInOffline } from '#tests/support/screen.tsx';

const MANAGER = {
  ...PERSON,
  email: 'manager@example.com',
  name: 'Ravi Menon',
  employeeCode: 'KH1003',
  roles: { ...PERSON.roles, isManager: true },
};
const as = (capacity: DecidingAs, any: object): PendingRecord => ({ ...any, as: capacity }) as PendingRecord;
const keep = (rows: PendingRecord[]) => keepRows('searchWaiting', rows, Date.now(), 'test');
const open = () =>
  showRoutes('/deck', [
    { path: '/deck', Screen: ApprovalDeck },
    { path: '/list-auth', Screen: () => <p>The list</p> },
  ]);
const waiting = async (): Promise<Entry[]> => (await (await outbox()).list()).filter(({ state }) => state !== 'done');
const title = (name: RegExp) => screen.findByRole('heading', { level: 2, name });
const card = () => screen.getByRole('article');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** A finger across the card, of 300 pixels. */
function swipe(by: number, down = 0): void {
  const at = { pointerId: 1, isPrimary: true, pointerType: 'touch' };
  fireEvent.pointerDown(card(), { ...at, clientX: 200, clientY: 300 });
  fireEvent.pointerMove(card(), { ...at, clientX: 200 + by / 2, clientY: 300 + down });
  fireEvent.pointerMove(card(), { ...at, clientX: 200 + by, clientY: 300 + down });
  fireEvent.pointerUp(card(), { ...at, clientX: 200 + by, clientY: 300 + down });
}

const rows = () => [
  as('manager', anyLocal({ expenseId: 'EXP1', claimAmount: 700, createdAt: 10, employeeName: 'Asha Nair' })),
  as('manager', anyConveyance({ tripId: 'CNV2', createdAt: 20, employeeName: 'Dev Shah' })),
  as('manager', anyTrip({ tripId: 'TRP3', createdAt: 30, employeeName: 'Meera Iyer' })),
];

describe('MGR-34 the deck, without network', () => {
  beforeEach(async () => {
    await signInOffline(MANAGER);
    await keep(rows());
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  });
  afterEach(() => void vi.restoreAllMocks());

  it('OB-14: approves one after the other, each held, and takes the last one back without a trace', async () => {
    const felt = vi.fn(() => true);
    Object.defineProperty(navigator, 'vibrate', { value: felt, configurable: true });
    await open();
    await title(/^Asha Nair/);
    expect(within(card()).getByText('3 to decide')).toBeInTheDocument();
    const before = Date.now();
    await press('Approve');
    await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: /^Dev Shah/ })).toHaveFocus());
    const [entry] = await waiting();
    expect(entry).toMatchObject({
      endpoint: 'managerApproveLocal',
      record: { kind: 'localExpense', id: 'EXP1' },
      body: { managerApprovedAmount: '700', managerRemarks: null },
      state: 'waiting',
      maybeSent: false,
    });
    expect(entry?.heldUntil).toBeGreaterThanOrEqual(before + HOLD_MS);
    expect(felt).toHaveBeenCalled();
    expect(screen.getByText(/^Approved: Asha Nair/)).toBeInTheDocument();
    await press('Undo');
    await title(/^Asha Nair/);
    expect(await waiting()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('OB-14: offers no undo for what was taken back elsewhere meanwhile', async () => {
    await open();
    await title(/^Asha Nair/);
    await press('Approve');
    await title(/^Dev Shah/);
    await screen.findByRole('button', { name: 'Undo' });
    const [entry] = await waiting();
    await (await outbox()).discard(entry?.id ?? '');
    // By itself it goes once the hold is over.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull(), { timeout: HOLD_MS / 2 });
  });

  it('a rejection asks for its remark first; a part is approved where the kind has an amount', async () => {
    await open();
    await title(/^Asha Nair/);
    await press('Reject');
    let dialog = await screen.findByRole('dialog', { name: /^Reject Asha Nair/ });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await within(dialog).findByText('Please enter manager remark')).toBeInTheDocument();
    await userEvent.type(within(dialog).getByLabelText('Manager remarks'), 'No bill');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await title(/^Dev Shah/);
    await press('Change amount');
    dialog = await screen.findByRole('dialog', { name: /^Approve Dev Shah/ });
    const amount = within(dialog).getByLabelText('Approved amount');
    await userEvent.clear(amount);
    await userEvent.type(amount, '100');
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await title(/^Meera Iyer/);
    expect(screen.queryByRole('button', { name: 'Change amount' })).toBeNull();
    expect((await waiting()).map(({ endpoint, body }) => [endpoint, body])).toMatchObject([
      ['managerRejectLocal', { managerRemarks: 'No bill' }],
      ['managerApproveConveyance', { managerApprovedAmount: '100' }],
    ]);
  });

  it('MGR-35: an amount that was typed and left is not what ‘Approve’ means', async () => {
    await open();
    await title(/^Asha Nair/);
    await press('Change amount');
    const dialog = await screen.findByRole('dialog');
    await userEvent.clear(within(dialog).getByLabelText('Approved amount'));
    await userEvent.type(within(dialog).getByLabelText('Approved amount'), '1');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await press('Approve');
    await title(/^Dev Shah/);
    expect((await waiting())[0]?.body).toMatchObject({ managerApprovedAmount: '700' });
  });

  it('MGR-35: decides by 40 in 100 of the width, and not by less, nor by a scroll', async () => {
    await open();
    await title(/^Asha Nair/);
    swipe(119);
    swipe(-119);
    swipe(200, 260);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await waiting()).toEqual([]);
    swipe(-120);
    expect(await screen.findByRole('dialog', { name: /^Reject/ })).toBeInTheDocument();
    await press('Cancel');
    swipe(120);
    await title(/^Dev Shah/);
    expect((await waiting()).map(({ endpoint }) => endpoint)).toEqual(['managerApproveLocal']);
  });

  it('MGR-35: the second tap of a double tap decides nothing on the next', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    await open();
    await title(/^Asha Nair/);
    await press('Approve');
    await title(/^Dev Shah/);
    await press('Approve');
    expect(await waiting()).toHaveLength(1);
    now.mockReturnValue(1_000_500);
    await press('Approve');
    await title(/^Meera Iyer/);
    expect(await waiting()).toHaveLength(2);
  });

  it('goes by keys: J, K, A, R and U, but not where somebody types', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    const user = userEvent.setup();
    await open();
    await title(/^Asha Nair/);
    await user.keyboard('j');
    await title(/^Dev Shah/);
    expect(within(card()).getByText('2 to decide, 1 skipped')).toBeInTheDocument();
    await user.keyboard('k');
    await title(/^Asha Nair/);
    now.mockReturnValue(1_001_000);
    await user.keyboard('r');
    const dialog = await screen.findByRole('dialog', { name: /^Reject/ });
    await user.type(within(dialog).getByLabelText('Manager remarks'), 'a kind jar');
    expect(await waiting()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.keyboard('a');
    await title(/^Dev Shah/);
    expect(await waiting()).toHaveLength(1);
    await user.keyboard('u');
    await title(/^Asha Nair/);
    expect(await waiting()).toEqual([]);
  });

  it('asks, and goes on to the next', async () => {
    await open();
    await title(/^Asha Nair/);
    await press('Ask');
    const dialog = await screen.findByRole('dialog', { name: 'Ask Asha Nair' });
    await userEvent.type(within(dialog).getByLabelText('Question'), 'Which shop?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send question' }));
    await title(/^Dev Shah/);
    expect((await waiting()).map(({ endpoint, body }) => [endpoint, body])).toEqual([
      ['askEnquiry', { question: 'Which shop?' }],
    ]);
  });

  it('ends with what was skipped, and then with nothing', async () => {
    await open();
    await title(/^Asha Nair/);
    for (const next of [/^Dev Shah/, /^Meera Iyer/]) {
      await press('Skip');
      await title(next);
    }
    await press('Skip');
    expect(await screen.findByText('3 skipped')).toBeInTheDocument();
    await press('Show them again');
    await title(/^Asha Nair/);
  });

  it('says that nothing waits; a cancellation and one’s own request are not among what does', async () => {
    await keep([
      as('cancellation', anyTrip({ tripId: 'TRP8', cancellationStatus: 'PENDING' })),
      as('manager', anyLocal({ expenseId: 'EXP9', userEmail: MANAGER.email })),
    ]);
    await open();
    expect(await screen.findByText('Nothing waits for you')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Show as a list' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/list-auth/),
    );
  });

  it('OB-10: a decision on a version that has moved on comes back with its sentence', async () => {
    await open();
    await title(/^Asha Nair/);
    const { showEntries } = await import('#data/entries.ts');
    showEntries([
      anEntry({
        endpoint: 'managerApproveLocal',
        record: { kind: 'localExpense', id: 'EXP1' },
        state: 'needsYou',
        body: {},
        refusal: {
          status: 409,
          code: 'VERSION_CONFLICT',
          message: 'It has been changed meanwhile.',
          current: { ...(rows()[0]?.record as object), version: 7 },
        },
      }),
    ]);
    expect(await within(card()).findByText('It has been changed meanwhile.')).toBeInTheDocument();
    expect(within(card()).getByRole('button', { name: 'See both' })).toBeInTheDocument();
    expect(within(card()).getByRole('button', { name: 'Take back' })).toBeInTheDocument();
    expect(within(card()).queryByRole('button', { name: 'Approve' })).toBeNull();
  });
});
