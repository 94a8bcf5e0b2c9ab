import { screen, within } from '@testing-library/react';
import { hashKey } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FinanceCharts } from '#contract/report.ts';
import { online } from '#data/online.ts';
import { keepAnswer } from '#data/readCache.ts';
import { NO_ROLES } from '#data/sessionStore.ts';
import { FinanceChartsFrame } from '#modules/finance/screens/DownloadReports.tsx';
import { PERSON, show, signInOffline } from '#tests/support/screen.tsx';

const FINANCE = { ...PERSON, email: 'finance@example.com', roles: { ...NO_ROLES, isFinance: true } };

beforeEach(async () => {
  await signInOffline(FINANCE);
  for (let n = 0; n < 3; n += 1) online.sawAnswer();
});
afterEach(() => vi.restoreAllMocks());

describe('the pictures', () => {
  const PICTURES: FinanceCharts = {
    ages: [
      { from: 0, to: 7, claims: 2, amount: 1200.5 },
      { from: 8, to: 15, claims: 0, amount: 0 },
      { from: 16, to: 30, claims: 0, amount: 0 },
      { from: 31, to: 60, claims: 0, amount: 0 },
      { from: 61, to: null, claims: 1, amount: 300 },
    ],
    months: ['2026-06-01', '2026-07-01'],
    approved: [{ month: '2026-07-01', primaryExpenseType: 2, type: 'FOOD', claims: 3, amount: 700 }],
    centres: [
      { costCentre: 'Sales', claims: 3, amount: 600 },
      { costCentre: '', claims: 1, amount: 50 },
    ],
    otherCentres: { centres: 2, claims: 4, amount: 50 },
    meals: [
      { employeeName: 'Asha Nair', employeeCode: 'KH1001', day: '2026-07-10', claims: 2, amount: 750, waiting: 1 },
    ],
    mealDays: 3,
  };
  const keep = (data: FinanceCharts) =>
    keepAnswer(hashKey(['sumFinancePictures', FINANCE.email, {}]), { success: true, data }, Date.now());
  const tableOf = async (name: string) => {
    const table = await screen.findByRole('table', { name, hidden: true });
    return within(table)
      .getAllByRole('row', { hidden: true })
      .map((row) => [...row.children].map((cell) => cell.textContent));
  };

  it('REP-7: each stands with its table behind it', async () => {
    vi.stubGlobal('IntersectionObserver', undefined);
    await keep(PICTURES);
    show(<FinanceChartsFrame />);
    expect(await tableOf('What waits for finance')).toEqual([
      ['Days', 'Claims', 'Amount'],
      ['0 to 7 days', '2', '₹1,200.50'],
      ['8 to 15 days', '0', '₹0.00'],
      ['16 to 30 days', '0', '₹0.00'],
      ['31 to 60 days', '0', '₹0.00'],
      ['over 60 days', '1', '₹300.00'],
      ['In all', '3', '₹1,500.50'],
    ]);
    expect(await tableOf('Cost centres')).toEqual([
      ['Cost centre', 'Claims', 'Amount'],
      ['Sales', '3', '₹600.00'],
      ['No cost centre', '1', '₹50.00'],
      ['2 others', '4', '₹50.00'],
      ['In all', '8', '₹700.00'],
    ]);
    expect(await tableOf('What finance approved')).toEqual([
      ['Type', 'June 2026', 'July 2026', 'In all'],
      ['Travel: Food', '–', '₹700.00', '₹700.00'],
      ['In all', '–', '₹700.00', '₹700.00'],
    ]);
    expect((await tableOf('Food near the limit'))[1]).toEqual([
      'Asha Nair',
      'KH1001',
      '10-07-2026',
      '2',
      '1',
      '₹750.00',
    ]);
    expect(screen.getByText(/^The fullest 1 of 3 days from nine tenths of ₹750\.00 on/)).toBeInTheDocument();
  });

  it('REP-7: says so where there is nothing to draw', async () => {
    vi.stubGlobal('IntersectionObserver', undefined);
    await keep({
      ...PICTURES,
      ages: PICTURES.ages.map((age) => ({ ...age, claims: 0, amount: 0 })),
      approved: [],
      centres: [],
      otherCentres: null,
      meals: [],
      mealDays: 0,
    });
    show(<FinanceChartsFrame />);
    expect(await screen.findByText('Nothing is pending with finance.')).toBeInTheDocument();
    expect(screen.getByText('No pending food claim is near the limit.')).toBeInTheDocument();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('REP-7: for finance alone', async () => {
    await signInOffline({ ...PERSON, roles: { ...NO_ROLES, isManager: true } });
    const { container } = show(<FinanceChartsFrame />);
    expect(container.querySelector('section')).toBeNull();
  });
});
