import {
  LEDGER_TYPES,
  type LedgerMapping,
  type TallyBatch,
  type TallyCandidate,
  type TallyVoucher,
} from '#contract/tally.ts';
import { BATCH_FILTERS, CANDIDATE_FILTERS, CANDIDATE_SORTS, VOUCHER_FILTERS } from '#modules/tally/addresses.ts';
import { TallyBatchPage } from '#modules/tally/screens/TallyBatchPage.tsx';
import { TallyData } from '#modules/tally/screens/TallyData.tsx';
import { TallyLedgersPage } from '#modules/tally/screens/TallyLedgersPage.tsx';
import { ViewTally } from '#modules/tally/screens/ViewTally.tsx';
import { millisOfDay } from '#domain/dates.ts';
import { listSearch } from '#list/search.ts';
import { PERSON, showRoutes } from './screen.tsx';

/** Batches, claims and ledgers as the server answers them, and their screens, as tests open them. */

export const TALLY_ADMIN = {
  ...PERSON,
  email: 'tally@example.com',
  name: 'Lakshmi Subramanian',
  roles: { ...PERSON.roles, isTallyAdmin: true },
};
export const DOCUMENTS = {
  ...PERSON,
  email: 'finance-docs@example.com',
  name: 'Pooja Shah',
  roles: { ...PERSON.roles, isFinanceDocument: true },
};

const day = (text: string): number => millisOfDay(text, PERSON.timeZone);
const by = { email: TALLY_ADMIN.email, name: TALLY_ADMIN.name };
const MADE = day('2026-11-12') + 36_000_000;

export const aBatch = (more: Partial<TallyBatch> = {}): TallyBatch => ({
  batchId: 'TLY1',
  kind: 2,
  from: day('2026-11-01'),
  to: day('2026-11-10'),
  vouchers: 2,
  posted: 0,
  failed: 0,
  amount: 1_984.5,
  status: 'NOT_EXPORTED',
  source: 'SCREEN',
  createdBy: by,
  exportedAt: null,
  exportedBy: null,
  mayExport: true,
  mayMark: false,
  mayRelease: true,
  version: 1,
  createdAt: MADE,
  updatedAt: MADE,
  ...more,
});
export const anExportedBatch = (more: Partial<TallyBatch> = {}): TallyBatch =>
  aBatch({ status: 'EXPORTED', exportedAt: MADE + 60_000, exportedBy: by, mayMark: true, mayRelease: false, ...more });

const claim = {
  expenseId: 'EXP1',
  kind: 2 as const,
  type: 'FOOD',
  employeeName: 'Asha Nair',
  employeeCode: 'KH1001',
  employeeEmail: 'employee@example.com',
  expenseDate: day('2026-11-02'),
  amount: 750,
  ledger: 'Travel expense - Food',
  costCentre: 'Sales',
  narration: 'Food of 02-11-2026, Asha Nair (KH1001), EXP1',
};
export const aCandidate = (more: Partial<TallyCandidate> = {}): TallyCandidate => ({
  ...claim,
  financeApprovalDate: day('2026-11-05'),
  ...more,
});
export const aVoucher = (more: Partial<TallyVoucher> = {}): TallyVoucher => ({
  ...claim,
  voucherDate: day('2026-11-05'),
  creditLedger: 'Employee Payable',
  status: 'EXPORTED',
  reason: null,
  mayRelease: false,
  ...more,
});

export const aMapping = (more: Partial<LedgerMapping> = {}): LedgerMapping => ({
  ledgers: LEDGER_TYPES.map(({ kind, type }) => ({ kind, type, ledger: `Ledger ${type}` })),
  costCentres: [
    { costCentre: 'Sales', name: '' },
    { costCentre: 'Technology', name: 'IT' },
  ],
  payableLedger: 'Employee Payable',
  bankLedger: 'HDFC',
  company: '',
  version: 4,
  updatedAt: MADE,
  updatedBy: by,
  mayChange: true,
  ...more,
});

export const openTally = (address: string) =>
  showRoutes(address, [
    { path: '/view-tally-service', Screen: ViewTally, validateSearch: listSearch(BATCH_FILTERS) },
    { path: '/tally-data', Screen: TallyData, validateSearch: listSearch(CANDIDATE_FILTERS, CANDIDATE_SORTS) },
    { path: '/tally-detail-service/$id', Screen: TallyBatchPage, validateSearch: listSearch(VOUCHER_FILTERS) },
    { path: '/home/tally-ledgers', Screen: TallyLedgersPage },
    { path: '/home/upload-document' },
    { path: '/not-found' },
  ]);
