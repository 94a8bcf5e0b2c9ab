import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { outbox } from '#data/entries.ts';
import { keepRows } from '#data/readCache.ts';
import { submit } from '#data/submit.ts';
import { millisOfDay } from '#domain/dates.ts';
import type { ReadBill } from '#files/reading/readBill.ts';
import { withdrawCommand } from '#modules/claims/withdraw.ts';
import { travelWithdrawal } from '#modules/travelExpense/command.ts';
import { LocalExpenseForm } from '#modules/localExpense/LocalExpenseForm.tsx';
import { NewLocalExpense } from '#modules/localExpense/NewLocalExpense.tsx';
import { ok, refusal, signInAnswered, type AskedCall } from '#tests/support/answers.ts';
import { aLocalExpense, aTravelExpense } from '#tests/support/claims.ts';
import { portal } from '#tests/support/gstCodes.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { NOTHING_READ } from '#tests/support/nothingRead.ts';
import { PERSON, show } from '#tests/support/screen.tsx';

const { readPdf, codesOf } = vi.hoisted(() => ({ readPdf: vi.fn(), codesOf: vi.fn() }));
vi.mock('#files/reading/pdfReading.ts', () => ({ readPdf }));
vi.mock('#files/gst/gstReader.ts', () => ({ codesOf }));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const CONTENT = '%PDF-1.4 of somebody';
const HASH = hashOf(CONTENT);
const SECOND = '%PDF-1.4 of somebody else';
const DAY = millisOfDay('2026-07-08', PERSON.timeZone);
const TOLD = 'was used on 08-07-2026, in another claim of your organisation.';
const FILING = 'You may still file it; whoever decides is told.';
const from = { x: 0, y: 0, width: 10, height: 10 };
const offered = <Value,>(value: Value) => ({ value, confidence: 'offered', from }) as const;
const READ: ReadBill = {
  reading: {
    kind: 'payment',
    ...NOTHING_READ,
    number: offered('412345678901'),
    merchant: offered('Annapoorna Stores'),
  },
  pictures: {},
};

type Answer = Parameters<typeof signInAnswered>[1]['findUsedBills'];
async function signIn(findUsedBills: Answer, keys: object[] = []): Promise<AskedCall[]> {
  const facts = { readGst: ok({ keys, gstins: [] }) };
  const asked = await signInAnswered(PERSON, { ...facts, ...(findUsedBills && { findUsedBills }) });
  await noDraft('Raise Local Expenses/new');
  return asked;
}
const isAsked = (asked: readonly AskedCall[]) => asked.filter(({ name }) => name === 'findUsedBills');

async function attach(element = <NewLocalExpense onClose={() => undefined} />, content = CONTENT) {
  show(element);
  const user = userEvent.setup();
  await user.upload(
    await screen.findByLabelText('Bills'),
    new File([content], 'bill.pdf', { type: 'application/pdf' }),
  );
  return user;
}
/** Chooses what it is for. */
const choose = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByLabelText('Others'));

beforeEach(() => readPdf.mockReset().mockResolvedValue(READ));
afterEach(cleanup);

describe('DOC-26 a bill on somebody’s claim, before one’s own is submitted', () => {
  it('is asked about once the bill is read and the form says how much, without the merchant', async () => {
    let endReading = (): void => undefined;
    readPdf.mockReturnValue(new Promise<ReadBill>((resolve) => (endReading = () => resolve(READ))));
    const asked = await signIn(ok([{ fingerPrint: HASH, expenseDate: DAY }]));
    const user = await attach();
    await choose(user);
    await user.type(screen.getByLabelText('Claim amount'), '350');
    await waitFor(() => expect(readPdf).toHaveBeenCalled());
    expect(isAsked(asked)).toEqual([]);
    await user.clear(screen.getByLabelText('Claim amount'));
    endReading();
    await screen.findByRole('button', { name: 'Use remarks' });
    expect(isAsked(asked)).toEqual([]);
    expect(screen.queryByText(/was used/)).not.toBeInTheDocument();

    await user.type(screen.getByLabelText('Claim amount'), '350');
    expect(await screen.findByText(/was used/)).toHaveTextContent(`“bill.pdf” ${TOLD} ${FILING}`);
    expect(isAsked(asked).map(({ body }) => body)).toEqual([
      { readings: [{ fingerPrint: HASH, upiReference: '412345678901' }], except: [] },
    ]);
  });

  it('is asked about once its signed code was looked for, too', async () => {
    let endLooking = (): void => undefined;
    const looking = new Promise<void>((resolve) => (endLooking = resolve));
    codesOf.mockImplementation(async function* noCode() {
      await looking;
      yield 'no signed code';
    });
    const asked = await signIn(ok([]), [(await portal('one')).key]);
    const user = await attach();
    await choose(user);
    await user.type(screen.getByLabelText('Claim amount'), '350');
    await screen.findByRole('button', { name: 'Use remarks' });
    await waitFor(() => expect(codesOf).toHaveBeenCalled());
    expect(isAsked(asked)).toEqual([]);
    endLooking();
    await waitFor(() => expect(isAsked(asked)).toHaveLength(1));
  });

  it('is told by what is the same, and by the id where the claim is one’s own', async () => {
    await signIn(ok([{ fingerPrint: HASH, expenseDate: DAY, same: 'payment', id: 'EXPOLD1' }]));
    const user = await attach();
    await choose(user);
    await user.type(screen.getByLabelText('Claim amount'), '350');
    expect(await screen.findByText(/was used/)).toHaveTextContent(
      'The UPI payment in “bill.pdf” was used on 08-07-2026, in EXPOLD1.',
    );
  });

  it('is told by what is surest, and where that is as sure by what the device knows', async () => {
    const file = { fingerPrint: HASH, name: 'old.pdf', size: 9, type: 'application/pdf', url: '/bill' };
    await signIn(ok([{ fingerPrint: HASH, expenseDate: DAY }]));
    const claim = aLocalExpense({ billUrl: [{ ...file, reading: { upiReference: '412345678901' } }] });
    await keepRows(searchLocalExpenses.name, [claim], Date.now(), 'test');
    const user = await attach();
    expect(await screen.findByText(/was used/)).toHaveTextContent(`in ${claim.expenseId}.`);
    await choose(user);
    await user.type(screen.getByLabelText('Claim amount'), '350');
    // It stays: the file is the same there.
    await waitFor(() => expect(screen.getByText(/was used/)).toHaveTextContent(`in ${claim.expenseId}.`));
    expect(screen.getAllByText(/was used/)).toHaveLength(1);
  });

  it('is not told of one’s own claim whose withdrawal waits to be sent', async () => {
    const claim = aTravelExpense({ expenseId: 'TRVLEAVING' });
    await signIn(
      ok([
        { fingerPrint: HASH, expenseDate: DAY, id: 'TRVLEAVING' },
        { fingerPrint: hashOf(SECOND), expenseDate: DAY },
      ]),
    );
    const { id } = await submit(withdrawCommand(travelWithdrawal, claim));
    const user = await attach();
    await user.upload(screen.getByLabelText('Bills'), new File([SECOND], 'other.pdf', { type: 'application/pdf' }));
    await choose(user);
    await user.type(screen.getByLabelText('Claim amount'), '350');
    expect(await screen.findByText(/was used/)).toHaveTextContent(`“other.pdf” ${TOLD}`);
    await (await outbox()).discard(id);
  });

  it('the claim that is changed is not asked about', async () => {
    const claim = aLocalExpense({ claimAmount: 120 });
    const asked = await signIn(ok([]));
    await attach(<LocalExpenseForm row={claim} onClose={() => undefined} />);
    await waitFor(() => expect(isAsked(asked)).toHaveLength(1));
    expect(isAsked(asked)[0]?.body).toMatchObject({ except: [claim.expenseId] });
  });

  it.each<[string, Answer]>([
    ['refuses', refusal(429, 'RATE_LIMITED', 'Too many bills were looked up. Please try again later.')],
    ['is an older one', refusal(404, 'NOT_FOUND', 'Nothing here.')],
    ['cannot be reached', undefined],
  ])('nothing is said where the server %s', async (_, answer) => {
    await signIn(answer);
    const user = await attach();
    await choose(user);
    await user.type(screen.getByLabelText('Claim amount'), '350');
    await screen.findByRole('button', { name: 'Use remarks' });
    expect(screen.queryByText(/was used|Too many|Nothing here/)).not.toBeInTheDocument();
  });
});
