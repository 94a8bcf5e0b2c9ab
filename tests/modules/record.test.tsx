import { hashKey } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getRecord, recordHistory } from '#contract/calls/records.ts';
import type { AnyRecord, HistoryRow } from '#contract/record.ts';
import { outbox } from '#data/entries.ts';
import { readOptions } from '#data/query.ts';
import { keepAnswer, keepRows } from '#data/readCache.ts';
import { AllRequests } from '#modules/records/screens/AllRequests.tsx';
import { ALL_REQUESTS_FILTERS } from '#modules/records/addresses.ts';
import { stagesOf } from '#modules/records/progress.ts';
import { RecordPage } from '#modules/records/screens/RecordPage.tsx';
import { listSearch } from '#list/search.ts';
import { usePageTitle } from '#app/shell/usePageTitle.ts';
import { APPROVED, REJECTED } from '#tests/support/claims.ts';
import { anyLocal, anyTrip } from '#tests/support/records.ts';
import { showAt, showRoutes, signInOffline } from '#tests/support/screen.tsx';
import { ID, parts, keepAsked } from './recordFixtures.tsx';

const keepRecord = (record: AnyRecord, mayAsk: boolean) =>
  keepAnswer(
    hashKey(readOptions(getRecord, { parts }).queryKey),
    { success: true, data: { record, mayAsk } },
    Date.now(),
  );
const keepHistory = (rows: HistoryRow[], more: object = {}) =>
  keepAnswer(
    hashKey(readOptions(recordHistory, { parts }).queryKey),
    { success: true, data: rows, ...more },
    Date.now(),
  );

function Named() {
  return (
    <>
      <h1>{usePageTitle().title}</h1>
      <RecordPage />
    </>
  );
}
const at = (tab: string) =>
  showRoutes(`/detail/${ID}/${tab}`, [
    {
      path: '/detail/$id/$tab',
      Screen: Named,
      validateSearch: (raw) => ({ ...(String(raw['ask']) === '1' && { ask: 1 }) }),
    },
    { path: '/outbox' },
    { path: '/list' },
  ]);

beforeEach(async () => {
  await signInOffline();
  await keepAsked([]);
});

describe('NAV-6 one record, without network', () => {
  it('says what it is, how it stands and how far it has come; the page is named by it', async () => {
    await keepRecord(
      anyLocal({
        expenseId: ID,
        localExpenseType: 'MOBILE_BILL',
        claimAmount: 708,
        managerName: 'Ravi Menon',
        remarks: 'Jio October',
      }),
      false,
    );
    await at('details');
    expect(await screen.findByRole('heading', { level: 1, name: 'Mobile Bill ₹708.00' })).toBeInTheDocument();
    for (const text of ['Jio October', 'Manager: Pending', 'Asha Nair (KH1001)', 'Ravi Menon'])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-label'))).toEqual([
      'Details',
      'Bills',
      'History',
      'Enquiries',
    ]);
    expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName('Details');
    expect(screen.queryByRole('button', { name: 'Ask' })).toBeNull();
    expect(screen.getByText(/^As of /)).toBeInTheDocument();
  });

  it('tabs are walked by the arrow keys, and each has its address', async () => {
    const user = userEvent.setup();
    await keepRecord(anyLocal({ expenseId: ID }), false);
    await keepHistory([
      {
        at: Date.UTC(2026, 10, 12, 6),
        by: 'Vikram Rao',
        onBehalfOf: 'Ravi Menon',
        what: 'Approved by the manager',
        changes: [{ field: 'Manager', before: 'Pending', after: 'Approved' }],
      },
    ]);
    const router = await at('details');
    (await screen.findByRole('tab', { name: 'Details' })).focus();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByText('No bills')).toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByText('Approved by the manager')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe(`/detail/${ID}/history`);
    expect(screen.getByText('Vikram Rao for Ravi Menon · 12-11-2026 11:30')).toBeInTheDocument();
    expect(screen.getByText('→ Approved')).toBeInTheDocument();
  });

  it.each([
    ['history', {}],
    ['history', { more: true }],
    ['enquiries', {}],
    ['enquiries', { more: true }],
  ])('LIST-19: its %s says whether there is more than %o tells', async (tab, more) => {
    await keepRecord(anyLocal({ expenseId: ID }), false);
    await keepHistory(
      [
        {
          at: Date.UTC(2026, 10, 12, 6),
          by: 'Vikram Rao',
          onBehalfOf: null,
          what: 'Approved by the manager',
          changes: [],
        },
      ],
      more,
    );
    await keepAsked([], more);
    await at(tab);
    expect(await screen.findByText(tab === 'history' ? 'Approved by the manager' : 'No questions')).toBeInTheDocument();
    expect(screen.queryAllByText('There are more than are shown here.')).toHaveLength('more' in more ? 1 : 0);
  });

  it('a record that only came along with a list opens too', async () => {
    await keepRows(
      'searchLocalExpenses',
      [anyLocal({ expenseId: 'EXP5', remarks: 'From the list' }).record],
      Date.now(),
      'test',
    );
    await showRoutes('/detail/EXP5/details', [{ path: '/detail/$id/$tab', Screen: Named }]);
    expect(await screen.findByText('From the list')).toBeInTheDocument();
  });

  it('one that is nowhere says so, with a way to try again', async () => {
    await showRoutes('/detail/EXP6/details', [{ path: '/detail/$id/$tab', Screen: Named }]);
    expect(await screen.findByRole('alert')).toHaveTextContent('This request could not be loaded.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('ENQ-1 an approver asks in place; the question waits on the device and can be thrown away', async () => {
    const user = userEvent.setup();
    await keepRecord(
      anyLocal({ expenseId: ID, userEmail: 'employee2@example.com', employeeName: 'Imran Qureshi' }),
      true,
    );
    await at('enquiries');
    await user.click(await screen.findByRole('button', { name: 'Ask a question' }));
    await user.click(await screen.findByRole('button', { name: 'Send question' }));
    expect(await screen.findByText('Please enter a question')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Question'), 'Whose phone is it?');
    await user.click(screen.getByRole('button', { name: 'Send question' }));
    const card = await screen.findByRole('listitem', { name: /Whose phone is it/ });
    expect(within(card).getByText(/^Your question: /)).toBeInTheDocument();
    const [entry] = await (await outbox()).list();
    expect(entry).toMatchObject({
      endpoint: 'askEnquiry',
      url: `/api/v1/record/${ID}/enquiries`,
      body: { question: 'Whose phone is it?' },
    });
    expect(await within(card).findByRole('button', { name: 'Try again' })).toBeEnabled();
    await user.click(within(card).getByRole('button', { name: 'Discard' }));
    await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('No questions')).toBeInTheDocument();
  });
});

describe('how far a record has come', () => {
  const words = (record: AnyRecord) => stagesOf(record, 'Asia/Kolkata').map(({ name, word }) => `${name}: ${word}`);
  it('from raising to payment, and no further than a rejection or a withdrawal', () => {
    expect(words(anyLocal())).toEqual(['Raised: 12-11-2026', 'Manager: Pending', 'Finance: Not yet']);
    expect(words(anyLocal({ managerApprovalStatus: APPROVED }))).toEqual([
      'Raised: 12-11-2026',
      'Manager: Approved',
      'Finance: Pending',
    ]);
    expect(words(anyLocal({ managerApprovalStatus: REJECTED }))).toEqual(['Raised: 12-11-2026', 'Manager: Rejected']);
    expect(words(anyLocal({ withdrawn: true }))).toEqual(['Raised: 12-11-2026', 'Withdrawal: Withdrawn']);
    expect(words(anyTrip())).toEqual(['Raised: 12-11-2026', 'Manager: Pending', 'Admin: Not yet']);
  });
});

describe('NAV-4 everything one raised, without network', () => {
  const show = (address = '/list') => showAt(address, AllRequests, listSearch(ALL_REQUESTS_FILTERS));
  it('cards of every kind lead to their page; words find among them', async () => {
    const user = userEvent.setup();
    await keepRows(
      'searchMine',
      [anyTrip({ tripId: 'TRP1' }), anyLocal({ expenseId: 'EXP7', remarks: 'Taxi to Hebbal' })],
      Date.now(),
      'test',
    );
    const router = await show();
    expect(
      await screen.findByRole('link', { name: /^TRP1, Travel request, Bengaluru to Pune, 20-11-2026 to 22-11-2026/ }),
    ).toHaveAttribute('href', '/detail/TRP1/details');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'hebbal');
    expect(await screen.findByText('Search: hebbal')).toBeInTheDocument();
    expect(
      (await screen.findAllByRole('listitem', { name: /^(TRP|EXP)/ })).map((card) => card.getAttribute('aria-label')),
    ).toEqual(['EXP7']);
    expect(router.state.location.search).toMatchObject({ SEARCH: 'hebbal' });
  });
});
