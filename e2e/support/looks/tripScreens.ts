import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { dialog, LISTS } from '../steps.ts';
import type { Screen } from './screen.ts';

/** Trips that have begun and that the manager has approved. */
const PAST_TRIPS = `${LISTS.travel}?MANAGER_APPROVAL_STATUS=0&DATE_RANGE=LAST_90_DAYS`;

/** Travel requests and travel expenses, of employees and admins. */
export const TRIP_SCREENS: readonly Screen[] = [
  { name: 'travel requests', as: 'employee@example.com', path: LISTS.trips },
  { name: 'no travel requests yet', as: 'newcomer@example.com', path: LISTS.trips },
  {
    name: 'a new travel request with its complaints',
    as: 'employee@example.com',
    path: LISTS.trips,
    open: async (page) => {
      await page.getByRole('button', { name: 'Create Trip' }).click();
      const form = dialog(page, 'Raise Travel Request');
      await form.getByRole('radio', { name: 'Candidate' }).check();
      await form.getByRole('radio', { name: 'Yes' }).check();
      await form.getByRole('button', { name: 'Submit' }).click();
      await expect(form.getByText('Please enter Traveller Name')).toBeVisible();
      await form.getByRole('button', { name: 'Open times of Preferred time' }).click();
      await expect(form.getByRole('button', { name: '09 hours' })).toBeVisible();
    },
  },
  ...(
    [
      ['Edit', 'View/Edit Travel Request'],
      ['Cancel Request', 'Cancel Request'],
      ['Candidate Migration', 'Update Candidate Information'],
    ] as const
  ).map(([button, title]) => ({
    name: `a travel request: ${button}`,
    as: 'employee@example.com',
    path: LISTS.trips,
    open: async (page: Page) => {
      await page
        .getByRole('button', { name: new RegExp(`^${button} TRP`) })
        .first()
        .click();
      await expect(dialog(page, title)).toBeVisible();
    },
  })),
  { name: 'trips to claim on', as: 'employee@example.com', path: LISTS.travel },
  { name: 'no trips to claim on', as: 'newcomer@example.com', path: LISTS.travel },
  {
    name: 'the days of a trip',
    as: 'employee@example.com',
    path: PAST_TRIPS,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^TRP.*Admin: Approved/ })
        .first()
        .click();
      await expect(page.getByRole('button', { name: 'Create Travel Expense' }).first()).toBeVisible();
    },
  },
  {
    name: 'a new travel claim with its complaints',
    as: 'employee@example.com',
    path: PAST_TRIPS,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^TRP.*Admin: Approved/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Create Travel Expense' }).first().click();
      const form = dialog(page, 'Raise Travel Expense');
      await form.getByRole('radio', { name: 'Food' }).check();
      await form.getByRole('button', { name: 'Submit' }).click();
      await expect(form.getByText('Please upload bills').first()).toBeVisible();
    },
  },
  { name: 'an admin’s travel requests', as: 'admin@example.com', path: LISTS.admin },
  {
    name: 'cancellations that were asked for',
    as: 'admin@example.com',
    path: `${LISTS.admin}?ADMIN_APPROVAL_STATUS=0|1&CANCELLATION_STATUS=1`,
  },
  { name: 'travel requests that nobody has', as: 'admin@example.com', path: `${LISTS.admin}?DESTINATION=Nowhere` },
  {
    name: 'a travel request to look at',
    as: 'admin@example.com',
    path: LISTS.admin,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^TRP/ })
        .first()
        .click({ position: { x: 60, y: 12 } });
      await expect(dialog(page, 'Travel Request Information')).toBeVisible();
    },
  },
  {
    name: 'an admin’s decision, with its complaint',
    as: 'admin@example.com',
    path: LISTS.admin,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Approve \/ Reject TRP/, disabled: false })
        .first()
        .click();
      const form = dialog(page, 'Approve/Reject Travel Request');
      await form.getByRole('button', { name: 'Reject', exact: true }).click();
      await expect(form.getByText('Please add admin remark')).toBeVisible();
    },
  },
  {
    name: 'tickets to add, with their complaints',
    as: 'admin@example.com',
    path: LISTS.admin,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Add Ticket Details TRP/, disabled: false })
        .first()
        .click();
      const form = dialog(page, 'Add Ticket Details');
      await form.getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(form.getByText('Please upload bill')).toBeVisible();
    },
  },
  {
    name: 'a cancellation to settle, with its complaints',
    as: 'admin@example.com',
    path: `${LISTS.admin}?ADMIN_APPROVAL_STATUS=0|1&CANCELLATION_STATUS=1`,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Ticket Cancellation Details TRP/, disabled: false })
        .first()
        .click();
      const form = dialog(page, 'Add Ticket Cancellation Details');
      await form.getByRole('button', { name: 'Update', exact: true }).click();
      await expect(form.getByText('Please enter Salary Deduct amount')).toBeVisible();
    },
  },
];
