import { CLIENT_ID, CLIENT_SECRET, startOidcProvider } from '#tests/support/oidcProvider.ts';
import { expect, test } from '../support/fixtures.ts';
import { ask } from '../support/ask.ts';

test('SES-30, SES-32, SES-35: through a real provider in, to where one wanted to go, and out of both @desktop', async ({
  site,
  page,
}) => {
  const provider = await startOidcProvider(site.url);
  provider.account = { sub: 'acme-7', email: 'newcomer@example.com', email_verified: true };
  const admin = await site.api('org-admin@example.com');
  await admin.addIdentityProvider({
    name: 'Acme',
    issuer: provider.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    enabled: true,
  });

  await page.goto(`${site.url}/enquiries`);
  await page.getByRole('button', { name: 'Sign in with Acme' }).click();
  await expect(page).toHaveURL(new RegExp(`^${site.url}/enquiries`));
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  const cookies = await page.context().cookies(site.url);
  const secret = cookies.find(({ name }) => name === 'kharcha-sign-in');
  expect([secret?.httpOnly, secret?.sameSite]).toEqual([true, 'Lax']);
  const token = cookies.find(({ name }) => name === 'admin-auth-token')?.value ?? '';
  const whose = async (): Promise<number> =>
    (await ask(`${site.server.url}/api/v2/getLoggedInDetails`, { headers: { token, platform: 'WEB_SITE' } })).status;
  expect(await whose()).toBe(200);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`));
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.getByRole('button', { name: 'Sign in with Acme' })).toBeVisible();
  expect(await whose()).toBe(401);

  // Somebody the directory does not know is told so on the login page, in the words of every way.
  provider.account = { sub: 'acme-8', email: 'stranger@example.com', email_verified: true };
  await page.getByRole('button', { name: 'Sign in with Acme' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your account is not set up. Ask your administrator.');
  await provider.close();
});
