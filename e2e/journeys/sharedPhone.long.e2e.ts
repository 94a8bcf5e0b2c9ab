import type { Page } from '@playwright/test';
import { CLIENT_ID, CLIENT_SECRET, startOidcProvider } from '#tests/support/oidcProvider.ts';
import { ask } from '../support/ask.ts';
import { expect, test } from '../support/fixtures.ts';
import { card, LISTS, signIn, signOut, untilKept } from '../support/steps.ts';

/** One person goes and another comes on the same phone: nothing of the first is seen by whoever holds it then. */

const FIRST = 'employee@example.com';
const NEXT = 'employee2@example.com';
const asNext = (page: Page) => page.getByRole('button', { name: new RegExp(`${NEXT}$`) });

async function atList(page: Page, url: string): Promise<void> {
  await signIn(page, url, FIRST);
  await page.goto(`${url}${LISTS.mine}`);
  await untilKept(page);
  await page.goto(`${url}${LISTS.mine}`);
  await expect(card(page, '₹')).toBeVisible();
}

/** Ends the session as an admin or another device does: this one hears of it with its next call. */
async function endAtServer(page: Page, server: string): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'admin-auth-token')?.value ?? '';
  const headers = { token, platform: 'WEB_SITE', 'content-type': 'application/json' };
  await ask(`${server}/api/v2/logout`, { method: 'POST', body: '{}', headers });
}

test('ID-1 SES-24: the app closed right after Logout on a network that does not answer @phone', async ({
  site,
  page,
  complaints,
}) => {
  complaints.forgive(/ERR_|Failed to|status of 401/);
  await atList(page, site.url);
  site.network.set({ kind: 'blackHole' });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect
    .poll(async () => (await page.context().cookies()).some(({ name }) => name === 'admin-auth-token'))
    .toBe(false);
  // Before the server is waited for.
  await expect(page.locator('main')).toBeHidden({ timeout: 1_000 });
  const again = await page.context().newPage();
  await page.close();
  await again.goto(`${site.url}${LISTS.mine}`);
  await expect(again).toHaveURL(/\/login\?/);
  await expect(again.getByText('₹')).toHaveCount(0);
});

test('ID-1 SES-35: Back from a provider’s sign-out shows the login @phone', async ({ site, device }) => {
  const provider = await startOidcProvider(site.url);
  try {
    provider.account = { sub: 'acme-7', email: FIRST, email_verified: true };
    await (
      await site.api('org-admin@example.com')
    ).addIdentityProvider({
      name: 'Acme',
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      enabled: true,
    });
    // Started by hand: Playwright's own browsers keep no page to go back to.
    const page = await (await device.openMortal()).newPage();
    await page.goto(`${site.url}${LISTS.mine}`);
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await expect(card(page, '₹')).toBeVisible();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`));
    await page.evaluate(() => history.back());
    await expect(page.getByRole('button', { name: 'Sign in with Acme' })).toBeVisible();
    await expect(page.getByText('₹')).toHaveCount(0);
  } finally {
    await provider.close();
  }
});

test('ID-1 P14: after a session that the server ended the next one begins at home @phone', async ({
  site,
  page,
  complaints,
}) => {
  complaints.forgive(/ERR_|Failed to|status of 401/);
  await page.context().grantPermissions(['geolocation', 'notifications']);
  await atList(page, site.url);
  await page.evaluate(async () =>
    (await navigator.serviceWorker.ready).showNotification('Mobile Bill of ₹8,123.00 refused'),
  );
  await site.network.down();
  await endAtServer(page, site.server.url);
  await site.network.up();
  await page.goto(`${site.url}${LISTS.mine}?search=zebra`);
  await expect(page).toHaveURL(/\/login\?/);
  await asNext(page).click();
  await expect(page).toHaveURL(`${site.url}/home`);
  await expect(page.getByText('Hello, Imran Qureshi')).toBeVisible();
  const shown = () =>
    page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).length);
  await expect.poll(shown).toBe(0);
});

test('ID-1 P14: nor does it lead to the first one’s address where the page was loaded again @phone', async ({
  site,
  page,
  complaints,
}) => {
  complaints.forgive(/ERR_|Failed to|status of 401/);
  await atList(page, site.url);
  await endAtServer(page, site.server.url);
  await page.goto(`${site.url}${LISTS.mine}?search=zebra`);
  await expect(page).toHaveURL(/\/login\?/);
  await page.reload();
  await asNext(page).click();
  await expect(page).toHaveURL(`${site.url}/home`);
});

test('ID-1: what one looked for in a second tab is not what the next one sees there @phone', async ({ site, page }) => {
  await atList(page, site.url);
  await page.goto(`${site.url}${LISTS.mine}?search=zebra`);
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${site.url}/home`);
  await signOut(other);
  await expect(page).toHaveURL(`${site.url}/`);
  await asNext(other).click();
  await expect(other).toHaveURL(`${site.url}/home`);
  await expect(page).toHaveURL(`${site.url}/home`);
});

test('ID-1: a file that the first one asked for is not put before the next one @phone', async ({ site, page }) => {
  await signIn(page, site.url, FIRST);
  await page.goto(`${site.url}/signed-in`);
  const files: string[] = [];
  page.on('download', (file) => files.push(file.suggestedFilename()));
  let come = (): void => undefined;
  const held = new Promise<void>((done) => (come = done));
  await page.route('**/user/held', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response }).catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Download everything' }).click();
  await signOut(page);
  await asNext(page).click();
  await expect(page).toHaveURL(`${site.url}/home`);
  come();
  await page.waitForTimeout(2_000);
  expect(files).toEqual([]);
});

test('ID-1: a browser that is killed right after Logout opens no session again @phone', async ({ site, device }) => {
  const page = await (await device.openMortal()).newPage();
  await atList(page, site.url);
  // Chromium writes cookies every half minute: what it has back is from before the sign-out.
  await page.waitForTimeout(35_000);
  await signOut(page);
  await device.kill();
  await site.network.down();
  const again = await (await device.openMortal()).newPage();
  await again.goto(`${site.url}${LISTS.mine}`);
  await expect(again).toHaveURL(/\/login\?/);
  await expect(again.getByText('₹')).toHaveCount(0);
});

test('ID-1: a push that was under way to the first one tells the next one nothing @phone', async ({ site, page }) => {
  await page.context().grantPermissions(['geolocation', 'notifications']);
  await atList(page, site.url);
  const browser = await page.context().newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  browser.on('ServiceWorker.workerRegistrationUpdated', (event) => void registrations.push(...event.registrations));
  await browser.send('ServiceWorker.enable');
  await expect.poll(() => registrations.some(({ scopeURL }) => scopeURL.startsWith(site.url))).toBe(true);
  const { registrationId = '' } = registrations.find(({ scopeURL }) => scopeURL.startsWith(site.url)) ?? {};
  const personId = await page.evaluate(
    () => /"id":"([^"]+)"/.exec(localStorage.getItem('kharcha.facts') ?? '')?.[1] ?? '',
  );
  const said = { title: 'Mobile Bill refused', body: '₹8,123.00', url: '/home', tag: 'kharcha', unread: 1, personId };
  const push = () =>
    browser.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(site.url).origin,
      registrationId,
      data: JSON.stringify(said),
    });
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title),
    );
  await push();
  await expect.poll(shown).toEqual(['Mobile Bill refused']);
  await signOut(page);
  await push();
  await expect.poll(shown).toEqual(['Kharcha']);
  await asNext(page).click();
  await expect(page).toHaveURL(`${site.url}/home`);
  await push();
  await page.waitForTimeout(1_000);
  expect(await shown()).toEqual(['Kharcha']);
});
