import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GstFacts } from '#contract/gst.ts';
import { loadDraft } from '#data/drafts.ts';
import { keepSeenCode } from '#files/seenCode.ts';
import { NewLocalExpense } from '#modules/localExpense/NewLocalExpense.tsx';
import { ok, signInAnswered } from '#tests/support/answers.ts';
import { BUYER, codeOf, dataOf, portal, SELLER, type Portal } from '#tests/support/gstCodes.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { PERSON, show, signInOffline } from '#tests/support/screen.tsx';

const { codesOf } = vi.hoisted(() => ({ codesOf: vi.fn() }));
vi.mock('#files/gst/gstReader.ts', () => ({ codesOf }));
vi.mock('#files/reading/pdfReading.ts', () => ({ readPdf: () => Promise.resolve(null) }));

const DRAFT = 'Raise Local Expenses/new';
const pdf = (name = 'bill.pdf'): File => new File(['%PDF-1.4 ', name], name, { type: 'application/pdf' });
const amount = (): HTMLElement => screen.getByLabelText('Claim amount');

let one: Portal;
/** The texts of the codes on each bill, by its name. */
let codes: Record<string, readonly string[]>;
beforeAll(async () => {
  one = await portal('one');
});

async function open(facts: Partial<GstFacts> = {}): Promise<ReturnType<typeof userEvent.setup>> {
  await signInAnswered(PERSON, { readGst: ok({ keys: [one.key], gstins: [], ...facts }) });
  show(<NewLocalExpense onClose={() => undefined} />);
  await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
  return userEvent.setup();
}
const attach = (user: ReturnType<typeof userEvent.setup>, name?: string) =>
  user.upload(screen.getByLabelText('Bills'), pdf(name));

describe('GST-7 the signed code of a bill, in the form', () => {
  beforeEach(async () => {
    await signInOffline();
    await noDraft(DRAFT);
    codes = {};
    codesOf.mockReset();
    codesOf.mockImplementation(async function* read(bytes: ArrayBuffer) {
      const name = new TextDecoder().decode(bytes).replace('%PDF-1.4 ', '');
      yield* codes[name] ?? [];
    });
  });
  afterEach(cleanup);

  it('shows what is verified, fills an empty amount, and offers the date', async () => {
    codes['bill.pdf'] = ['https://example.com/menu', await codeOf(one, dataOf(7))];
    const user = await open();
    await attach(user);
    const box = within(await screen.findByRole('region', { name: 'GST e-invoice in “bill.pdf”' }));
    expect(box.getByText('Verified')).toBeVisible();
    for (const said of [SELLER, 'KH/26-27/7', '08-07-2026', '₹1,007.07']) expect(box.getByText(said)).toBeVisible();
    expect(box.queryByText('Input credit possible')).toBeNull();
    expect(amount()).toHaveValue('1,007.07');
    expect(box.getByText('Amount filled in from “bill.pdf”')).toBeVisible();
    await user.click(box.getByRole('button', { name: 'Use date' }));
    expect(screen.getByLabelText('Expense date')).toHaveValue('08-07-2026');
    expect(box.queryByRole('button', { name: 'Use date' })).toBeNull();
    await user.click(box.getByRole('button', { name: 'Take amount back' }));
    expect(amount()).toHaveValue('');
    await user.click(box.getByRole('button', { name: 'Use amount' }));
    expect(amount()).toHaveValue('1,007.07');
  });

  it('GST-8 keeps the text of the code with the bill', async () => {
    const code = await codeOf(one, dataOf(7));
    codes['bill.pdf'] = ['https://example.com/menu', code];
    const user = await open();
    await attach(user);
    await screen.findByText('Verified');
    await waitFor(async () =>
      expect((await loadDraft(DRAFT))?.value).toMatchObject({ billUrl: [{ reading: { code } }] }),
    );
  });

  it('GST-11 takes the code on the photo before one that the camera saw, perhaps on another bill', async () => {
    codes['bill.pdf'] = [await codeOf(one, dataOf(8))];
    const user = await open();
    const file = pdf();
    keepSeenCode(file, await codeOf(one, dataOf(7)));
    await user.upload(screen.getByLabelText('Bills'), file);
    expect(await screen.findByText('KH/26-27/8')).toBeVisible();
    expect(screen.queryByText('KH/26-27/7')).toBeNull();
    await waitFor(async () =>
      expect((await loadDraft(DRAFT))?.value).toMatchObject({
        billUrl: [{ reading: { code: codes['bill.pdf']?.[0] } }],
      }),
    );
  });

  it('GST-11 takes the code that the camera saw where the photo shows none', async () => {
    const user = await open();
    const file = pdf();
    keepSeenCode(file, await codeOf(one, dataOf(7)));
    await user.upload(screen.getByLabelText('Bills'), file);
    expect(await screen.findByText('Verified')).toBeVisible();
    expect(amount()).toHaveValue('1,007.07');
  });

  it('GST-11 says so where the code that the camera saw is altered', async () => {
    const other = await portal('other');
    const user = await open();
    const file = pdf();
    keepSeenCode(file, await codeOf({ ...other, kid: one.kid }, dataOf(7)));
    await user.upload(screen.getByLabelText('Bills'), file);
    expect(await screen.findByText('The code of this bill does not match its signature.')).toBeVisible();
    expect(amount()).toHaveValue('');
  });

  it('GST-4 says that input credit is possible where the organisation is the buyer', async () => {
    codes['bill.pdf'] = [await codeOf(one, dataOf(7))];
    const user = await open({ gstins: [BUYER] });
    await attach(user);
    expect(await screen.findByText('Input credit possible')).toBeVisible();
  });

  it('leaves what was typed, and takes no amount from a credit note', async () => {
    codes['bill.pdf'] = [await codeOf(one, dataOf(7))];
    codes['credit.pdf'] = [await codeOf(one, dataOf(8, { DocTyp: 'CRN' }))];
    const user = await open({ gstins: [BUYER] });
    await user.type(amount(), '350');
    await attach(user);
    await screen.findByRole('button', { name: 'Use amount' });
    expect(amount()).toHaveValue('350');
    await user.click(screen.getByRole('button', { name: 'Remove bill 1' }));
    await waitFor(() => expect(screen.queryByText('Verified')).toBeNull());
    await attach(user, 'credit.pdf');
    expect(await screen.findByText('Credit note')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use amount' })).toBeNull();
    expect(screen.queryByText('Input credit possible')).toBeNull();
  });

  it.each([
    ['altered', 'The code of this bill does not match its signature.'],
    ['of an unknown key', /^The code of this bill is signed by a key that your organisation does not know\./],
  ])('says in a sentence that a code is %s', async (what, said) => {
    const other = await portal('other');
    const kid = what === 'altered' ? one.kid : other.kid;
    codes['bill.pdf'] = [await codeOf({ ...other, kid }, dataOf(7))];
    const user = await open();
    await attach(user);
    expect(await screen.findByText(said)).toBeVisible();
    expect(amount()).toHaveValue('');
  });

  it('says nothing of the code of a page, nor of a bill that cannot be read', async () => {
    codes['bill.pdf'] = ['https://example.com/menu'];
    const user = await open();
    await attach(user);
    await waitFor(() => expect(codesOf).toHaveBeenCalledOnce());
    codesOf.mockImplementation(() => {
      throw new Error('Broken.');
    });
    await attach(user, 'broken.pdf');
    await waitFor(() => expect(codesOf).toHaveBeenCalledTimes(2));
    expect(screen.queryByRole('region', { name: /GST/ })).toBeNull();
    expect(screen.queryByText(/The code of this bill/)).toBeNull();
  });

  it('reads nothing where the organisation has no key', async () => {
    codes['bill.pdf'] = [await codeOf(one, dataOf(7))];
    const user = await open({ keys: [] });
    await attach(user);
    expect(await screen.findByText(/ready/)).toBeInTheDocument();
    expect(codesOf).not.toHaveBeenCalled();
  });
});
