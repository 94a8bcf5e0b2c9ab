import { expect, test } from '../support/fixtures.ts';
import { closeToasts, LISTS, signIn } from '../support/steps.ts';

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

test('a message that comes moves none that is being read, and stands beyond it @phone', async ({ site, page }) => {
  await signIn(page, site.url, 'org-admin@example.com');
  await page.goto(`${site.url}/organisation`);
  const copy = (name: string) => page.getByRole('button', { name: `Copy: ${name}` });
  const boxOf = async (text: string) => {
    const message = page.getByText(text);
    await expect(message).toBeVisible();
    await message.evaluate(async (element) => {
      await Promise.all((element.parentElement ?? element).getAnimations().map((each) => each.finished));
    });
    return message.boundingBox();
  };
  // Again, should what the app itself has said leave meanwhile.
  await expect(async () => {
    await closeToasts(page);
    await copy('Redirect address').click();
    const first = await boxOf('Redirect address is copied.');
    await copy('Back-channel logout address').click();
    const second = await boxOf('Back-channel logout address is copied.');
    expect(await boxOf('Redirect address is copied.')).toEqual(first);
    expect(second?.y).toBeLessThan(first?.y ?? 0);
  }).toPass({ timeout: 40_000 });
});
