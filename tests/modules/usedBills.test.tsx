import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createHash } from 'node:crypto';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { searchConveyance } from '#contract/calls/conveyance.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { searchMine } from '#contract/calls/records.ts';
import { searchTravelTrips } from '#contract/calls/travelExpenses.ts';
import type { ClaimBill, LocalExpense } from '#contract/expense.ts';
import type { BillReadingAnswer } from '#contract/reading.ts';
import { outbox } from '#data/entries.ts';
import { keepRows } from '#data/readCache.ts';
import { submit } from '#data/submit.ts';
import { formatDay, dayOf } from '#domain/dates.ts';
import type { ReadBill } from '#files/reading/readBill.ts';
import { withdrawCommand } from '#modules/claims/withdraw.ts';
import { travelWithdrawal } from '#modules/travelExpense/command.ts';
import { NewLocalExpense } from '#modules/localExpense/NewLocalExpense.tsx';
import { LocalExpenseForm } from '#modules/localExpense/LocalExpenseForm.tsx';
import { ok, signInAnswered } from '#tests/support/answers.ts';
import { aConveyance, aLocalExpense, aTravelExpense, aTripWithClaims } from '#tests/support/claims.ts';
import { BUYER, codeOf, dataOf, portal, SELLER, type Portal } from '#tests/support/gstCodes.ts';
import { NOTHING_READ } from '#tests/support/nothingRead.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { PERSON, show, signInOffline } from '#tests/support/screen.tsx';

const { readPdf, codesOf } = vi.hoisted(() => ({ readPdf: vi.fn(), codesOf: vi.fn() }));
vi.mock('#files/reading/pdfReading.ts', () => ({ readPdf }));
vi.mock('#files/gst/gstReader.ts', () => ({ codesOf }));

const LISTS: readonly Endpoint[] = [searchMine, searchLocalExpenses, searchConveyance, searchTravelTrips];
const CONTENT = '%PDF-1.4 the same';
const CONTROL = '%PDF-1.4 control';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const HASH = hashOf(CONTENT);
const pdf = (text: string, name: string): File => new File([text], name, { type: 'application/pdf' });
const from = { x: 0, y: 0, width: 10, height: 10 };
const offered = <Value,>(value: Value) => ({ value, confidence: 'offered', from }) as const;

const read = (more: Partial<ReadBill['reading']>): ReadBill => ({
  reading: { kind: 'bill', ...NOTHING_READ, currency: 'INR', ...more },
  pictures: {},
});
const bill = (reading?: BillReadingAnswer, fingerPrint = 'f'.repeat(64)): ClaimBill => ({
  fingerPrint,
  name: 'old.pdf',
  size: 9,
  type: 'application/pdf',
  url: '/bill',
  ...(reading && { reading }),
});
const keep = (rows: unknown[], { name }: Endpoint = searchLocalExpenses) => keepRows(name, rows, Date.now(), 'test');
const used = ({ expenseId, expenseDate }: Pick<LocalExpense, 'expenseId' | 'expenseDate'>): string =>
  `used on ${formatDay(dayOf(expenseDate, PERSON.timeZone))}, in ${expenseId}.`;

async function attach(element = <NewLocalExpense onClose={() => undefined} />, name = 'bill.pdf', content = CONTENT) {
  show(element);
  const user = userEvent.setup();
  await user.upload(await screen.findByLabelText('Bills'), pdf(content, name));
  return user;
}
const told = (): Promise<HTMLElement> => screen.findByText(/You may still file it; whoever decides is told\.$/);
/** Leaves a claim with the bill in the outbox. */
async function submitOne(): Promise<void> {
  const before = (await (await outbox()).list()).length;
  const user = await attach();
  await user.click(screen.getByLabelText('Others'));
  await user.type(screen.getByLabelText('Claim amount'), '350');
  await user.type(screen.getByLabelText('Remarks'), 'Lunch');
  await waitFor(() => expect(readPdf).toHaveBeenCalled());
  expect(screen.queryByText(/may still file it/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(async () => expect(await (await outbox()).list()).toHaveLength(before + 1));
  cleanup();
}
/** Beside a bill that was used: once that is said, the other one would be said, too. */
async function onlyControlTold(element?: ReactElement): Promise<void> {
  const control = aLocalExpense({ billUrl: [bill(undefined, hashOf(CONTROL))] });
  await keep([control]);
  const user = await attach(element);
  await user.upload(screen.getByLabelText('Bills'), pdf(CONTROL, 'control.pdf'));
  expect(await screen.findByText(/was used/)).toHaveTextContent(`“control.pdf” was ${used(control)}`);
  await waitFor(() => expect(readPdf).toHaveBeenCalledTimes(2));
  expect(screen.getAllByText(/was used/)).toHaveLength(1);
}

let one: Portal;
beforeAll(async () => {
  one = await portal('one');
});
beforeEach(async () => {
  await signInOffline();
  await noDraft('Raise Local Expenses/new');
  for (const list of LISTS) await keep([], list);
  readPdf.mockReset().mockResolvedValue(read({}));
  codesOf.mockReset().mockImplementation(async function* none() {});
});
afterEach(cleanup);

describe('DOC-22 a bill that was used in another claim of the same person, before it is submitted', () => {
  it('by its file', async () => {
    const claim = aLocalExpense({ billUrl: [bill(undefined, HASH)] });
    await keep([claim]);
    await attach();
    expect(await told()).toHaveTextContent(`“bill.pdf” was ${used(claim)}`);
  });

  it('by seller and number, however it is printed', async () => {
    const claim = aLocalExpense({ billUrl: [bill({ gstin: SELLER, billNumber: 'A/0012' })] });
    await keep([claim]);
    readPdf.mockResolvedValue(read({ taxNumber: offered(SELLER), number: offered('a-0012') }));
    await attach();
    const [, when = ''] = used(claim).split('used');
    expect(await told()).toHaveTextContent(`The bill number in “bill.pdf” was used with the same seller${when}`);
  });

  it('by its UPI payment, on a travel claim and a ride as well', async () => {
    readPdf.mockResolvedValue(read({ kind: 'payment', number: offered('412345678901') }));
    const claim = aTravelExpense({ billUrl: [bill({ upiReference: '412345678901' })] });
    await keep([aTripWithClaims('2026-11-12', '2026-11-12', [claim])], searchTravelTrips);
    await attach();
    expect(await told()).toHaveTextContent(`The UPI payment in “bill.pdf” was ${used(claim)}`);
    cleanup();
    await keep([], searchTravelTrips);
    await noDraft('Raise Local Expenses/new');
    const ride = aConveyance({ billUrl: [bill({ upiReference: '412345678901' })] });
    await keep([ride], searchConveyance);
    await attach();
    const { tripId: expenseId, travelDate: expenseDate } = ride;
    expect(await told()).toHaveTextContent(`The UPI payment in “bill.pdf” was ${used({ expenseId, expenseDate })}`);
  });

  it('by its verified e-invoice', async () => {
    const { Irn: irn } = dataOf(7);
    const eInvoice = {
      seller: SELLER,
      buyer: BUYER,
      documentKind: 'INV',
      billNumber: 'KH/7',
      day: '2026-07-08',
    } as const;
    const claim = aLocalExpense({
      billUrl: [bill({ code: 'verified', eInvoice: { ...eInvoice, value: 1007.07, irn: String(irn) } })],
    });
    const code = await codeOf(one, dataOf(7));
    codesOf.mockImplementation(async function* codes() {
      yield code;
    });
    await signInAnswered(PERSON, { readGst: ok({ keys: [one.key], gstins: [] }) });
    await keep([{ kind: 'localExpense', record: claim }], searchMine);
    await attach();
    expect(await told()).toHaveTextContent(`The e-invoice in “bill.pdf” was ${used(claim)}`);
  });

  it('in a claim that is not sent yet', async () => {
    readPdf.mockResolvedValue(read({ kind: 'payment', number: offered('412345678901') }));
    await submitOne();
    await attach(undefined, 'again.pdf');
    expect(await told()).toHaveTextContent(
      /^“again\.pdf” was used on \d{2}-\d{2}-\d{4}, in a claim that is not sent yet\./,
    );
  });

  it('DOC-23 by its paper, in a claim that is not sent yet', async () => {
    const paper = { groups: [3, 5, 7, 11, 13], times: [152] };
    readPdf.mockResolvedValue(read({ total: offered(34_750), day: offered('2026-07-08'), paper }));
    await submitOne();
    await attach(undefined, 'again.pdf', `${CONTENT}, photographed again`);
    expect(await told()).toHaveTextContent(
      /^“again\.pdf” looks like a bill that was used on \d{2}-\d{2}-\d{4}, in a claim that is not sent yet\./,
    );
  });

  it('but not in the claim itself, in one that was withdrawn, or in somebody else’s', async () => {
    const reading = { upiReference: '412345678901' };
    const self = aLocalExpense({ billUrl: [bill(reading)] });
    await keep([
      self,
      aLocalExpense({ billUrl: [bill(reading, HASH)], withdrawn: true }),
      aLocalExpense({ billUrl: [bill(reading, HASH)], userEmail: 'employee2@example.com' }),
    ]);
    readPdf.mockResolvedValue(read({ kind: 'payment', number: offered('412345678901') }));
    await onlyControlTold(<LocalExpenseForm row={self} onClose={() => undefined} />);
  });

  it('nor in one whose withdrawal waits to be sent', async () => {
    const reading = { upiReference: '412345678901' };
    const leaving = aTravelExpense({ billUrl: [bill(reading, HASH)] });
    await keep([aTripWithClaims('2026-11-12', '2026-11-12', [leaving])], searchTravelTrips);
    const { id } = await submit(withdrawCommand(travelWithdrawal, leaving));
    readPdf.mockResolvedValue(read({ kind: 'payment', number: offered('412345678901') }));
    await onlyControlTold();
    await (await outbox()).discard(id);
  });

  it('nothing is said of a bill that was not', async () => {
    await keep([aLocalExpense({ billUrl: [bill({ gstin: SELLER, billNumber: '12' })] })]);
    readPdf.mockResolvedValue(read({ number: offered('12') }));
    await onlyControlTold();
  });
});
