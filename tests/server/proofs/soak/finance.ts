import { bulkFinanceLocal } from '#contract/calls/finance.ts';
import { downloadLocalExpenses, downloadSummarizedReport, sumFinancePictures } from '#contract/calls/reports.ts';
import { usersByName } from '#contract/calls/users.ts';
import { STATUS_CODES } from '#contract/enums.ts';
import { encodeListQuery, type Filters } from '#contract/query.ts';
import { REPORT_FORMATS } from '#contract/report.ts';
import type { Person } from '#contract/user.ts';
import { inBatch, pageOf, PENDING } from './deciding.ts';
import type { Ledger } from './ledger.ts';
import type { Phone } from './phone.ts';

/** What finance does. */

const DAY = 86_400_000;
const BEGUN = Date.now();

const waiting = (): Filters => ({
  MANAGER_APPROVAL_DATE: ['', String(Date.now() + DAY)],
  MANAGER_APPROVAL_STATUS: [String(STATUS_CODES.approved)],
  FINANCE_APPROVAL_STATUS: [PENDING],
});

export async function pageThrough(phone: Phone): Promise<void> {
  await pageOf(phone, waiting(), phone.random.pick([25, 50, 100]));
}

export async function search(phone: Phone): Promise<void> {
  const query = phone.random.pick(['an', 'ra', 'me', 'kul', 'sha', 'ee']);
  const { body } = await phone.call<Person[]>(usersByName, { query: { query } });
  const [found] = body?.data ?? [];
  if (found) await pageOf(phone, { ...waiting(), EMPLOYEE_EMAIL: [found.email] }, 25);
}

export async function decideAsFinance(phone: Phone, ledger: Ledger): Promise<void> {
  const rows = await pageOf(phone, waiting(), 100);
  if (rows.length === 0) return;
  const { approved, done } = await inBatch(phone, bulkFinanceLocal, rows);
  const financeApprovalStatus = approved ? 'FINANCE_APPROVED' : 'FINANCE_REJECT';
  for (const id of done) ledger.acknowledged(id, { financeApprovalStatus });
}

/** Of what was there when it all began: the same work each time. */
export async function report(phone: Phone): Promise<void> {
  const filters = { FINANCE_APPROVAL_DATE: [String(BEGUN - 60 * DAY), String(BEGUN)] };
  await phone.call(phone.random.pick([downloadLocalExpenses, downloadSummarizedReport]), {
    list: encodeListQuery({ filters }),
    query: { format: phone.random.pick(REPORT_FORMATS) },
  });
}

export async function seePictures(phone: Phone): Promise<void> {
  await phone.call(sumFinancePictures);
}
