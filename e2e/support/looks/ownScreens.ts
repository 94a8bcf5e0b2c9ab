import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { dialog, LISTS, openNewExpense } from '../steps.ts';
import type { Screen } from './screen.ts';

/** Home, local expenses and conveyance, queues and enquiries. */
export const OWN_SCREENS: readonly Screen[] = [
  { name: 'sign-in', as: null, path: '/' },
  {
    name: 'the page of a leaver’s link, with a complaint',
    as: null,
    path: '/leaving',
    open: async (page) => {
      await page.getByLabel('Link').fill('https://kharcha.example/');
      await page.getByRole('button', { name: 'Open' }).click();
      await expect(page.getByText('This is not the link from the mail.')).toBeVisible();
    },
  },
  { name: 'home', as: 'manager@example.com', path: '/home' },
  { name: 'home of a newcomer', as: 'newcomer@example.com', path: '/home' },
  {
    name: 'home with its table',
    as: 'employee@example.com',
    path: '/home',
    open: async (page) => {
      await page.getByText('Show as a table').click();
      await expect(page.getByRole('table', { name: 'What I am owed' })).toBeVisible();
    },
  },
  { name: 'somebody else’s claims', as: 'manager@example.com', path: `${LISTS.mine}?findByEmail=employee@example.com` },
  { name: 'own claims', as: 'employee@example.com', path: LISTS.mine },
  { name: 'no claims yet', as: 'newcomer@example.com', path: LISTS.mine },
  {
    name: 'new expense',
    as: 'employee@example.com',
    path: LISTS.mine,
    open: async (page) => void (await openNewExpense(page)),
  },
  {
    name: 'new expense with its complaints',
    as: 'employee@example.com',
    path: LISTS.mine,
    open: async (page) => {
      const form = await openNewExpense(page);
      await form.getByRole('button', { name: 'Submit' }).click();
      await expect(form.getByText('Please enter claim amount').first()).toBeVisible();
    },
  },
  {
    name: 'one claim',
    as: 'employee@example.com',
    path: LISTS.mine,
    open: async (page) => {
      await page.getByRole('listitem', { name: /^EXP/ }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'conveyance', as: 'employee@example.com', path: LISTS.conveyance },
  { name: 'no conveyance yet', as: 'newcomer@example.com', path: LISTS.conveyance },
  {
    name: 'a conveyance claim to complete',
    as: 'employee@example.com',
    path: LISTS.conveyance,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Edit CNV/ })
        .first()
        .click();
      await expect(dialog(page, 'Edit Local Conveyance')).toBeVisible();
    },
  },
  {
    name: 'a conveyance claim to look at',
    as: 'employee@example.com',
    path: LISTS.conveyance,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^CNV.*Self Car/ })
        .first()
        .click({ position: { x: 30, y: 12 } });
      await expect(dialog(page, 'Local Conveyance')).toBeVisible();
    },
  },
  {
    name: 'a withdrawal',
    as: 'employee@example.com',
    path: LISTS.mine,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Withdraw EXP/ })
        .first()
        .click();
      await expect(dialog(page, 'Withdraw this claim?')).toBeVisible();
    },
  },
  {
    name: 'filters',
    as: 'employee@example.com',
    path: LISTS.mine,
    open: async (page) => {
      await page.getByRole('button', { name: /^Filter/ }).click();
      await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
    },
  },
  { name: 'a manager’s queue', as: 'manager@example.com', path: LISTS.queue },
  {
    name: 'a decision',
    as: 'manager@example.com',
    path: LISTS.queue,
    open: async (page) => {
      await page.getByRole('listitem', { name: /^EXP/ }).first().click();
      await expect(dialog(page, /Local Expenses|View/)).toBeVisible();
    },
  },
  ...(
    [
      ['trips', LISTS.tripQueue, 'Approve/Reject Travel Request'],
      ['travel claims', LISTS.travelQueue, 'Approve/Reject Travel Expense'],
      ['conveyance', LISTS.conveyanceQueue, 'Local Conveyance'],
    ] as const
  ).flatMap(([what, path, title]) => [
    { name: `a manager’s queue of ${what}`, as: 'manager@example.com', path },
    {
      name: `a decision on ${what}, with its complaint`,
      as: 'manager@example.com',
      path,
      open: async (page: Page) => {
        await page
          .getByRole('main')
          .getByRole('listitem', { name: /^(?:TRP|EXP|CNV)/ })
          .first()
          .getByRole('button')
          .first()
          .click({ position: { x: 60, y: 12 } });
        await dialog(page, title).getByRole('button', { name: 'Reject', exact: true }).click();
        await expect(
          dialog(page, title)
            .getByText(/^Please (?:add|enter)/)
            .first(),
        ).toBeVisible();
      },
    },
  ]),
  { name: 'all requests', as: 'employee@example.com', path: '/list' },
  { name: 'no requests yet', as: 'newcomer@example.com', path: '/list' },
  { name: 'all that waits for a manager', as: 'manager@example.com', path: '/list-auth' },
  { name: 'all that waits for an admin', as: 'admin@example.com', path: '/list-auth' },
  { name: 'all that waits for finance', as: 'finance@example.com', path: '/list-auth' },
  { name: 'nothing that waits', as: 'newcomer@example.com', path: '/list-auth' },
  {
    name: 'a decision with its warnings',
    as: 'manager@example.com',
    path: '/list-auth',
    open: async (page) => {
      await page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: 'Weekend' })
        .first()
        .getByRole('button')
        .first()
        .click({ position: { x: 60, y: 12 } });
      await expect(page.getByRole('dialog').getByText(/is a weekend\./)).toBeVisible();
    },
  },
  ...(['details', 'bills', 'history', 'enquiries'] as const).map((tab) => ({
    name: `a record: ${tab}`,
    as: 'employee@example.com',
    path: '/enquiries',
    open: async (page: Page) => {
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
      await page.getByRole('tab', { name: tab, exact: false }).click();
      await expect(page.getByRole('tab', { name: tab, exact: false })).toHaveAttribute('aria-selected', 'true');
    },
  })),
  { name: 'enquiries', as: 'manager@example.com', path: '/enquiries/open' },
  {
    name: 'an answer being written',
    as: 'employee@example.com',
    path: '/enquiries/open',
    open: async (page) => {
      await page.getByRole('button', { name: 'Answer', exact: true }).first().click();
      await page.getByRole('button', { name: 'Send answer' }).click();
      await expect(page.getByText('Please enter an answer')).toBeVisible();
    },
  },
  { name: 'no enquiries yet', as: 'newcomer@example.com', path: '/enquiries/closed' },
];
