import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { CLIENT_ID, CLIENT_SECRET, startOidcProvider, type OidcProvider } from '#tests/support/oidcProvider.ts';
import { ask } from '../support/ask.ts';
import { drawnBill } from '../support/bills.ts';
import { RunningServer } from '../support/server.ts';
import { expect, test } from '../support/fixtures.ts';
import { card, dialog, expectToast, fileExpense, LISTS } from '../support/steps.ts';

/** A company that adopts Kharcha in an afternoon: from an empty folder to a claim that is settled. */

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const HERE = {
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  geolocation: { latitude: 12.97, longitude: 77.59 },
  permissions: ['geolocation'],
};
const PEOPLE = 2_000;
const at = (name: string): string => `${name}@acme.example`;

/** The file as somebody exports it: 2,000 rows, three of them with a mistake until they are mended. */
function peopleFile(mended: boolean): Buffer {
  const named = [
    `Dev Mehta,${at('head')},A0001,,Manager`,
    `Mira Pillai,${at('manager')},A0002,${at('head')},Manager`,
    `Kabir Shah,${at('employee')},A0003,${at('manager')},`,
    `Farah Khan,${at('finance')},A0004,${at('head')},Finance`,
    `No Manager,${at('orphan')},A0005,${mended ? at('head') : at('nobody')},`,
    `Twice,${mended ? at('twice') : at('employee')},A0006,${at('head')},`,
    `Bad Address,${mended ? at('address') : 'address'},A0007,${at('head')},`,
  ];
  const others = Array.from({ length: PEOPLE - named.length }, (_, n) => {
    const code = `A${String(n + 8).padStart(4, '0')}`;
    return `Person ${code},${at(code.toLowerCase())},${code},${at('manager')},`;
  });
  return Buffer.from(['Name,E-mail,Employee code,Manager,Roles', ...named, ...others].join('\n'));
}

/** Somebody at a browser of their own who signs in through the company's provider. */
async function somebody(
  browser: Browser,
  { url, provider, name }: { url: string; provider: OidcProvider; name: string },
  device: object = {},
): Promise<Page> {
  const context = await browser.newContext({ ...HERE, ...device });
  const page = await context.newPage();
  provider.account = { sub: `acme-${name}`, email: at(name), email_verified: true };
  await page.goto(`${url}/`);
  await page.getByRole('button', { name: 'Sign in with Acme' }).click();
  await page.waitForURL((address) => address.origin === url && !['/', '/login'].includes(address.pathname));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

const statusOf = async (page: Page, url: string): Promise<number> => {
  const token = (await page.context().cookies(url)).find(({ name }) => name === 'admin-auth-token')?.value ?? '';
  return (await ask(`${url}/api/v2/getLoggedInDetails`, { headers: { token, platform: 'WEB_SITE' } })).status;
};

test('ORG-8 ORG-24 ORG-30 ORG-6: from an empty folder to a settled claim, and one who leaves @desktop', async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(300_000);
  complaints.forgive(/status of (?:401|422)/);
  const dataDir = mkdtempSync(join(roomyFolder(), 'kharcha-afternoon-'));
  const server = await new RunningServer({ dataDir, env: { DEMO: '0', PUBLIC_URL: '' } }).start();
  const { url } = server;
  const provider = await startOidcProvider(url);

  // The setup link of the log, once.
  const link = /\S+\/setup#[\w-]+/.exec(server.words)?.[0];
  if (link === undefined) throw new Error(`There is no setup link: ${server.words}`);
  await page.goto(link);
  await page.getByLabel('Organisation').fill('Acme Instruments');
  await page.getByLabel('Your name').fill('Tara Bose');
  await page.getByLabel(/work e-mail/).fill(at('tara'));
  await page.getByLabel(/employee code/).fill('A9000');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page).toHaveURL(`${url}/home`);

  // How people sign in: tried out before it is kept.
  await page.getByRole('link', { name: 'Organisation' }).first().click();
  await expect(page.getByText('Acme Instruments')).toBeVisible();
  await page.getByRole('button', { name: 'Add a provider' }).click();
  const form = dialog(page, 'Add a provider');
  await form.getByLabel('Name').fill('Acme');
  await form.getByLabel('Issuer').fill(`${provider.issuer}/wrong`);
  await form.getByLabel('Client id').fill(CLIENT_ID);
  await form.getByLabel('Client secret').fill(CLIENT_SECRET);
  await form.getByRole('button', { name: 'Try out and keep' }).click();
  await expect(form.getByRole('textbox', { name: 'Issuer' })).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Issuer').fill(provider.issuer);
  await form.getByRole('button', { name: 'Try out and keep' }).click();
  await expect(form).toBeHidden();
  await expectToast(page, 'Acme is kept.');

  // Everybody else, from a file with three mistakes; of two with one address both are refused.
  await page.getByRole('link', { name: 'Import a file' }).click();
  const choose = (mended: boolean) =>
    page
      .getByLabel('File of people')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: peopleFile(mended) });
  await choose(false);
  const refused = page.getByRole('region', { name: /^Refused/ });
  await expect(refused.getByRole('listitem')).toHaveCount(4, { timeout: 60_000 });
  await choose(true);
  await expect(page.getByText('people.csv: 2,000 new.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Apply to 2,000 people' }).click();
  await expect(page.getByText('Done. people.csv: 2,000 new.')).toBeVisible({ timeout: 60_000 });

  // The limits are the specification's until somebody changes them.
  await page.goto(`${url}/policy`);
  await expect(page.getByRole('region', { name: 'The policy in effect' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What it says' })).toBeVisible();

  // An employee with a phone, the manager, finance: each through the provider.
  const who = (name: string) => ({ url, provider, name });
  const employee = await somebody(browser, who('employee'), PHONE);
  for (const amount of ['450', '799']) {
    await employee.goto(`${url}${LISTS.mine}`);
    const bills = [await drawnBill(`Data pack\nTotal ${amount}.00`)];
    await fileExpense(employee, { amount, remarks: 'Data pack', bills });
    await expect(card(employee, `₹${amount}.00`).getByText('Manager: Pending')).toBeVisible();
  }

  const manager = await somebody(browser, who('manager'));
  const managerPhone = await somebody(browser, who('manager'), PHONE);
  await manager.goto(`${url}${LISTS.queue}`);
  await card(manager, '₹799.00').click();
  const decision = dialog(manager, 'Approve/Reject Local Expenses');
  await decision.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(card(manager, '₹450.00')).toBeVisible();
  await expect(card(manager, '₹799.00')).toHaveCount(0);

  const finance = await somebody(browser, who('finance'));
  await finance.goto(`${url}${LISTS.review}`);
  await expect(finance.getByRole('row', { name: /^EXP/ })).toHaveCount(1);
  await finance.keyboard.press('ArrowDown');
  await finance.keyboard.press('a');
  await expect(finance.getByRole('row', { name: /^EXP/ })).toHaveCount(0);

  // The manager leaves: signed out on every device as soon as that is said, the queue is the head's.
  const head = await somebody(browser, who('head'));
  await page.goto(`${url}/people?SEARCH=${at('manager')}`);
  await page.getByRole('link', { name: 'Mira Pillai' }).first().click();
  await page.getByRole('button', { name: 'Leave' }).click();
  const leave = dialog(page, 'Mira Pillai leaves');
  await expect(leave.getByText(/^1,?994 people get another manager\.$/)).toBeVisible();
  await leave.getByRole('button', { name: 'Leave', exact: true }).click();
  await expectToast(page, 'Mira Pillai left.', 60_000);
  for (const device of [manager, managerPhone]) expect(await statusOf(device, url)).toBe(401);
  expect(await statusOf(employee, url)).toBe(200);
  await head.goto(`${url}${LISTS.queue}`);
  await expect(card(head, '₹450.00')).toBeVisible();

  for (const each of [employee, manager, managerPhone, finance, head]) await each.context().close();
  await provider.close();
  await server.discard();
});
