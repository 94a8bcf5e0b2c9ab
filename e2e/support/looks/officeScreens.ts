import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { dialog, LISTS } from '../steps.ts';
import type { Screen } from './screen.ts';

/** What admins, finance, campaigns and Tally have, and the addresses that lead nowhere. */
export const OFFICE_SCREENS: readonly Screen[] = [
  { name: 'exceptional dates', as: 'admin@example.com', path: '/home/exceptional-dates' },
  {
    name: 'an exceptional date',
    as: 'admin@example.com',
    path: '/home/exceptional-dates',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Change the date of/ })
        .first()
        .click();
      await expect(dialog(page, 'Exceptional Date').getByRole('heading', { name: 'History' })).toBeVisible();
    },
  },
  ...(
    [
      ['travel claims', LISTS.travelReview],
      ['local claims', LISTS.review],
      ['conveyance', LISTS.conveyanceReview],
    ] as const
  ).flatMap(([what, path]) => [
    {
      name: `finance’s table of ${what}, decided and not`,
      as: 'finance@example.com',
      path: `${path}?FINANCE_APPROVAL_STATUS=0|1|2&MANAGER_APPROVAL_DATE=LAST_90_DAYS`,
    },
    {
      name: `finance’s decision on ${what}`,
      as: 'finance@example.com',
      path: `${path}?MANAGER_APPROVAL_DATE=LAST_90_DAYS`,
      open: async (page: Page) => {
        await page
          .getByRole('button', { name: /^Reject (?:EXP|CNV)/ })
          .first()
          .click();
        await expect(page.getByRole('main').getByText('Please add remark').first()).toBeVisible();
        await page
          .getByRole('checkbox', { name: /^Select (?:EXP|CNV)/, disabled: false })
          .first()
          .check();
      },
    },
  ]),
  { name: 'nothing for finance', as: 'finance@example.com', path: `${LISTS.review}?EMPLOYEE_NAME=Nobody` },
  {
    name: 'a claim that finance looks at',
    as: 'finance@example.com',
    path: `${LISTS.travelReview}?MANAGER_APPROVAL_DATE=LAST_90_DAYS`,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^EXP/ })
        .first()
        .click({ position: { x: 60, y: 12 } });
      await expect(dialog(page, 'Approve/Reject Travel Expense')).toBeVisible();
    },
  },
  { name: 'campaigns', as: 'campaign-manager@example.com', path: '/campaignManagement' },
  {
    name: 'a campaign to be deleted',
    as: 'campaign-manager@example.com',
    path: '/campaignManagement',
    open: async (page) => {
      await page
        .locator('button:not([aria-disabled])')
        .and(page.getByRole('button', { name: /^Delete CMP/ }))
        .first()
        .click();
      await expect(dialog(page, 'Delete this campaign?')).toBeVisible();
    },
  },
  {
    name: 'a new campaign with its complaints',
    as: 'campaign-manager@example.com',
    path: '/createCampaign',
    open: async (page) => {
      for (const section of ['Contact Level Filters', 'Bidding activity', 'UTMs'])
        await page.getByRole('button', { name: section }).click();
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await expect(page.getByText("Turnover can't be empty")).toBeVisible();
      await page.getByRole('combobox', { name: 'Industry Type', exact: true }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  ...(['View', 'Edit', 'Rerun'] as const).map((action) => ({
    name: `a campaign: ${action}`,
    as: 'campaign-manager@example.com',
    path: '/campaignManagement',
    open: async (page: Page) => {
      const edits = page
        .getByRole('button', { name: /^Edit CMP/ })
        .and(page.locator('button:not([aria-disabled])'))
        .first();
      const id = ((await edits.getAttribute('aria-label')) ?? '').slice('Edit '.length);
      await page.getByRole('button', { name: `${action} ${id}` }).click();
      await page
        .getByRole('button', {
          name: action === 'View' ? 'Download' : action === 'Edit' ? 'Search' : 'Rerun',
          exact: true,
        })
        .click();
      await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible();
    },
  })),
  {
    name: 'a dashboard',
    as: 'campaign-manager@example.com',
    path: '/campaign-overall-analytics',
    open: async (page) => {
      await expect(page.frameLocator('iframe').getByRole('heading', { name: 'By mode' })).toBeVisible();
    },
  },
  { name: 'Tally batches', as: 'tally@example.com', path: '/view-tally-service' },
  {
    name: 'no Tally batches',
    as: 'finance-docs@example.com',
    path: '/view-tally-service?DATE_RANGE=2020-01-01|2020-01-02',
  },
  {
    name: 'claims in no Tally batch, all of a page chosen',
    as: 'tally@example.com',
    path: '/tally-data',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).first().check();
      await expect(page.getByText('25 claims selected')).toBeVisible();
    },
  },
  {
    name: 'a Tally batch, with a complaint',
    as: 'tally@example.com',
    path: '/view-tally-service?TALLY_STATUS=1',
    open: async (page) => {
      await page.getByRole('main').getByRole('link', { name: /^TLY/ }).first().click();
      await page
        .getByRole('checkbox', { name: /^Select (?:EXP|CNV)/ })
        .first()
        .check();
      await page.getByRole('button', { name: 'Mark failed' }).click();
      await dialog(page, 'Mark failed?').getByRole('button', { name: 'Mark failed' }).click();
      await expect(page.getByText('Please enter why it failed')).toBeVisible();
    },
  },
  {
    name: 'a Tally batch to look at',
    as: 'finance-docs@example.com',
    path: '/view-tally-service?TALLY_STATUS=3',
    open: async (page) => {
      await page.getByRole('main').getByRole('link', { name: /^TLY/ }).first().click();
      await expect(page.getByText('Tally admins download its file and mark its vouchers.')).toBeVisible();
    },
  },
  {
    name: 'ledgers, with a complaint',
    as: 'tally@example.com',
    path: '/home/tally-ledgers',
    open: async (page) => {
      await page.getByLabel('Food').fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Please enter the ledger')).toBeVisible();
    },
  },
  {
    name: 'finance’s documents',
    as: 'finance-docs@example.com',
    path: '/home/upload-document',
    open: async (page) => expect(dialog(page, 'Upload Document')).toBeVisible(),
  },
  {
    name: 'reports of finance, with its pictures as tables',
    as: 'finance@example.com',
    path: '/downloadReport',
    open: async (page) => {
      await page.getByRole('heading', { name: 'Pictures' }).scrollIntoViewIfNeeded();
      // They are drawn when they are seen, all at once.
      await expect(page.getByText('Show as a table').first()).toBeVisible();
      for (const table of await page.getByText('Show as a table').all()) await table.click();
      await expect(page.getByRole('table', { name: 'Cost centres' })).toBeVisible();
    },
  },
  {
    name: 'reports of finance, their filters',
    as: 'finance@example.com',
    path: '/downloadReport',
    open: async (page) => {
      await page.getByRole('button', { name: 'Filter' }).click();
      await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
    },
  },
  { name: 'outbox', as: 'employee@example.com', path: '/outbox' },
  { name: 'inbox, empty', as: 'employee@example.com', path: '/inbox' },
  { name: 'nothing here', as: 'employee@example.com', path: '/no-such-page' },
  { name: 'not allowed', as: 'employee@example.com', path: '/not-found' },
];
