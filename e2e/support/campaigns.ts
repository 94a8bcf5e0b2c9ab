import type { Locator, Page } from '@playwright/test';

/** What campaign managers do, in their words. */

export { dialog, expectToast, signIn } from './steps.ts';

/** Chooses in one of the form's lists, or takes back what was chosen there. */
export async function pick(page: Page, field: string, ...options: string[]): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  for (const option of options) await page.getByRole('option', { name: option, exact: true }).click();
  await page.keyboard.press('Escape');
}

/** A campaign of the list: a row of the table, or on a phone a card. */
export const onRow = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('row').or(page.getByRole('main').getByRole('listitem')).filter({ hasText: name });
