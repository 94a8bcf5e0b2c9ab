import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { XLSX_TYPE } from '#contract/sheets.ts';
import { online } from '#data/online.ts';
import { mayOpen } from '#domain/screens.ts';
import { UploadDocument } from '#modules/policy/screens/UploadDocument.tsx';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { PERSON, show } from '#tests/support/screen.tsx';
import { DOCUMENTS, TALLY_ADMIN } from '#tests/support/tallyScreens.tsx';

const SIGNED = '/api/v1/signed/sheet/payment';
const sheet = (name = 'Payment.xlsx'): File => new File(['PK'], name, { type: XLSX_TYPE });
const taken = (more: object = {}): object => ({
  success: true,
  errorMessage: null,
  data: {
    'Payment vouchers.xml': `${SIGNED}?expires=1&signature=a`,
    'Refused payments.xlsx': `${SIGNED}?expires=1&signature=b`,
  },
  done: 12,
  refused: 2,
  ...more,
});
const section = (name: string) => screen.findByRole('region', { name });
const close = vi.fn();
const saved: string[] = [];

vi.setConfig({ testTimeout: 60_000 });
beforeEach(() => {
  close.mockClear();
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

describe('Upload Document', () => {
  it('PAY-1: each sheet has its control and its template, and the dialog no footer', async () => {
    await signInAnswered(DOCUMENTS, {});
    show(<UploadDocument onClose={close} />);
    const dialog = await screen.findByRole('dialog', { name: 'Upload Document' });
    expect(
      within(await section('Expense sheet')).getByRole('button', { name: 'Download Expense Sheet' }),
    ).toBeEnabled();
    expect(
      within(await section('Payment sheet')).getByRole('button', { name: 'Download Payment Sheet' }),
    ).toBeEnabled();
    for (const name of ['Expenses', 'Payments'])
      expect(within(dialog).getByLabelText(name, { selector: 'input' })).not.toHaveAttribute('multiple');
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label') ?? each.textContent),
    ).toEqual([
      'Close dialog',
      'Download Expense Sheet',
      'Upload Expenses',
      'Download Payment Sheet',
      'Upload Payments',
    ]);
  });

  it('PAY-1: the result of a sheet is shown, and each file that came back is listed and saved', async () => {
    const asked = await signInAnswered(DOCUMENTS, {
      uploadPayments: taken(),
      signedFile: () => new Response('<ENVELOPE/>', { headers: { 'content-type': 'application/xml' } }),
    });
    show(<UploadDocument onClose={close} />);
    await userEvent.upload(await screen.findByLabelText('Payments', { selector: 'input' }), sheet());
    const result = within(await section('Payment sheet'));
    expect(await result.findByText('12 rows carried out, 2 refused.')).toBeInTheDocument();
    expect(asked).toMatchObject([{ name: 'uploadPayments', file: 'Payment.xlsx' }]);
    const files = within(result.getByRole('list', { name: 'Files of Payment.xlsx' }));
    expect(files.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('download')])).toEqual([
      ['Payment vouchers.xml', 'Payment vouchers.xml'],
      ['Refused payments.xlsx', 'Refused payments.xlsx'],
    ]);
    await userEvent.click(files.getByRole('link', { name: 'Payment vouchers.xml' }));
    expect(await screen.findByText('Payment vouchers.xml is saved.')).toBeInTheDocument();
    expect(saved).toEqual(['Payment vouchers.xml']);
  });

  it('PAY-1: a sheet that is refused says so in the provider’s own words', async () => {
    await signInAnswered(DOCUMENTS, {
      uploadExpenses: () => Response.json({ success: false, errorMessage: 'This sheet has no rows.' }, { status: 422 }),
    });
    show(<UploadDocument onClose={close} />);
    await userEvent.upload(await screen.findByLabelText('Expenses', { selector: 'input' }), sheet('Expense.xlsx'));
    expect(await within(await section('Expense sheet')).findByText('This sheet has no rows.')).toBeInTheDocument();
    expect(within(await section('Payment sheet')).queryByRole('alert')).toBeNull();
  });

  it('PAY-1: one file at a time, with its progress; it can be stopped, and the dialog waits for it', async () => {
    let answer: (given: object) => void = () => undefined;
    const asked = await signInAnswered(DOCUMENTS, {
      uploadPayments: () => new Promise<object>((done) => (answer = done)),
    });
    show(<UploadDocument onClose={close} />);
    const input = await screen.findByLabelText('Payments', { selector: 'input' });
    await userEvent.upload(input, sheet());
    const progress = await screen.findByRole('progressbar', { name: 'Sending Payment.xlsx' });
    expect(progress).toHaveAttribute('value', '0.5');
    expect(screen.getByRole('button', { name: 'Upload Expenses' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Close dialog' }));
    expect(close).not.toHaveBeenCalled();
    expect(await screen.findByText('One moment: the file is on its way.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText(/^Stopped\./)).toBeInTheDocument();
    answer(taken());
    expect(screen.getByRole('button', { name: 'Upload Expenses' })).toBeEnabled();
    expect(asked).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Close dialog' }));
    expect(close).toHaveBeenCalledOnce();
  });

  it('PAY-1: the template is saved under its name', async () => {
    const asked = await signInAnswered(DOCUMENTS, {
      downloadExpenseExcel: ok(`${SIGNED}?expires=1&signature=c`),
      signedFile: () => new Response('PK', { headers: { 'content-type': XLSX_TYPE } }),
    });
    show(<UploadDocument onClose={close} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Download Payment Sheet' }));
    expect(await screen.findByText('Payment.xlsx is saved.')).toBeInTheDocument();
    expect(saved).toEqual(['Payment.xlsx']);
    expect(asked[0]?.query.get('isPayments')).toBe('true');
    // The address is good by itself.
    expect(asked[1]?.headers.get('token')).toBeNull();
  });

  it('PAY-1: a template that does not come says so in its own words', async () => {
    let gone = true;
    await signInAnswered(DOCUMENTS, {
      downloadExpenseExcel: ok(`${SIGNED}?expires=1&signature=c`),
      signedFile: () =>
        gone ? refusal(404, 'NOT_FOUND', 'Nothing here, or not yours') : Promise.reject(new TypeError('No network.')),
    });
    show(<UploadDocument onClose={close} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Download Expense Sheet' }));
    expect(await screen.findByText(/^Network Response was not 200/)).toBeInTheDocument();
    gone = false;
    await userEvent.click(await screen.findByRole('button', { name: 'Download Expense Sheet' }));
    expect(await screen.findByText(/^Error Downloading file: /)).toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it('PAY-1: without a network it says so, and nothing is begun', async () => {
    const asked = await signInAnswered(DOCUMENTS, { uploadPayments: taken() });
    show(<UploadDocument onClose={close} />);
    for (let n = 0; n < 3; n += 1) online.sawFailure();
    expect(
      await screen.findByText('Sheets need a connection. What came back is still listed here.'),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Upload Payments' }));
    expect(await screen.findByText('Sheets need a connection.')).toBeInTheDocument();
    await userEvent.upload(screen.getByLabelText('Payments', { selector: 'input' }), sheet());
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(asked).toEqual([]);
  });

  it('PAY-3: it is for finance’s documents alone', () => {
    expect([DOCUMENTS, TALLY_ADMIN, PERSON].map(({ roles }) => mayOpen('/home/upload-document', roles))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
