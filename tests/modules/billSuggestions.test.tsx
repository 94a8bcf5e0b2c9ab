import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadDraft } from '#data/drafts.ts';
import { outbox } from '#data/entries.ts';
import { addDays, dayOf, formatDay } from '#domain/dates.ts';
import type { ReadBill } from '#files/reading/readBill.ts';
import { withReadings } from '#modules/claims/readings.ts';
import { NewLocalExpense } from '#modules/localExpense/NewLocalExpense.tsx';
import { noDraft } from '#tests/support/noDraft.ts';
import { PERSON, show, signInOffline } from '#tests/support/screen.tsx';

const { readPdf } = vi.hoisted(() => ({ readPdf: vi.fn() }));
vi.mock('#files/reading/pdfReading.ts', () => ({ readPdf }));

const DRAFT = 'Raise Local Expenses/new';
const yesterday = addDays(dayOf(Date.now(), PERSON.timeZone), -1);
const from = { x: 0, y: 0, width: 10, height: 10 };
const read = (confidence: 'sure' | 'offered', currency: string | null = 'INR'): ReadBill => ({
  reading: {
    kind: 'bill',
    total: { value: 34_700, confidence, from },
    day: { value: yesterday, confidence: 'sure', from },
    merchant: { value: 'Hotel Annapoorna', confidence: 'offered', from },
    number: null,
    taxNumber: null,
    tax: null,
    currency,
    paper: { groups: [], times: [] },
  },
  pictures: { total: new ArrayBuffer(4) },
});
const pdf = (name = 'bill.pdf'): File => new File(['%PDF-1.4 ', name], name, { type: 'application/pdf' });

async function open(): Promise<ReturnType<typeof userEvent.setup>> {
  show(<NewLocalExpense onClose={() => undefined} />);
  await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
  return userEvent.setup();
}
const amount = (): HTMLElement => screen.getByLabelText('Claim amount');
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }));

describe('READ-1 what a bill says, in the form', () => {
  beforeEach(async () => {
    readPdf.mockReset();
    await signInOffline();
    await noDraft(DRAFT);
  });

  it('fills an empty amount when it is sure, marked; one tap takes it back', async () => {
    readPdf.mockResolvedValue(read('sure'));
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), pdf());
    expect(await screen.findByText('filled in from “bill.pdf”')).toBeInTheDocument();
    expect(amount()).toHaveValue('347');
    expect(await screen.findByRole('img', { name: 'Where the bill says ₹347.00' })).toBeInTheDocument();
    await press(user, 'Take amount back');
    expect(amount()).toHaveValue('');
    expect(screen.queryByText('₹347.00')).not.toBeInTheDocument();
  });

  it('leaves what was typed; the rest is taken or dismissed with one tap', async () => {
    readPdf.mockResolvedValue(read('sure'));
    const user = await open();
    await user.type(amount(), '350');
    await user.upload(screen.getByLabelText('Bills'), pdf());
    expect(await screen.findByText('₹347.00')).toBeInTheDocument();
    expect(amount()).toHaveValue('350');
    await press(user, 'Use date');
    expect(screen.getByLabelText('Expense date')).toHaveValue(formatDay(yesterday));
    await press(user, 'Use remarks');
    expect(screen.getByLabelText('Remarks')).toHaveValue('Hotel Annapoorna');
    await press(user, 'Dismiss amount');
    expect(amount()).toHaveValue('350');
    expect(screen.queryByRole('region', { name: 'Read from the bill' })).not.toBeInTheDocument();
  });

  it('only offers an amount that nothing else agrees with, and none of another currency', async () => {
    readPdf.mockResolvedValueOnce(read('offered')).mockResolvedValueOnce(read('sure', 'MYR'));
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), pdf());
    expect(await screen.findByRole('button', { name: 'Use amount' })).toBeInTheDocument();
    expect(amount()).toHaveValue('');
    await press(user, 'Remove bill 1');
    await user.upload(screen.getByLabelText('Bills'), pdf('abroad.pdf'));
    expect(await screen.findByRole('button', { name: 'Use date' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Use amount' })).not.toBeInTheDocument();
  });

  it('reads a bill only once it is on the device', async () => {
    let kept = false;
    readPdf.mockImplementation(async () => {
      kept = ((await loadDraft(DRAFT))?.bills.length ?? 0) === 1;
      return null;
    });
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), pdf());
    await waitFor(() => expect(readPdf).toHaveBeenCalledOnce());
    await waitFor(() => expect(kept).toBe(true));
  });

  it.each([
    ['cannot be read', () => Promise.reject(new Error('Broken.'))],
    ['has no text', () => Promise.resolve(null)],
  ])('a bill that %s stays attached, suggests nothing and says nothing', async (_, answer) => {
    readPdf.mockImplementation(answer);
    const user = await open();
    await user.type(amount(), '350');
    await user.upload(screen.getByLabelText('Bills'), pdf());
    await waitFor(() => expect(readPdf).toHaveBeenCalledOnce());
    expect(await screen.findByText(/ready/)).toBeInTheDocument();
    expect(amount()).toHaveValue('350');
    expect(screen.queryByRole('region', { name: 'Read from the bill' })).not.toBeInTheDocument();
  });

  it('READ-12 goes with the claim, beside what the person kept; a draft and an unsent claim keep it', async () => {
    readPdf.mockResolvedValue(read('sure'));
    const user = await open();
    await user.click(screen.getByLabelText('Others'));
    await user.type(amount(), '350');
    await user.type(screen.getByLabelText('Remarks'), 'Lunch');
    await user.upload(screen.getByLabelText('Bills'), pdf());
    expect(await screen.findByText('₹347.00')).toBeInTheDocument();
    const suggested = { total: 347, day: yesterday, merchant: 'Hotel Annapoorna', sure: ['total', 'day'] };
    await waitFor(async () =>
      expect((await loadDraft(DRAFT))?.value).toMatchObject({ billUrl: [{ reading: suggested }] }),
    );
    await press(user, 'Submit');
    await waitFor(async () => expect(await (await outbox()).list()).toHaveLength(1));
    const [entry] = await (await outbox()).list();
    const [bill] = entry?.bills ?? [];
    expect(entry?.body).toMatchObject({
      claimAmount: 350,
      readings: [{ fingerPrint: bill?.hash, ...suggested }],
    });
    const bills = [{ hash: 'another' }, { hash: bill?.hash }];
    expect(entry && withReadings({ billUrl: bills }, entry)).toEqual({
      billUrl: [bills[0], { ...bills[1], reading: suggested }],
    });
  });

  it('READ-12 nothing goes with a claim whose bills say nothing', async () => {
    readPdf.mockResolvedValue(null);
    const user = await open();
    await user.click(screen.getByLabelText('Others'));
    await user.type(amount(), '350');
    await user.type(screen.getByLabelText('Remarks'), 'Lunch');
    await user.upload(screen.getByLabelText('Bills'), pdf());
    await screen.findByText(/ready/);
    await press(user, 'Submit');
    await waitFor(async () => expect(await (await outbox()).list()).toHaveLength(1));
    expect((await (await outbox()).list())[0]?.body).not.toHaveProperty('readings');
  });

  it('what is being read when the bill is removed fills nothing', async () => {
    let answer: (bill: ReadBill) => void = () => undefined;
    readPdf.mockImplementation(() => new Promise<ReadBill>((done) => (answer = done)));
    const user = await open();
    await user.upload(screen.getByLabelText('Bills'), pdf());
    await waitFor(() => expect(readPdf).toHaveBeenCalledOnce());
    await press(user, 'Remove bill 1');
    answer(read('sure'));
    await new Promise((done) => setTimeout(done, 50));
    expect(amount()).toHaveValue('');
  });
});
