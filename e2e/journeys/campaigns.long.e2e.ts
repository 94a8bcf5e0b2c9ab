import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { dialog, expectToast, onRow, pick, signIn } from '../support/campaigns.ts';

const MANAGER = 'campaign-manager@example.com';

/** What a search needs. */
async function fill(page: Page): Promise<void> {
  await pick(page, 'Campaign Goals', 'Acquisition');
  await pick(page, 'Campaign Mode', 'Email', 'Call');
  await pick(page, 'Business Line', 'BidAssist', 'Nexizo');
  await pick(page, 'Business Line Status', 'Hot', 'Warm', 'Cold', 'No status');
  await pick(page, 'Company Type', 'Private Limited', 'Public Limited', 'LLP', 'Proprietorship');
  await pick(page, 'Turnover Range', 'NHV 0-25CR', 'HV 25-100CR', 'SHV 100-500CR');
  await pick(page, 'Cool Off Period', '3 days');
  await pick(page, 'Contact Person Type', 'Top three');
}

test('CAMP-1 CAMP-3 CAMP-10 CAMP-11 CAMP-12 CAMP-15: a campaign and its figures @phone-long @desktop-long', async ({
  site,
  page,
  complaints,
}) => {
  test.setTimeout(180_000);
  await signIn(page, site.url, MANAGER);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaign Management');
  await page.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Campaign');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expectToast(page, 'Please check form errors!');
  await expect(page.getByRole('combobox', { name: 'Turnover Range', exact: true })).toBeFocused();
  await fill(page);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const overall = page.getByRole('group', { name: 'Overall Data' });
  await expect(overall.getByRole('definition').first()).not.toHaveText('0');

  // Another filter makes the counts old.
  await pick(page, 'Campaign Mode', 'SMS');
  await expect(page.getByText('The filters have changed since. Search again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toHaveCount(0);
  await pick(page, 'Campaign Mode', 'SMS');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(overall.getByRole('definition').first()).not.toHaveText('0');

  const form = dialog(page, 'Enter Campaign Name');
  const submit = form.getByRole('button', { name: 'Submit' });
  await form.getByPlaceholder('Campaign Name').fill('   ');
  await expect(submit).toBeDisabled();
  await form.getByPlaceholder('Campaign Name').fill('Monsoon reach');
  await submit.click();
  await expectToast(page, 'Campaign Created Successfully.');
  await expect(page).toHaveURL(/\/campaignManagement/);

  const row = onRow(page, 'Monsoon reach');
  await expect(row).toContainText('Ready', { timeout: 60_000 });
  const saved = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Download/ }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  await expect(row).toContainText(new Intl.NumberFormat('en-IN').format(lines.length - 1));

  await row.getByRole('button', { name: /^Analytics/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monsoon reach');
  const board = page.frameLocator('iframe[title="Dashboard of Monsoon reach"]');
  await expect(board.getByRole('heading', { name: 'By mode' })).toBeVisible();
  await board.getByText('Show as a table').first().click();
  await expect(board.getByRole('table').first()).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();

  // A rerun looks at the same filters; whom it has just targeted counts as targeted.
  await onRow(page, 'Monsoon reach')
    .getByRole('button', { name: /^Rerun/ })
    .click();
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Rerun', exact: true }).click();
  await expect(page.getByText(/^The small figures are the change since/)).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();

  await onRow(page, 'Monsoon reach')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await dialog(page, 'Delete this campaign?').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'is deleted.');
  await expect(onRow(page, 'Monsoon reach')).toHaveCount(0);
  expect(complaints.list).toEqual([]);
});

test('CAMP-7 HOME-2: a campaign user who is no manager has nothing here @desktop', async ({ company, page }) => {
  await signIn(page, company.url, 'campaign-user@example.com');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('403 - Forbidden');
  await page.goto(`${company.url}/campaignManagement`);
  await expect(page.getByText('You do not have permission to access this page.')).toBeVisible();
});
