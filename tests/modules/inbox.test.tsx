import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { addShare, dropShares, listedShares, loadDraft, saveDraft } from '#data/drafts.ts';
import { dayOf } from '#domain/dates.ts';
import { InboxPage } from '#modules/inbox/screens/InboxPage.tsx';
import { NewLocalExpense } from '#modules/localExpense/NewLocalExpense.tsx';
import { emptyValues, type LocalExpenseValues } from '#modules/localExpense/values.ts';
import { openDeviceShares } from '#storage/deviceShares.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { PERSON, show, showRoutes, signInOffline } from '#tests/support/screen.tsx';

const DRAFT = 'Raise Local Expenses/new';
const today = dayOf(Date.now(), PERSON.timeZone);
const bytesOf = (mark: number): ArrayBuffer => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, mark, 0, 0, 0]).buffer;
const photo = (name: string, mark: number): File => new File([bytesOf(mark)], name, { type: 'image/jpeg' });
const share = (id: string, marks: readonly number[], more: object = {}) =>
  addShare({
    id,
    bills: marks.map((mark) => ({
      localId: `${id}-${mark}`,
      bytes: bytesOf(mark),
      name: `bill-${mark}.jpg`,
      type: 'image/jpeg',
    })),
    leftOut: [],
    ...more,
  });
const rows = (): string[] =>
  within(screen.getByRole('list', { name: 'Inbox' }))
    .getAllByRole('listitem')
    .map((row) => row.getAttribute('aria-label') ?? '');
const choose = async (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('checkbox', { name: `Choose ${name}` }));
const draft = async () => {
  const found = await loadDraft(DRAFT);
  return found && { ...(found.value as LocalExpenseValues), names: found.bills.map(({ name }) => name) };
};

async function open() {
  const router = await showRoutes('/inbox', [
    { path: '/inbox', Screen: InboxPage },
    { path: '/raise-local/expense', Screen: () => <p>The form</p> },
  ]);
  await screen.findByLabelText('Add to the inbox');
  return router;
}

beforeEach(async () => {
  await signInOffline();
  await noDraft(DRAFT);
  await dropShares((await listedShares()).map(({ id }) => ({ id, bills: [], whole: true })));
});

describe('the inbox', () => {
  it('INB-1: says where each came from, in the order of arrival, and what it is for while it is empty', async () => {
    await open();
    expect(await screen.findByText('Nothing in your inbox')).toBeInTheDocument();
    cleanup();
    await share('a', [1, 2]);
    await share('b', [3], { source: 'camera' });
    await share('c', [], { text: 'Rs 450.00 paid to City Cabs' });
    await open();
    await screen.findByRole('list', { name: 'Inbox' });
    expect(rows()).toEqual(['bill-1.jpg', 'bill-2.jpg', 'bill-3.jpg', 'Text']);
    expect(screen.getAllByText(/^From a share · /)).toHaveLength(3);
    expect(screen.getByText(/^From the camera · /)).toBeInTheDocument();
    expect(screen.getByText('Rs 450.00 paid to City Cabs')).toBeInTheDocument();
  });

  it('INB-1: takes files from a picker, each as a row of its own, and says what it does not keep', async () => {
    const user = userEvent.setup({ applyAccept: false });
    await open();
    await user.upload(screen.getByLabelText('Add to the inbox'), [
      photo('one.jpg', 1),
      new File(['x'], 'notes.txt', { type: 'text/plain' }),
      photo('two.jpg', 2),
    ]);
    await waitFor(() => expect(rows()).toEqual(['one.jpg', 'two.jpg']));
    expect(screen.getByText(/^Not kept: “notes.txt”\. /)).toBeInTheDocument();
    expect((await listedShares()).map(({ source }) => source)).toEqual(['file', 'file']);
  });

  it('INB-5 INB-3: chosen ones become one claim with the words below what was typed; the rest stays', async () => {
    await share('a', [1, 2, 3], { text: 'Rs 450.00 paid to City Cabs' });
    await saveDraft(DRAFT, { ...emptyValues(today), remarks: 'Airport', claimAmount: '450' }, []);
    const router = await open();
    await screen.findByRole('list', { name: 'Inbox' });
    await choose('bill-1.jpg');
    await choose('bill-3.jpg');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Make a claim' }));
    const dialog = await screen.findByRole('dialog', { name: 'Use 2 bills' });
    expect(await within(dialog).findByText('You are writing this one already: they join it.')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await screen.findByText('The form');
    expect(router.history.location.href).toBe('/raise-local/expense?new=1');
    expect(await draft()).toMatchObject({
      claimAmount: '450',
      remarks: 'Airport\nRs 450.00 paid to City Cabs',
      names: ['bill-1.jpg', 'bill-3.jpg'],
    });
    expect((await listedShares()).flatMap(({ bills }) => bills.map(({ name }) => name))).toEqual(['bill-2.jpg']);
  });

  it('INB-1: discards after a question', async () => {
    await share('a', [1, 2]);
    await open();
    await screen.findByRole('list', { name: 'Inbox' });
    await choose('bill-2.jpg');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('dialog', { name: 'Discard 1 bill?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(rows()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Discard 1 bill?' })).getByRole('button', { name: 'Discard' }),
    );
    await waitFor(() => expect(rows()).toEqual(['bill-1.jpg']));
  });

  it('INB-6 OB-7: asks whose it is that was shared while nobody was signed in, and keeps what is theirs', async () => {
    const device = await openDeviceShares(Date.now);
    await device.addShare({
      id: 'offered',
      bills: [{ localId: 'o', bytes: bytesOf(9), name: 'offered.jpg', type: 'image/jpeg' }],
      leftOut: [],
      text: 'Thank you',
    });
    await showRoutes('/inbox', [{ path: '/inbox', Screen: InboxPage }]);
    await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
    await screen.findByRole('list', { name: 'Inbox' });
    expect(rows()).toEqual(['offered.jpg']);
    expect(screen.getByText('Thank you')).toBeInTheDocument();
    expect(await device.count()).toBe(0);
    device.close();
  });
});

describe('INB-2: what joins a new local expense by itself', () => {
  const attached = async (): Promise<string[]> => {
    show(<NewLocalExpense onClose={() => undefined} />);
    await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
    await waitFor(async () => expect(await screen.findByLabelText('Remarks')).toBeEnabled());
    return screen.queryAllByRole('listitem', { name: /^Bill/ }).map((each) => each.getAttribute('aria-label') ?? '');
  };

  it('a share that is alone, with its words', async () => {
    await share('a', [1, 2], { text: 'Rs 450.00 paid' });
    show(<NewLocalExpense onClose={() => undefined} />);
    expect(await screen.findByRole('listitem', { name: 'Bill 2: bill-2.jpg' })).toBeInTheDocument();
    expect(screen.getByLabelText('Remarks')).toHaveValue('Rs 450.00 paid');
    expect(await listedShares()).toEqual([]);
  });

  it.each([
    [
      'not one of several',
      async () => {
        await share('a', [1]);
        await share('b', [2]);
      },
    ],
    ['not one that was put there for later', () => share('a', [1], { source: 'camera' })],
  ])('%s', async (_, make) => {
    await make();
    const before = await listedShares();
    expect(await attached()).toEqual([]);
    expect(await listedShares()).toEqual(before);
  });
});
