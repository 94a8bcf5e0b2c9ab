import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewLocalExpense } from '#modules/localExpense/NewLocalExpense.tsx';
import { emptyValues } from '#modules/localExpense/values.ts';
import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { loadDraft, saveDraft } from '#data/drafts.ts';
import { outbox } from '#data/entries.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { show, signInOffline } from '#tests/support/screen.tsx';

const DRAFT = 'Raise Local Expenses/new';
const photo = (name: string, size: number, mark: number): File => {
  const bytes = new Uint8Array(size);
  bytes.set([0xff, 0xd8, 0xff, 0xe0, mark]);
  return new File([bytes], name, { type: 'image/jpeg' });
};
const markOf = (bytes: ArrayBuffer | undefined): number | undefined => new Uint8Array(bytes ?? new ArrayBuffer(0))[4];

/** What decodes photos in the product: each job waits here until it is answered. */
let jobs: { mark: number | undefined; answer: (data: unknown) => void }[] = [];
class Decoder extends EventTarget {
  postMessage({ bytes }: { bytes: ArrayBuffer }): void {
    jobs.push({ mark: markOf(bytes), answer: (data) => this.dispatchEvent(new MessageEvent('message', { data })) });
  }
  terminate(): void {
    // Its job is answered.
  }
}
/** Answers the photo with this mark, once its turn has come. */
async function answer(mark: number, data: unknown): Promise<void> {
  const job = await waitFor(() => jobs.find((each) => each.mark === mark) ?? Promise.reject(new Error(`no ${mark}`)));
  expect(jobs.map((each) => each.mark)).toEqual([mark]);
  jobs = [];
  job.answer(data);
}
const fitted = (mark: number) => ({ made: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, mark + 100).buffer });
const tile = (name: string): Promise<HTMLElement> => screen.findByRole('listitem', { name });
/** Marks of the bills in the draft, and which of them are still to be made fit. */
async function drafted(): Promise<[(number | undefined)[], unknown[]]> {
  const draft = await loadDraft(DRAFT);
  const values = draft?.value as { billUrl?: { toFit?: true }[] } | undefined;
  return [draft?.bills.map(({ bytes }) => markOf(bytes)) ?? [], values?.billUrl?.map(({ toFit }) => toFit) ?? []];
}

async function open(): Promise<ReturnType<typeof userEvent.setup>> {
  show(<NewLocalExpense onClose={() => undefined} />);
  await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
  return userEvent.setup();
}

describe('photos that are made to fit (DOC-17)', () => {
  beforeEach(async () => {
    await signInOffline();
    await noDraft(DRAFT);
    jobs = [];
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not on the page')));
    vi.stubGlobal('Worker', Decoder);
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('one after the other, in their order, without a question', async () => {
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), [photo('a.heic', 3_000, 1), photo('b.jpg', FILE_BYTES_LIMIT, 2)]);
    expect(await within(await tile('Bill 2: b.jpg')).findByText('Making it fit…')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Please wait until the bills have been read.')).toBeInTheDocument();
    await answer(1, fitted(1));
    await answer(2, fitted(2));
    expect(within(await tile('Bill 1: a.jpg')).getByText('1 kB · ready')).toBeInTheDocument();
    expect(within(await tile('Bill 2: b.jpg')).getByText('1 kB · ready')).toBeInTheDocument();
    // What was taken is too large to be sent as it is.
    expect(screen.getAllByRole('button', { name: /Use the original/ })).toHaveLength(1);
    await waitFor(async () =>
      expect(await drafted()).toEqual([
        [101, 102],
        [undefined, undefined],
      ]),
    );
  });

  it.each(['left', 'changed', 'as it was'])(
    'what was submitted meanwhile is saved once they have been: the form %s',
    async (how) => {
      let closed = 0;
      show(<NewLocalExpense onClose={() => (closed += 1)} />);
      await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
      const user = userEvent.setup();
      await user.click(screen.getByRole('radio', { name: 'Others' }));
      await user.type(screen.getByLabelText('Claim amount'), '450');
      await user.type(screen.getByLabelText('Remarks'), 'Taxi');
      const bills = [photo('a.jpg', 3_000, 1), photo('b.jpg', 3_000, 2)];
      await user.upload(screen.getByLabelText('Bills'), bills);
      await user.click(screen.getByRole('button', { name: 'Submit' }));
      expect(screen.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-busy', 'true');
      if (how === 'left') cleanup();
      if (how === 'changed') await user.type(screen.getByLabelText('Remarks'), ' to the airport');
      await answer(1, fitted(1));
      if (how !== 'left') await answer(2, fitted(2));
      const saved = how === 'as it was' ? 1 : 0;
      if (how === 'changed') {
        await waitFor(async () =>
          expect(await drafted()).toEqual([
            [101, 102],
            [undefined, undefined],
          ]),
        );
        expect(screen.getByRole('button', { name: 'Submit' })).not.toHaveAttribute('aria-busy');
      }
      await waitFor(async () => expect(await (await outbox()).list()).toHaveLength(saved));
      await waitFor(() => expect(closed).toBe(saved));
    },
  );

  it('DR-1 what was taken lies in the draft until then: after a kill it is there, and made to fit', async () => {
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), photo('a.jpg', FILE_BYTES_LIMIT + 5, 3));
    await waitFor(async () => expect(await drafted()).toEqual([[3], [true]]));
    cleanup();
    // Nobody waits for this one any more.
    await answer(3, fitted(30));
    await open();
    await tile('Bill 1: a.jpg');
    expect(await drafted()).toEqual([[3], [true]]);
    await answer(3, fitted(3));
    await waitFor(async () => expect(await drafted()).toEqual([[103], [undefined]]));
  });

  it('READ-12 keeps what was read off it before', async () => {
    const facts = { localId: 'own', name: 'a.jpg', type: 'image/jpeg', size: 64, hash: 'own', toFit: true };
    const bytes = await photo('a.jpg', 64, 3).arrayBuffer();
    const reading = { code: 'a.b.c' };
    await saveDraft(DRAFT, { ...emptyValues('2026-07-10'), billUrl: [{ ...facts, reading }] }, [
      { localId: 'own', bytes, name: 'a.jpg', type: 'image/jpeg' },
    ]);
    await open();
    await answer(3, fitted(3));
    await waitFor(async () => expect(await drafted()).toEqual([[103], [undefined]]));
    expect((await loadDraft(DRAFT))?.value).toMatchObject({ billUrl: [{ localId: 'own', reading }] });
  });

  it('one that is small enough, or cannot be decoded, stays as it was taken', async () => {
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), [
      photo('small.jpg', 64, 4),
      photo('odd.jpg', 65, 5),
      photo('large.jpg', FILE_BYTES_LIMIT, 6),
    ]);
    await answer(4, { made: null });
    await answer(5, { failed: true });
    await answer(6, { failed: true });
    const large = await tile('Bill 3: large.jpg');
    expect(await within(large).findByText('Please upload file less then 2MB.')).toBeInTheDocument();
    expect(within(large).getByRole('button', { name: 'Make it smaller' })).toBeInTheDocument();
    await waitFor(async () => expect((await drafted())[0]).toEqual([4, 5, 6]));
    expect(screen.queryByRole('button', { name: /Use the original/ })).toBeNull();
  });

  it('the original takes its place again where it is wanted, and stays it', async () => {
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), photo('a.jpg', 700_000, 7));
    await answer(7, fitted(7));
    await user.click(await screen.findByRole('button', { name: 'Use the original of bill 1' }));
    expect(within(await tile('Bill 1: a.jpg')).getByText('684 kB · ready')).toBeInTheDocument();
    await waitFor(async () => expect(await drafted()).toEqual([[7], [undefined]]));
    expect(jobs).toEqual([]);
  });

  it('the same photo twice is one bill, made to fit or not', async () => {
    const user = await open();
    const field = screen.getByLabelText('Bills');
    await user.upload(field, photo('a.jpg', 3_000, 8));
    await answer(8, fitted(8));
    await screen.findByText(/ready/);
    await user.upload(field, photo('a.jpg', 3_000, 8));
    await answer(8, fitted(8));
    expect(await screen.findByText('“a.jpg” is attached already.')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });
});
