import { readFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import type { Download, Page } from '@playwright/test';
import { expect, onPhone, test } from '../support/fixtures.ts';
import { card, dialog, expectToast, LISTS, signIn, signOut, today } from '../support/steps.ts';

const TALLY = 'tally@example.com';
const DOCUMENTS = 'finance-docs@example.com';

/** Saves what a button gives, and answers its text. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download') as Promise<Download>, press()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('TALLY-1 TALLY-2 TALLY-3 TALLY-5: a batch is made of claims, its file downloaded, marked posted @desktop', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, TALLY);
  await page.goto(`${site.url}/home`);
  await page.getByRole('button', { name: 'View Tally', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Tally');
  await page.getByRole('link', { name: 'Tally Data' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tally Data');
  const boxes = page.getByRole('main').getByRole('checkbox', { name: /^Select (?:EXP|CNV)/ });
  await boxes.first().check();
  const names = await boxes.evaluateAll((found) =>
    found.slice(0, 2).map((box) => box.getAttribute('aria-label')?.replace('Select ', '') ?? ''),
  );
  await boxes.nth(1).check();
  await expect(page.getByText('2 claims selected')).toBeVisible();
  await page.getByRole('button', { name: 'Make batch' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tally Batch');
  await expectToast(page, 'Batch made of 2 claims.');
  for (const name of names) await expect(page.getByRole('main').getByText(name).first()).toBeVisible();
  await expect(page.getByRole('main').getByText('Not exported').first()).toBeVisible();

  const file = await saved(page, () => page.getByRole('button', { name: 'Download Tally XML' }).click());
  expect(file.name).toMatch(/^Tally-TLY\w+\.xml$/);
  for (const name of names) expect(file.text).toContain(`<VOUCHERNUMBER>${name}</VOUCHERNUMBER>`);
  const batch = page.getByRole('region', { name: /^TLY/ });
  await expect(batch.getByText('Exported', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Mark posted' }).click();
  await dialog(page, 'Mark posted?').getByRole('button', { name: 'Mark posted' }).click();
  await expectToast(page, '2 vouchers marked posted.');
  await expect(batch.getByText('Posted', { exact: true })).toBeVisible();
  await expect(page.getByText('Posted in Tally').first()).toBeVisible();

  await page.getByRole('link', { name: 'View Tally' }).last().click();
  const made = page.getByRole('main').getByRole('link', { name: /^TLY/ }).first();
  await expect(made).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/^Tally needs a connection/)).toBeVisible();
  await expect(made).toBeVisible();
});

test('PAY-1 PAY-2: a payment sheet pays a claim, the refused row comes back, its owner sees ‘Paid’ @desktop', async ({
  site,
  page,
}) => {
  const asha = await site.api('employee@example.com');
  const claim = (await asha.mine()).find(
    (each) =>
      each.financeApprovalStatus === 'FINANCE_APPROVED' && !each.paymentDate && each.financeApprovedAmount !== null,
  );
  if (!claim?.financeApprovedAmount) throw new Error('The demo has no claim to pay.');
  const rows = [
    ['Expense Id', 'Paid Amount', 'Payment Date', 'Reference'],
    [claim.expenseId, claim.financeApprovedAmount, today(), 'UTR4711'],
    ['EXPNOSUCH', 10, today(), 'UTR4712'],
  ];
  const sheet = {
    name: 'Payment.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'Payments', rows }] })),
  };

  await signIn(page, site.url, DOCUMENTS);
  await page.goto(`${site.url}/home`);
  await page.getByRole('button', { name: 'Upload Document', exact: true }).click();
  const form = dialog(page, 'Upload Document');
  const template = await saved(page, () => form.getByRole('button', { name: 'Download Payment Sheet' }).click());
  expect(template.name).toBe('Payment.xlsx');
  await form.getByLabel('Payments', { exact: true }).setInputFiles(sheet);
  await expect(form.getByText('1 row carried out, 1 refused.')).toBeVisible();
  const vouchers = await saved(page, () => form.getByRole('link', { name: /^Payment-\w+\.xml$/ }).click());
  expect(vouchers.text).toContain(claim.expenseId);
  await expect(form.getByRole('link', { name: 'Payment-refused.xlsx' })).toBeVisible();
  // A file that is none is refused in the server's words.
  await form
    .getByLabel('Expenses', { exact: true })
    .setInputFiles({ name: 'Expense.xlsx', mimeType: sheet.mimeType, buffer: Buffer.from('no sheet') });
  await expect(form.getByText('Only XLSX files are accepted.')).toBeVisible();
  await form.getByRole('button', { name: 'Close dialog' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await signOut(page);

  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}?FINANCE_APPROVAL_STATUS=0`);
  const amount = claim.financeApprovedAmount.toLocaleString('en-IN', { minimumFractionDigits: 2 });
  const paid = `Paid on ${today()}, ₹${amount}, UTR4711`;
  await expect(card(page, claim.expenseId)).toContainText(paid);
  await page.goto(`${site.url}/detail/${claim.expenseId}/details`);
  await expect(page.getByText('UTR4711').first()).toBeVisible();
});

test('TALLY-4 TALLY-9: who only looks changes no ledger; a tally admin does @desktop @desktop-long', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, DOCUMENTS);
  await page.goto(`${site.url}/home/tally-ledgers`);
  await expect(page.getByLabel('Mobile Bill')).toHaveValue('Local expense - Mobile Bill');
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await signOut(page);
  await signIn(page, site.url, TALLY);
  await page.goto(`${site.url}/home/tally-ledgers`);
  await page.getByLabel('Mobile Bill').fill('Telephone Expenses');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Ledgers saved.');
  await page.goto(`${site.url}/tally-data?RECORD_KIND=1`);
  await expect(page.getByRole('cell', { name: 'Telephone Expenses' }).first()).toBeVisible();
  expect(onPhone(page)).toBe(false);
});
