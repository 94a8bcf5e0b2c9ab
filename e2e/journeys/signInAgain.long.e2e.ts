import { expect, test } from '../support/fixtures.ts';
import { freshData, ROOT, RunningServer } from '../support/server.ts';
import { dialog, expectToast, signIn } from '../support/steps.ts';

test('SES-44, SES-45: two hours after the sign-in another one is asked for, over the form @desktop', async ({
  page,
}) => {
  const env: Record<string, string> = {};
  const server = await new RunningServer({ dataDir: freshData(), env }).start();
  try {
    await signIn(page, server.url, 'org-admin@example.com');
    // The same server two hours later.
    await server.stop();
    env['NODE_OPTIONS'] = `--import ${ROOT}/scripts/lib/shiftedClock.mjs`;
    env['CLOCK'] = new Date(Date.now() + 2 * 3_600_000).toISOString();
    await server.start();

    await page.goto(`${server.url}/people`);
    await page.getByRole('button', { name: 'Add person' }).click();
    const add = dialog(page, 'Add person');
    await add.getByLabel('Name').fill('Zubin Irani');
    await add.getByLabel('E-mail').fill('zubin@example.com');
    await add.getByLabel('Employee code').fill('KH9001');
    await add.getByRole('button', { name: 'Submit' }).click();

    const again = dialog(page, 'Sign in again');
    await expect(again.getByText('a sign-in may not be older than an hour', { exact: false })).toBeVisible();
    await again.getByRole('button', { name: 'Cancel' }).click();
    await expect(add.getByLabel('Name')).toHaveValue('Zubin Irani');
    await add.getByRole('button', { name: 'Submit' }).click();
    await again.getByRole('button', { name: 'Sign in as Leela Thomas' }).click();
    await expectToast(page, 'Zubin Irani is in the directory.');
    // The dialog goes with its entry in the history; an address asked for meanwhile would be given up for that.
    await expect(add).toHaveCount(0);
    await expect(page).toHaveURL(/\/people$/);

    // The session before ends, however soon this page went: one place to be signed in is left.
    await expect(async () => {
      await page.goto(`${server.url}/signed-in`);
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1, { timeout: 3_000 });
    }).toPass();
  } finally {
    await server.discard();
  }
});
