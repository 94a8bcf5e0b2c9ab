import type { Locator, Page } from '@playwright/test';
import { imagesPdf } from '#files/camera/imagesPdf.ts';
import { drawnBill, largePhoto, type Bill } from '../support/bills.ts';
import { expect, test, type Site } from '../support/fixtures.ts';
import {
  attach,
  comesBack,
  eventually,
  LISTS,
  openNewExpense,
  signIn,
  untilEnginesKept,
  untilKept,
} from '../support/steps.ts';

/** Reading takes some seconds of a core, which others use as well. */
const PATIENCE = { timeout: 90_000 };

const line = (name: string, amount: string): string => name.padEnd(20) + amount.padStart(10);
const receipt = (shop: string, total: string, change: string): Promise<Bill> =>
  drawnBill(
    [
      shop,
      '12 Station Road',
      '',
      line('Tea and snacks', '100.00'),
      line('Lunch thali', total),
      line('Sub Total', total),
      line('Grand Total', total),
      line('Cash', '500.00'),
      line('Change', change),
      '',
      'Thank you, visit again',
    ].join('\n'),
  );

async function openForm(site: Site, page: Page): Promise<Locator> {
  await page.goto(`${site.url}${LISTS.mine}`);
  return openNewExpense(page);
}

/** Attaches a receipt and has the phone fetch what reads it. */
async function readFirst(form: Locator): Promise<void> {
  await attach(form, [await receipt('Annapoorna Stores', '347.00', '153.00')]);
  await expect(form.getByText('Fetch 18 MB once; nothing leaves your phone.')).toBeVisible();
  await form.getByRole('button', { name: 'Read bills on this phone' }).click();
}

test('READ-10, READ-11, READ-14: a photo, and a scan without a network, fill in their totals @phone', async ({
  site,
  page,
  context,
  complaints,
}) => {
  test.setTimeout(240_000);
  await signIn(page, site.url, 'employee@example.com');
  await untilKept(page);
  const form = await openForm(site, page);
  await readFirst(form);
  await expect(form.getByLabel('Claim amount')).toHaveValue('347', PATIENCE);
  await expect(form.getByRole('img', { name: 'Where the bill says ₹347.00' })).toBeVisible();
  await form.getByRole('button', { name: 'Use remarks' }).click(PATIENCE);
  await expect(form.getByLabel('Remarks')).toHaveValue('Annapoorna Stores');
  await form.getByRole('button', { name: 'Take amount back' }).click();
  await form.getByRole('button', { name: 'Remove bill 1' }).click();

  await untilEnginesKept(page);
  await site.network.down();
  complaints.forgive(/ERR_|Failed to load resource/);
  const asked: string[] = [];
  context.on('request', (request) => {
    // Pieces of the photo have addresses too: they lie in memory.
    const own = request.url().startsWith(site.url) || request.url().startsWith('blob:');
    if (request.method() !== 'GET' || !own) asked.push(request.url());
  });
  // A scan of two pages, whose total is on the second one.
  const pages = [await drawnBill('Hotel Lakshmi Vilas\nRoom 12'), await receipt('Restaurant', '265.00', '235.00')];
  const buffer = Buffer.from(imagesPdf(pages.map(({ buffer: bytes }) => ({ bytes, width: 900, height: 1300 }))));
  await attach(form, [{ name: 'scan.pdf', mimeType: 'application/pdf', buffer }]);
  await expect(form.getByLabel('Claim amount')).toHaveValue('265', PATIENCE);
  await expect(form.getByText(/^Reading “/)).toHaveCount(0, PATIENCE);
  await expect(form.getByRole('img', { name: 'Where the bill says ₹265.00' })).toBeVisible();
  await expect(form.getByRole('img', { name: 'Where the bill says Hotel Lakshmi Vilas' })).toBeVisible();
  expect(asked).toEqual([]);
  await form.getByRole('radio', { name: 'Others' }).check();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toBeHidden();

  await comesBack(site.network, page);
  const employee = await site.api('employee@example.com');
  const [claim] = await eventually(
    () => employee.withRemarks('Annapoorna Stores'),
    (found) => found.length === 1,
    'the claim on the server',
  );
  expect(claim?.claimAmount).toBe(265);
});

test('READ-11: photos that say nothing, and a reader that is broken, leave the form as it was typed @phone', async ({
  site,
  page,
}) => {
  test.setTimeout(240_000);
  await signIn(page, site.url, 'employee@example.com');
  const form = await openForm(site, page);
  await form.getByLabel('Claim amount').fill('55');
  const blank = { ...(await drawnBill(' ')), name: 'blank.jpg' };
  await attach(form, [blank]);
  await form.getByRole('button', { name: 'Read bills on this phone' }).click();
  await expect(form.getByText(/^No amount, date or merchant could be read in “blank.jpg”/)).toBeVisible(PATIENCE);
  await attach(form, [await largePhoto()]);
  await expect(form.getByText(/^No amount, date or merchant could be read in “photo.jpg”/)).toBeVisible(PATIENCE);
  await page.evaluate(async () => {
    const cache = await caches.open('kharcha-reading');
    for (const request of await cache.keys())
      if (request.url.includes('_det_')) await cache.put(request, new Response('no model'));
  });
  await attach(form, [await receipt('City Taxi Service', '412.00', '88.00')]);
  await expect(form.getByText(/^“city-taxi-service.jpg” could not be read on this phone/)).toBeVisible(PATIENCE);
  await expect(form.getByLabel('Claim amount')).toHaveValue('55');
  await expect(form.getByRole('region', { name: 'Read from the bill' })).toHaveCount(0);
  await expect(form.getByRole('listitem', { name: /^Bill 3/ })).toBeVisible();
});

test('READ-11: after a page that ended while it read, the phone reads again only when asked @phone', async ({
  site,
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await signIn(page, site.url, 'employee@example.com');
  const form = await openForm(site, page);
  await form.getByLabel('Remarks', { exact: true }).fill('Typed before it ended');
  await readFirst(form);
  await expect(form.getByText(/^Reading “/)).toBeVisible(PATIENCE);
  await page.goto('chrome://crash').catch(() => undefined);

  const again = await context.newPage();
  const found = await openForm(site, again);
  await expect(found.getByLabel('Remarks', { exact: true })).toHaveValue('Typed before it ended');
  await expect(found.getByText(/the app ended while one was being read/)).toBeVisible();
  await expect(found.getByLabel('Claim amount')).toHaveValue('');
  await found.getByRole('button', { name: 'Try again' }).click();
  await expect(found.getByLabel('Claim amount')).toHaveValue('347', PATIENCE);
});
