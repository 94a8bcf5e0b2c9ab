import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadTravelExpenses } from '#contract/calls/reports.ts';
import { readToken } from '#start/cookies.ts';
import { online } from '#data/online.ts';
import { nameIn, saveFile } from '#data/saveFile.ts';
import { dropSession, NO_ROLES } from '#data/sessionStore.ts';
import { dayOf, endOfDay, financialYearStart, millisOfDay } from '#domain/dates.ts';
import { DownloadReport } from '#modules/finance/DownloadReport.tsx';
import { DownloadReports } from '#modules/finance/screens/DownloadReports.tsx';
import { REPORT_FILTERS } from '#modules/finance/filters.ts';
import { listSearch } from '#list/search.ts';
import { closeToast, currentToasts } from '#ui/toast.ts';
import { PERSON, show, showAt, signInOffline } from '#tests/support/screen.tsx';

const FINANCE = { ...PERSON, email: 'finance@example.com', roles: { ...NO_ROLES, isFinance: true } };
/** What was saved, and under which name. */
let saved: { name: string; blob: Blob }[];
let blobs: Map<string, Blob>;
let asked: Request[];
const answers = (make: (request: Request) => Response | Promise<Response>): void => {
  globalThis.fetch = async (input, init) => {
    const request = new Request(new URL(String(input), 'http://localhost'), init);
    if (request.url.includes('allExpense/search'))
      return Response.json({
        success: true,
        data: {
          results: { content: [], totalElements: 2 },
          summary: { ACCEPTED_COUNT: 2, ACCEPTED_AMOUNT: 100.1, PENDING_COUNT: 0, PENDING_AMOUNT: 0 },
        },
      });
    if (!request.url.includes('ownload')) return Promise.reject(new TypeError('No network.'));
    asked.push(request);
    return make(request);
  };
};
const file = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="plain.csv"; filename*=UTF-8''finance-report-%E0%A4%85.csv`,
      ...headers,
    },
  });
const textOf = (blob: Blob | undefined): Promise<unknown> =>
  new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsText(blob ?? new Blob());
  });

beforeEach(async () => {
  await signInOffline(FINANCE);
  for (let n = 0; n < 3; n += 1) online.sawAnswer();
  localStorage.removeItem('kharcha.fileType');
  [saved, blobs, asked] = [[], new Map(), []];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set(`blob:${blobs.size}`, blob as Blob);
    return `blob:${blobs.size - 1}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: blobs.get(this.href) ?? new Blob() });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const { id } of currentToasts()) closeToast(id);
});

describe('Download Report beside a list', () => {
  const button = () => screen.getByRole('button', { name: 'Download Report' });
  const open = () =>
    show(
      <DownloadReport
        endpoint={downloadTravelExpenses}
        list={{ filters: { FINANCE_APPROVAL_STATUS: ['1'] }, sort: 'EMPLOYEE_CODE' }}
      />,
    );

  it('REP-3: asks with the token for what the list shows, and saves it under the server’s name', async () => {
    answers(() => file('\uFEFFa,b\r\n'));
    open();
    await userEvent.click(button());
    expect(await screen.findByText('finance-report-अ.csv is saved.')).toBeInTheDocument();
    const url = new URL(asked[0]?.url ?? '');
    expect([
      url.pathname,
      url.searchParams.get('primaryExpenseType'),
      url.searchParams.get('format'),
      url.searchParams.getAll('filter'),
      url.searchParams.get('sort'),
    ]).toEqual(['/api/v1/allExpense/download', '2', 'csv', ['FINANCE_APPROVAL_STATUS:1'], 'EMPLOYEE_CODE']);
    expect([asked[0]?.headers.get('token'), asked[0]?.headers.get('platform')]).toEqual(['token', 'WEB_SITE']);
    expect(saved.map(({ name }) => name)).toEqual(['finance-report-अ.csv']);
    expect(await textOf(saved[0]?.blob)).toContain('a,b\r\n');
    expect(button()).toBeEnabled();
  });

  it('REP-3: XLSX where it is chosen, the next time too', async () => {
    answers(() => file('PK', { 'content-disposition': 'attachment' }));
    const first = open();
    await userEvent.selectOptions(screen.getByLabelText('File type'), 'XLSX');
    first.unmount();
    open();
    expect(screen.getByLabelText('File type')).toHaveValue('xlsx');
    await userEvent.click(button());
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['finance-report.xlsx']));
    expect(new URL(asked[0]?.url ?? '').searchParams.get('format')).toBe('xlsx');
  });

  it('REP-3: says how much has come, and stops when told to: nothing is saved', async () => {
    let more: ReadableStreamDefaultController<Uint8Array> | undefined;
    answers((request) => {
      request.signal.addEventListener('abort', () => more?.error(request.signal.reason));
      return file(new ReadableStream<Uint8Array>({ start: (controller) => void (more = controller) }));
    });
    open();
    await userEvent.click(button());
    expect(await screen.findByText('Starting')).toBeInTheDocument();
    expect(button()).toBeDisabled();
    (await vi.waitUntil(() => more)).enqueue(new Uint8Array(1_234_567));
    expect(await screen.findByText('1.2 MB')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Stop the download' }));
    await waitFor(() => expect(button()).toBeEnabled());
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(saved).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('ID-1: what comes after its person has left is not put before the next one', async () => {
    let more: ReadableStreamDefaultController<Uint8Array> | undefined;
    answers(() => file(new ReadableStream<Uint8Array>({ start: (controller) => void (more = controller) })));
    const made = saveFile(downloadTravelExpenses, { name: 'report.csv' });
    const comes = await vi.waitUntil(() => more);
    dropSession();
    comes.close();
    await expect(made).rejects.toMatchObject({ code: 'WRONG_USER' });
    expect(saved).toEqual([]);
  });

  it('REP-3: a refusal, in the product’s words and the server’s', async () => {
    answers(() =>
      Response.json(
        { success: false, code: 'RATE_LIMITED', message: 'Your other reports are still being made.' },
        { status: 429 },
      ),
    );
    open();
    await userEvent.click(button());
    expect(
      await screen.findByText(/^Network Response was not 200\. Your other reports are still being made\.$/),
    ).toBeInTheDocument();
    expect([saved, readToken()]).toEqual([[], 'token']);
  });

  it('REP-3: no answer, half an answer, a page that is not ours: an error, and nothing is saved', async () => {
    const makes: (() => Response | Promise<Response>)[] = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () =>
        file(
          new ReadableStream<Uint8Array>({
            start: (controller) =>
              void (
                controller.enqueue(new Uint8Array(10)),
                setTimeout(() => controller.error(new TypeError('network error')), 20)
              ),
          }),
        ),
      () => new Response('<html>Sign in to the hotel’s Wi-Fi</html>', { headers: { 'content-type': 'text/html' } }),
    ];
    for (const make of makes) {
      answers(make);
      const shown = open();
      await userEvent.click(button());
      expect(await screen.findByText(/^Error Downloading file: \S/)).toBeInTheDocument();
      for (const { id } of currentToasts()) closeToast(id);
      shown.unmount();
      for (let n = 0; n < 3; n += 1) online.sawAnswer();
    }
    expect(saved).toEqual([]);
  });

  it('REP-3: without a network it says why it cannot be pressed', async () => {
    answers(() => file('x'));
    for (let n = 0; n < 3; n += 1) online.sawFailure();
    open();
    await userEvent.click(button());
    expect(await screen.findByText(/need a connection/)).toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  it('REP-3: the name in a content-disposition, without what a folder could be taken for', () => {
    expect(nameIn('attachment; filename="a.csv"; filename*=UTF-8\'\'b%20c.csv')).toBe('b c.csv');
    expect(nameIn('attachment; filename="../../etc/passwd"')).toBe('_.._etc_passwd');
    expect(nameIn('attachment; filename=plain.xlsx')).toBe('plain.xlsx');
    for (const none of [null, 'attachment', 'attachment; filename=""', 'attachment; filename="..."'])
      expect(nameIn(none)).toBeNull();
    expect(nameIn('attachment; filename*=UTF-8\'\'%E0%A4; filename="ok.csv"')).toBe('ok.csv');
  });
});

describe('/downloadReport', () => {
  const open = (search = '') => showAt(`/downloadReport${search}`, DownloadReports, listSearch(REPORT_FILTERS));
  const today = dayOf(Date.now(), FINANCE.timeZone);

  it('REP-4: what finance approved since the financial year’s start, detailed and summarized', async () => {
    answers(() => file('a'));
    await open();
    expect(screen.getByText('Finance approval date: This financial year')).toBeInTheDocument();
    expect(screen.getByText('Finance approval status: Approved')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(await screen.findByText('₹300.30')).toBeInTheDocument();
    expect(screen.getByText('approved on 6 claims')).toBeInTheDocument();
    for (const name of ['Download Detailed Report', 'Download Summarized Report']) {
      await userEvent.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
    }
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/v1/reports/downloadDetailedReport',
      '/api/v1/reports/downloadSummarizedReport',
    ]);
    const range =
      `FINANCE_APPROVAL_DATE:${millisOfDay(financialYearStart(today), FINANCE.timeZone)}|` +
      `${endOfDay(today, FINANCE.timeZone)}`;
    for (const { url } of asked)
      expect(new URL(url).searchParams.getAll('filter').toSorted()).toEqual([range, 'FINANCE_APPROVAL_STATUS:0']);
  });

  it('REP-4: the dates can be changed, the status not, whatever the address says', async () => {
    answers(() => file('a'));
    await open('?FINANCE_APPROVAL_DATE=2026-04-01|2026-04-30&FINANCE_APPROVAL_STATUS=2');
    expect(screen.getByText('Finance approval date: 01-04-2026 to 30-04-2026')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Download Detailed Report' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(new URL(asked[0]?.url ?? '').searchParams.getAll('filter')).toContain('FINANCE_APPROVAL_STATUS:0');
  });
});
