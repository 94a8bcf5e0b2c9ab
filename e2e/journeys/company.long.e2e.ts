import { expect, test } from '../support/fixtures.ts';
import { signIn, untilKept } from '../support/steps.ts';

test('SW-2: a screen of the organisation admin opens without a network once it was opened with one @desktop', async ({
  site,
  page,
  complaints,
}) => {
  complaints.forgive(/Failed to fetch|ERR_|Failed to load|dynamically imported module|preload/);
  await signIn(page, site.url, 'org-admin@example.com');
  await untilKept(page);

  await site.network.down();
  await page.goto(`${site.url}/people/import`);
  await expect(page.getByText('This page needs a connection the first time.')).toBeVisible();

  await site.network.up();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();

  await site.network.down();
  await page.goto(`${site.url}/people/import`);
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});
