import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { dialog } from '../steps.ts';
import type { Screen } from './screen.ts';

/** What organisation admins have. */
export const COMPANY_SCREENS: readonly Screen[] = [
  { name: 'the expense policy', as: 'org-admin@example.com', path: '/policy' },
  {
    name: 'the form of the expense policy',
    as: 'org-admin@example.com',
    path: '/policy',
    open: async (page) => {
      await page.getByRole('button', { name: 'Change from a date' }).click();
      await expect(dialog(page, 'Change from a date').getByRole('button', { name: 'Preview' })).toBeVisible();
    },
  },
  { name: 'the audit log', as: 'org-admin@example.com', path: '/audit' },
  {
    name: 'a row of the audit log',
    as: 'org-admin@example.com',
    path: '/audit?AUDIT_TOPIC=0',
    open: async (page) => {
      await page
        .getByRole('main')
        .getByRole('link', { name: /Signed in/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { name: 'Place in the chain' })).toBeVisible();
    },
  },
  {
    name: 'provisioning, with a complaint',
    as: 'org-admin@example.com',
    path: '/people/provisioning',
    open: async (page) => {
      await page.getByRole('button', { name: 'Make a token' }).click();
      await expect(page.getByText('Please enter the name')).toBeVisible();
    },
  },
  { name: 'integrations', as: 'org-admin@example.com', path: '/integrations' },
  {
    name: 'a receiver of webhooks with its complaints',
    as: 'org-admin@example.com',
    path: '/integrations',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add a receiver' }).click();
      await dialog(page, 'Add a receiver').getByRole('button', { name: 'Add' }).click();
      await expect(page.getByText('Please enter the address')).toBeVisible();
    },
  },
  {
    name: 'retention, with a complaint',
    as: 'org-admin@example.com',
    path: '/retention',
    open: async (page) => {
      await page.getByLabel(/^Claims and travel requests/).fill('7');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText(/^At least 8/)).toBeVisible();
    },
  },
  { name: 'people', as: 'org-admin@example.com', path: '/people' },
  { name: 'the organisation', as: 'org-admin@example.com', path: '/organisation' },
  {
    name: 'a provider with its complaints',
    as: 'org-admin@example.com',
    path: '/organisation',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add a provider' }).click();
      const form = dialog(page, 'Add a provider');
      await form.getByRole('button', { name: 'Try out and keep' }).click();
      await expect(form.getByText('Please enter the name')).toBeVisible();
    },
  },
  {
    name: 'what a file of people would do',
    as: 'org-admin@example.com',
    path: '/people/import',
    open: async (page) => {
      const rows = ['Asha Nair,employee@example.com,KH1001,boss@example.com', 'Om Das,om@example.com,KH9010,'];
      const buffer = Buffer.from(['Name,E-mail,Code,Manager', ...rows].join('\n'));
      await page.getByLabel('File of people').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
      await expect(page.getByRole('region', { name: /^Refused/ })).toBeVisible();
    },
  },
  { name: 'no people', as: 'org-admin@example.com', path: '/people?SEARCH=nobody at all' },
  {
    name: 'a new person with its complaints',
    as: 'org-admin@example.com',
    path: '/people',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add person' }).click();
      const form = dialog(page, 'Add person');
      await form.getByRole('button', { name: 'Submit' }).click();
      await expect(form.getByText('Please enter the name')).toBeVisible();
      await form.getByRole('textbox', { name: 'Manager' }).fill('ravi');
      await expect(form.getByRole('list', { name: 'People found' })).toBeVisible();
    },
  },
  ...(['a person', 'somebody who leaves'] as const).map((name) => ({
    name,
    as: 'org-admin@example.com',
    path: '/people?SEARCH=manager@example.com',
    open: async (page: Page) => {
      await page
        .getByRole('main')
        .getByRole('link', { name: /Ravi Menon/ })
        .first()
        .click();
      await expect(page.getByRole('link', { name: 'Asha Nair' })).toBeVisible();
      if (name === 'a person') return;
      await page.getByRole('button', { name: 'Leave' }).click();
      await expect(dialog(page, 'Ravi Menon leaves').getByLabel('Successor')).toBeVisible();
    },
  })),
  {
    name: 'reporting lines',
    as: 'org-admin@example.com',
    path: '/people/lines',
    open: async (page) => {
      await page
        .getByRole('treeitem', { name: /^Vikram Rao/ })
        .first()
        .focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('treeitem', { name: /^Leela Thomas/ })).toBeVisible();
    },
  },
];
