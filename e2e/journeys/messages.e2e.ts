import { expect, test } from '../support/fixtures.ts';
import { LISTS, signIn } from '../support/steps.ts';

test('a message leaves the way out of a dialog free, also one that opens beneath it @desktop', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  const card = page.locator('main li[aria-label^="EXP"]').first();
  await card.getByRole('button', { name: /^Copy/ }).click();
  const message = page.getByText('ExpenseId copied.');
  await expect(message).toBeVisible();
  await card.getByRole('button').first().click();
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close dialog' });
  await close.click({ trial: true, timeout: 1_500 });
  await expect(message).toBeVisible();
});
