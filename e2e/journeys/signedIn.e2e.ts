import { expect, test } from '../support/fixtures.ts';
import { dialog, expectToast, signIn } from '../support/steps.ts';

test('SES-40, SES-41, SES-43: one sees where one is signed in, and signs out there @phone-long @desktop-long', async ({
  site,
  page,
  browser,
  complaints,
}) => {
  complaints.forgive(/status of 401/);
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, site.url, 'employee@example.com');
  await signIn(page, site.url, 'employee@example.com');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Where I am signed in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Where I am signed in' })).toBeVisible();
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await expect(cards.filter({ hasText: 'This device' })).toHaveCount(1);

  await page.getByRole('button', { name: /^Sign out there/ }).click();
  await dialog(page, 'Sign out there?').getByRole('button', { name: 'Sign out there' }).click();
  await expectToast(page, 'Signed out there.');
  await expect(cards).toHaveCount(1);
  await other.goto(`${site.url}/raise-local/expense`);
  await expect(other).toHaveURL(/\/login\?/);
  await context.close();
});
