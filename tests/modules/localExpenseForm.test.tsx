import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { NewLocalExpense } from '#modules/localExpense/NewLocalExpense.tsx';
import { emptyValues } from '#modules/localExpense/values.ts';
import { FILE_BYTES_LIMIT, MAX_BILLS } from '#contract/limits.ts';
import { loadDraft, offeredFiles, saveDraft } from '#data/drafts.ts';
import { outbox } from '#data/entries.ts';
import { deviceStore, forgetPerson, requirePerson } from '#data/person.ts';
import { dropSession } from '#data/sessionStore.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { SHARED_DRAFT } from '#outbox/drafts.ts';
import { openDeviceShares } from '#storage/deviceShares.ts';
import { setWindowWidth } from '#tests/support/screens.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { PERSON, show, signInOffline } from '#tests/support/screen.tsx';

const DRAFT = 'Raise Local Expenses/new';
const today = dayOf(Date.now(), PERSON.timeZone);
const photo = (name: string, size = 64, mark = 1): File => {
  const bytes = new Uint8Array(size);
  bytes.set([0xff, 0xd8, 0xff, 0xe0, mark]);
  return new File([bytes], name, { type: 'image/jpeg' });
};
const entries = async () => (await outbox()).list();

let closed = 0;
async function open(): Promise<ReturnType<typeof userEvent.setup>> {
  closed = 0;
  show(<NewLocalExpense onClose={() => (closed += 1)} />);
  await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
  return userEvent.setup();
}
async function fill(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(screen.getByLabelText('Mobile Bill'));
  await user.type(screen.getByLabelText('Claim amount'), '123456');
  await user.type(screen.getByLabelText('Remarks'), 'November');
  await user.upload(screen.getByLabelText('Bills'), photo('bill.jpg'));
  await screen.findByText(/ready/);
}

describe('a new local expense', () => {
  beforeEach(async () => {
    await signInOffline();
    await noDraft(DRAFT);
  });

  it('LOC-15: errors stand under their fields, the first wrong one has the focus, nothing is stored', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Please check form errors!')).toBeInTheDocument();
    for (const message of [
      'Please select expense type',
      'Please enter claim amount',
      'Please enter remark',
      'Please upload bill',
    ])
      expect(screen.getByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText('Mobile Bill')).toHaveFocus();
    expect(screen.getByLabelText('Claim amount')).toHaveAccessibleDescription(/Please enter claim amount/);
    expect(await entries()).toEqual([]);
    expect(closed).toBe(0);
  });

  it('LOC-3 LOC-6: the date is today at first; empty or in the future it is refused on leaving the field', async () => {
    const user = await open();
    const date = screen.getByLabelText('Expense date');
    expect(date).toHaveValue(formatDay(today));
    await user.clear(date);
    await user.tab();
    expect(await screen.findByText('Please enter expense date')).toBeInTheDocument();
    await user.type(date, '31129999');
    expect(await screen.findByText('Expense date cannot be in the future')).toBeInTheDocument();
  });

  it('OB-1: is stored with its bill before the form closes, and its draft goes with it', async () => {
    const user = await open();
    await fill(user);
    await waitFor(async () => expect(await loadDraft(DRAFT)).not.toBeNull());
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(closed).toBe(1));
    const [entry] = await entries();
    expect(entry).toMatchObject({
      endpoint: 'createLocalExpense',
      body: { localExpenseType: 'MOBILE_BILL', claimAmount: 123_456, remarks: 'November', billUrl: [] },
      face: { title: 'Mobile Bill', day: today, success: 'Local Expense request submit successfully' },
    });
    expect(entry?.bills).toMatchObject([{ name: 'bill.jpg', type: 'image/jpeg', size: 64 }]);
    expect((await (await outbox()).bill(entry?.id ?? '', entry?.bills[0]?.localId ?? ''))?.bytes.byteLength).toBe(64);
    expect(await loadDraft(DRAFT)).toBeNull();
    expect(
      await screen.findByText(
        'Saved on this device. It will be sent when you are online. Keep this page open until it is sent.',
      ),
    ).toBeInTheDocument();
  });

  it('X26: when it cannot be stored the form stays with its content, says so, and offers the bills', async () => {
    const user = await open();
    await fill(user);
    // The draft is kept by now: whatever still keeps it would make the store anew.
    await waitFor(async () => expect((await loadDraft(DRAFT))?.bills).toHaveLength(1));
    await forgetPerson(PERSON);
    await (await deviceStore()).forgetKey(PERSON);
    const { closeRuntime } = await import('#data/runtime.ts');
    await closeRuntime();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    const said = screen.findByText(/The claim is NOT saved; the form keeps it/, undefined, { timeout: 20_000 });
    expect(await said).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save the bills to this device' })).toBeInTheDocument();
    expect(screen.getByLabelText('Claim amount')).toHaveValue('1,23,456');
    expect(closed).toBe(0);
  });

  it('DR-1: comes back as it was left, bill included, and can be started afresh', async () => {
    const user = await open();
    await fill(user);
    await waitFor(async () => expect((await loadDraft(DRAFT))?.bills).toHaveLength(1));
    cleanup();
    const again = await open();
    expect(await screen.findByRole('button', { name: 'Continue where you left off' })).toBeInTheDocument();
    expect(screen.getByLabelText('Mobile Bill')).toBeChecked();
    expect(screen.getByLabelText('Claim amount')).toHaveValue('1,23,456');
    expect(screen.getByRole('listitem', { name: 'Bill 1: bill.jpg' })).toBeInTheDocument();
    await again.click(screen.getByRole('button', { name: 'Start afresh' }));
    const asked = await screen.findByRole('dialog', { name: 'Start afresh?' });
    expect(asked).toHaveTextContent('The bill of this form is removed from this device and cannot be restored.');
    expect(screen.getByLabelText('Claim amount')).toHaveValue('1,23,456');
    await again.click(within(asked).getByRole('button', { name: 'Start afresh' }));
    expect(screen.getByLabelText('Claim amount')).toHaveValue('');
    await waitFor(async () => expect(await loadDraft(DRAFT)).toBeNull());
  });

  it('DOC-11: says which shared files it does not take, and why', async () => {
    const shared = await Promise.all(
      Array.from({ length: MAX_BILLS }, async (_, n) => ({
        localId: `s${n}`,
        bytes: await photo(`s${n}.jpg`, 64, n).arrayBuffer(),
        name: `s${n}.jpg`,
        type: 'image/jpeg',
      })),
    );
    await saveDraft(
      DRAFT,
      {
        ...emptyValues(today),
        billUrl: [{ localId: 'own', name: 'own.jpg', type: 'image/jpeg', size: 4, hash: 'own' }],
      },
      [{ localId: 'own', bytes: await photo('own.jpg', 64, 99).arrayBuffer(), name: 'own.jpg', type: 'image/jpeg' }],
    );
    await saveDraft(
      SHARED_DRAFT,
      {
        leftOut: [
          { name: 'x.html', why: 'type' },
          { name: 'y.doc', why: 'type' },
          { name: 'z.jpg', why: 'tooMany' },
        ],
      },
      shared,
    );
    await open();
    expect(
      await screen.findByText('Not attached: “x.html”, “y.doc”. Please choose a PDF, JPEG, PNG, WebP or HEIC file.'),
    ).toBeInTheDocument();
    expect(
      screen.getByText(`Not attached: “z.jpg”, “s${MAX_BILLS - 1}.jpg”. A claim can have at most ${MAX_BILLS} bills.`),
    ).toBeInTheDocument();
    await waitFor(async () => expect(await loadDraft(SHARED_DRAFT)).toBeNull());
    cleanup();
    await saveDraft(SHARED_DRAFT, { leftOut: [{ name: 'nothing.jpg', why: 'empty' }] }, []);
    await open();
    expect(await screen.findByText('Not attached: “nothing.jpg”. This file is empty.')).toBeInTheDocument();
  });

  it('P11 OB-7: asks whose it is before anything joins that was shared while nobody was signed in', async () => {
    dropSession();
    await signInOffline({ ...PERSON });
    const device = await openDeviceShares(Date.now);
    await device.addShare({
      id: 'share',
      bills: [
        {
          localId: 'offered',
          bytes: await photo('offered.jpg', 64, 7).arrayBuffer(),
          name: 'offered.jpg',
          type: 'image/jpeg',
        },
      ],
      leftOut: [],
    });
    show(<NewLocalExpense onClose={() => undefined} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
    expect(screen.queryByRole('listitem', { name: /offered/ })).toBeNull();
    cleanup();
    show(<NewLocalExpense onClose={() => undefined} />);
    expect(await screen.findByText(/A file was shared to this app while nobody was signed in/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Attach it' }));
    expect(await screen.findByRole('listitem', { name: 'Bill 1: offered.jpg' })).toBeInTheDocument();
    expect(await device.count()).toBe(0);
    device.close();
  });

  it('ST-5 OB-7: how long a file is kept counts from when it is shown to somebody, not from a look', async () => {
    dropSession();
    await signInOffline({ ...PERSON });
    const device = await openDeviceShares(Date.now);
    await device.addShare({ id: 'told', bills: [], leftOut: [], text: 'Lunch with Asha' });
    const later = Date.now() + 31 * 86_400_000;
    expect(await offeredFiles()).toBe(1);
    await device.dropOver(later);
    expect(await device.count()).toBe(1);
    show(<NewLocalExpense onClose={() => undefined} />);
    await screen.findByText(/A file was shared to this app while nobody was signed in/);
    await expect.poll(async () => (await device.dropOver(later), device.count())).toBe(0);
    device.close();
  });

  it('ST-5: opens at once where a look for this sign-in has found nothing that was shared before it', async () => {
    dropSession();
    await signInOffline({ ...PERSON });
    show(<NewLocalExpense onClose={() => undefined} />);
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
    cleanup();
    show(<NewLocalExpense onClose={() => undefined} />);
    expect(screen.getByRole('dialog', { name: 'Raise Local Expenses' })).toBeInTheDocument();
    cleanup();
    dropSession();
    await signInOffline({ ...PERSON });
    show(<NewLocalExpense onClose={() => undefined} />);
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
  });

  it('DR-1 OB-11: says what lies aside because this build cannot open it, drops what nothing can read', async () => {
    await saveDraft(DRAFT, 'of the newer version', []);
    const { store } = await requirePerson();
    const change = (more: { v: number } | { v: number; sealed: ArrayBuffer }) =>
      store.write(['drafts'], async (tx) => {
        for (const row of await tx.objectStore('drafts').getAll())
          await tx.objectStore('drafts').put({ ...row, ...more });
      });
    await change({ v: 2 });
    await open();
    expect(
      await screen.findByText(
        'What you had typed here was kept by a newer version of this app. ' +
          'It stays on this device, and comes back when this page is updated.',
      ),
    ).toBeInTheDocument();
    cleanup();
    await change({ v: 1, sealed: new ArrayBuffer(40) });
    const user = await open();
    expect(
      await screen.findByText(
        'What you had typed here last time cannot be read any more. It stays on this device until you throw it away.',
      ),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Throw it away' }));
    expect(screen.queryByText(/cannot be read any more/)).toBeNull();
    await waitFor(async () =>
      expect(
        (await store.read(['drafts'], (tx) => tx.objectStore('drafts').getAllKeys())).filter((key) =>
          key.startsWith('aside/'),
        ),
      ).toEqual([]),
    );
  });

  it('DOC-1 DOC-11: several bills at once; one too big stays with its message and blocks the claim', async () => {
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), [
      photo('a.jpg', 64, 1),
      photo('big.jpg', FILE_BYTES_LIMIT, 2),
      photo('again.jpg', 64, 1),
    ]);
    expect(await screen.findByText('“again.jpg” is attached already.')).toBeInTheDocument();
    const tile = screen.getByRole('listitem', { name: 'Bill 2: big.jpg' });
    expect(within(tile).getByText('Please upload file less then 2MB.')).toBeInTheDocument();
    expect(within(tile).getByRole('button', { name: 'Make it smaller' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.getAllByText('Please upload file less then 2MB.')).toHaveLength(2));
    await user.click(within(tile).getByRole('button', { name: 'Remove bill 2' }));
    expect(screen.queryByText('Please upload file less then 2MB.')).toBeNull();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('DOC-11: on a phone there are camera, gallery and files', async () => {
    setWindowWidth(360);
    await open();
    for (const name of ['Camera', 'Gallery', 'Files'])
      expect(await screen.findByRole('button', { name })).toBeInTheDocument();
  });
});
