import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadDraft } from '#data/drafts.ts';
import type { OfReading } from '#files/reading/photoReading.ts';
import type { ReadBill } from '#files/reading/readBill.ts';
import { NewLocalExpense } from '#modules/localExpense/NewLocalExpense.tsx';
import { NOTHING_READ } from '#tests/support/nothingRead.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { show, signInOffline } from '#tests/support/screen.tsx';

const { readPdf, readScan, readPhoto, leaveNow, forgetInterruption, fetchEngine } = vi.hoisted(() => ({
  readPdf: vi.fn(),
  readScan: vi.fn(),
  readPhoto: vi.fn(),
  leaveNow: vi.fn(),
  forgetInterruption: vi.fn(),
  fetchEngine: vi.fn(),
}));
vi.mock('#files/reading/photoReading.ts', () => ({ readPhoto, leaveNow, forgetInterruption }));
vi.mock('#files/reading/engineFiles.ts', () => ({ fetchEngine }));
vi.mock('#files/reading/pdfReading.ts', () => ({ readPdf }));
vi.mock('#files/reading/pdfScan.ts', () => ({ readScan }));

const DRAFT = 'Raise Local Expenses/new';
const from = { x: 0, y: 0, width: 10, height: 10 };
const EMPTY: ReadBill['reading'] = { kind: 'bill', ...NOTHING_READ };
const read = (paise: number, confidence: 'sure' | 'offered', rest: Partial<ReadBill['reading']> = {}): ReadBill => ({
  reading: { ...EMPTY, total: { value: paise, confidence, from }, ...rest },
  pictures: { total: new ArrayBuffer(4) },
});
const merchant = { value: 'City Taxi', confidence: 'offered', from } as const;
const photo = (name = 'bill.jpg'): File =>
  new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), name], name, { type: 'image/jpeg' });

const scan = (): File => new File(['%PDF-1.4 scan'], 'scan.pdf', { type: 'application/pdf' });

/** What `readPhoto` was asked for: tells early, answers, fails. */
interface Asked {
  turn: () => void;
  early: (bill: ReadBill) => void;
  answer: (bill: ReadBill | null) => void;
  fail: () => void;
  signal: AbortSignal;
}
let asked: Asked[] = [];

async function open(): Promise<ReturnType<typeof userEvent.setup>> {
  show(<NewLocalExpense onClose={() => undefined} />);
  await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
  return userEvent.setup();
}
const attach = async (user: ReturnType<typeof userEvent.setup>, file = photo()): Promise<Asked> => {
  const before = asked.length;
  await user.upload(screen.getByLabelText('Bills'), file);
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  return asked.at(-1) as Asked;
};
const amount = (): HTMLElement => screen.getByLabelText('Claim amount');
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  asked = [];
  const reading = ({ signal, onTurn: turn, onNews: early }: OfReading): Promise<ReadBill | null> =>
    new Promise<ReadBill | null>((answer, reject) => {
      const fail = () => reject(new Error('It was killed.'));
      signal.addEventListener('abort', fail);
      // The first has its turn at once.
      if (asked.length === 0) turn();
      asked.push({ turn, early, answer, fail, signal });
    });
  readPhoto.mockReset().mockImplementation((_job, of: OfReading) => reading(of));
  readScan.mockReset().mockImplementation((_bytes, _today, of: OfReading) => reading(of));
  readPdf.mockReset().mockResolvedValue(null);
  leaveNow.mockReset().mockResolvedValue('read');
  fetchEngine.mockReset().mockResolvedValue(undefined);
  forgetInterruption.mockReset();
  await signInOffline();
  await noDraft(DRAFT);
});

describe('READ-10 what a photo says, in the form', () => {
  it('fills the sure total while the rest is being read, then offers the rest', async () => {
    const user = await open();
    const { early, answer } = await attach(user);
    expect(screen.getByText('Reading “bill.jpg”…')).toBeInTheDocument();
    expect((await loadDraft(DRAFT))?.bills).toHaveLength(1);
    early(read(34_700, 'sure'));
    await waitFor(() => expect(amount()).toHaveValue('347'));
    expect(screen.getByText('Reading “bill.jpg”…')).toBeInTheDocument();
    answer(read(34_700, 'sure', { merchant }));
    expect(await screen.findByRole('button', { name: 'Use remarks' })).toBeInTheDocument();
    expect(screen.getByText('filled in from “bill.jpg”')).toBeInTheDocument();
    expect(screen.queryByText('Reading “bill.jpg”…')).not.toBeInTheDocument();
  });

  it('takes back a total that the whole bill does not confirm, but nothing that was typed since', async () => {
    const user = await open();
    const first = await attach(user);
    first.early(read(34_700, 'sure'));
    await waitFor(() => expect(amount()).toHaveValue('347'));
    first.answer(read(34_700, 'sure', { currency: 'MYR' }));
    await waitFor(() => expect(amount()).toHaveValue(''));
    const second = await attach(user, photo('second.jpg'));
    second.early(read(34_700, 'sure'));
    await waitFor(() => expect(amount()).toHaveValue('347'));
    await user.clear(amount());
    await user.type(amount(), '350');
    second.answer(read(36_000, 'sure'));
    expect(await screen.findByText('₹360.00')).toBeInTheDocument();
    expect(amount()).toHaveValue('350');
  });

  it('does not fill again what was taken back meanwhile', async () => {
    const user = await open();
    const { early, answer } = await attach(user);
    early(read(34_700, 'sure'));
    await screen.findByText('₹347.00');
    await press(user, 'Take amount back');
    answer(read(34_700, 'sure', { merchant }));
    await screen.findByRole('button', { name: 'Use remarks' });
    expect(amount()).toHaveValue('');
  });

  it('says of one photo at a time that it is being read', async () => {
    const user = await open();
    const first = await attach(user);
    const second = await attach(user, photo('second.jpg'));
    expect(screen.queryByText('Reading “second.jpg”…')).not.toBeInTheDocument();
    first.answer(read(34_700, 'offered'));
    second.turn();
    expect(await screen.findByText('Reading “second.jpg”…')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Stop reading' })).toHaveLength(1);
  });

  it('can be cancelled', async () => {
    const user = await open();
    const { signal } = await attach(user);
    await press(user, 'Stop reading');
    expect(signal.aborted).toBe(true);
    await waitFor(() => expect(screen.queryByText('Reading “bill.jpg”…')).not.toBeInTheDocument());
  });

  it.each<[string, (of: Asked) => void, RegExp]>([
    ['shows no text', ({ answer }) => answer(null), /^No amount, date or merchant could be read in “bill.jpg”/],
    ['says nothing of use', ({ answer }) => answer({ reading: EMPTY, pictures: {} }), /^No amount, date or merchant/],
    ['ends its worker', ({ fail }) => fail(), /^“bill.jpg” could not be read on this .* It stays attached/],
  ])('a photo that %s stays attached, with what to do; what was typed stays', async (_, end, sentence) => {
    const user = await open();
    await user.type(amount(), '350');
    end(await attach(user));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByRole('listitem', { name: /^Bill 1/ })).toBeInTheDocument();
    expect(amount()).toHaveValue('350');
    expect(screen.queryByRole('region', { name: 'Read from the bill' })).not.toBeInTheDocument();
  });
});

describe('READ-14 a PDF that is a scan', () => {
  it('is read as photos are, once its text says nothing', async () => {
    const user = await open();
    const { early, answer } = await attach(user, scan());
    expect(readPdf).toHaveBeenCalledOnce();
    expect(screen.getByText('Reading “scan.pdf”…')).toBeInTheDocument();
    early(read(34_700, 'sure'));
    await waitFor(() => expect(amount()).toHaveValue('347'));
    answer(read(34_700, 'sure', { merchant }));
    expect(await screen.findByRole('button', { name: 'Use remarks' })).toBeInTheDocument();
    expect(screen.queryByText('Reading “scan.pdf”…')).not.toBeInTheDocument();
    expect(readPdf).toHaveBeenCalledOnce();
    expect(readPhoto).not.toHaveBeenCalled();
  });

  it('waits for what reads photos; one whose text was read does not', async () => {
    leaveNow.mockResolvedValue('ask');
    readPdf.mockResolvedValueOnce(read(34_700, 'sure'));
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), scan());
    await waitFor(() => expect(amount()).toHaveValue('347'));
    expect(leaveNow).not.toHaveBeenCalled();
    await user.upload(screen.getByLabelText('Bills'), new File(['%PDF-1.4 two'], 'two.pdf', { type: scan().type }));
    await user.click(await screen.findByRole('button', { name: /^Read bills on this/ }));
    await waitFor(() => expect(readScan).toHaveBeenCalledOnce());
  });

  it('that shows no text, or cannot be read, says so', async () => {
    const user = await open();
    (await attach(user, scan())).answer(null);
    expect(await screen.findByText(/^No amount, date or merchant could be read in “scan.pdf”/)).toBeInTheDocument();
  });
});

describe('READ-11 which photos are read', () => {
  it('fetches over a link that costs only when the person says so', async () => {
    leaveNow.mockResolvedValue('ask');
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), photo());
    expect(await screen.findByText(/Fetch 18 MB once; nothing leaves your/)).toBeInTheDocument();
    expect(fetchEngine).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: /^Read bills on this/ }));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(fetchEngine).toHaveBeenCalledOnce();
  });

  it('says how far the fetching is; cancelled, it offers it again', async () => {
    fetchEngine.mockImplementation(
      (signal: AbortSignal, tell: (share: number) => void) =>
        new Promise((_, reject) => {
          tell(0.41);
          signal.addEventListener('abort', () => reject(new Error('Ended.')));
        }),
    );
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), photo());
    expect(await screen.findByText('Fetching what reads bills: 41 %')).toBeInTheDocument();
    await press(user, 'Stop fetching');
    expect(await screen.findByRole('button', { name: /^Read bills on this/ })).toBeInTheDocument();
    expect(readPhoto).not.toHaveBeenCalled();
  });

  it('says when it could not be fetched, and tries again', async () => {
    fetchEngine.mockRejectedValueOnce(new Error('Offline.'));
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), photo());
    expect(await screen.findByText('What reads bills could not be fetched.')).toBeInTheDocument();
    await press(user, 'Try again');
    await waitFor(() => expect(asked).toHaveLength(1));
  });

  it('after a page that ended while it read, only when the person asks again', async () => {
    leaveNow.mockResolvedValue('ask again');
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), photo());
    expect(await screen.findByText(/the app ended while one was being read/)).toBeInTheDocument();
    expect(readPhoto).not.toHaveBeenCalled();
    await press(user, 'Try again');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(forgetInterruption).toHaveBeenCalled();
  });

  it('not at all where the device cannot', async () => {
    leaveNow.mockResolvedValue('never');
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), photo());
    await waitFor(() => expect(leaveNow).toHaveBeenCalledOnce());
    expect(await screen.findByText(/ready/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Read bills/ })).not.toBeInTheDocument();
    expect(readPhoto).not.toHaveBeenCalled();
  });
});
