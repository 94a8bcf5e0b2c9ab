import { drawnBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { comesBack, dialog, eventually, LISTS, signIn, untilAnswerKept, untilKept } from '../support/steps.ts';
import { shareToWorker } from '../support/sharing.ts';
import { claimsOn, EMPLOYEE, openTrip, tripCard } from '../support/travel.ts';

test('INB-1 INB-5 P11: shared with no page and no network, restarted, made into two claims, each once @phone', async ({
  site,
  device,
}) => {
  const trip = await openTrip(site, 1);
  const [day = 0] = trip.days;
  const employee = await site.api(EMPLOYEE);
  const bills = await Promise.all(['Taxi 1', 'Hotel 2', 'Mobile 3'].map((text) => drawnBill(text)));
  const before = await device.open();
  const page = before.pages()[0] ?? (await before.newPage());
  await signIn(page, site.url, EMPLOYEE);
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.travel}`);
  await expect(tripCard(page, trip.id)).toBeVisible();
  await untilAnswerKept(page, 'searchTravelTrips');

  await site.network.down();
  await page.goto('about:blank');
  expect(
    await shareToWorker(
      before,
      bills.map((bill) => [bill]),
    ),
  ).toEqual(['/raise-local/expense', '/inbox', '/inbox']);
  await device.close();

  const after = await device.open();
  const again = after.pages()[0] ?? (await after.newPage());
  await again.goto(`${site.url}/inbox`);
  const rows = again.getByRole('list', { name: 'Inbox' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')))).toEqual(
    bills.map(({ name }) => name),
  );
  await expect(again.getByRole('link', { name: 'Inbox' })).toHaveAccessibleDescription('3 in your inbox');
  for (const { name } of bills.slice(0, 2)) await again.getByRole('checkbox', { name: `Choose ${name}` }).check();
  await again.getByRole('button', { name: 'Make a claim' }).click();
  const use = dialog(again, 'Use 2 bills');
  await use.getByText('Travel', { exact: true }).click();
  await use.getByRole('combobox', { name: 'Trip' }).fill(trip.id);
  await use.getByRole('option', { name: trip.id }).click();
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
    .format(day)
    .replaceAll('/', '-');
  await use.getByText(text, { exact: true }).click();
  await use.getByRole('button', { name: 'Continue' }).click();
  const travel = dialog(again, 'Raise Travel Expense');
  await expect(travel.getByRole('button', { name: 'View bill 2' })).toBeVisible();
  await travel.getByRole('radio', { name: 'Conveyance' }).check();
  await travel.getByLabel('Claim amount').fill('380');
  await travel.getByLabel('Remarks', { exact: true }).fill('Taxi and hotel');
  await travel.getByRole('button', { name: 'Submit' }).click();
  await expect(travel).toBeHidden();

  await again.goto(`${site.url}/inbox`);
  await expect(rows).toHaveCount(1);
  await again.getByRole('checkbox', { name: 'Choose all (1)' }).check();
  await again.getByRole('button', { name: 'Make a claim' }).click();
  await dialog(again, 'Use 1 bill').getByRole('button', { name: 'Continue' }).click();
  const local = dialog(again, 'Raise Local Expenses');
  await expect(local.getByRole('button', { name: 'View bill 1' })).toBeVisible();
  await local.getByRole('radio', { name: 'Mobile Bill' }).check();
  await local.getByLabel('Claim amount').fill('799');
  await local.getByLabel('Remarks', { exact: true }).fill('Shared while travelling');
  await local.getByRole('button', { name: 'Submit' }).click();
  await expect(local).toBeHidden();

  await comesBack(site.network, again);
  const sizes = (...of: number[]): number[] => of.map((at) => bills[at]?.buffer.length ?? 0);
  const claims = await eventually(
    () => claimsOn(employee, trip),
    (all) => all.length === 1,
    'the travel claim on the server',
    90_000,
  );
  expect(claims[0]?.billUrl.map(({ size }) => size)).toEqual(sizes(0, 1));
  const mine = await eventually(
    () => employee.withRemarks('Shared while travelling'),
    (all) => all.length > 0,
    'the local expense on the server',
    90_000,
  );
  expect(mine.map(({ billUrl }) => billUrl.map(({ size }) => size))).toEqual([sizes(2)]);
  await expect(again.getByText('All sent')).toBeVisible({ timeout: 30_000 });
  expect(await claimsOn(employee, trip)).toHaveLength(1);
  await again.goto(`${site.url}/inbox`);
  await expect(again.getByText('Nothing in your inbox')).toBeVisible();
});

test('INB-1: of 200 shares without a network and without a page, 200 are in the inbox, in order @phone @long', async ({
  site,
  device,
}) => {
  const one = await drawnBill('Taxi', 300, 400);
  const shares = Array.from({ length: 200 }, (_, at) => [
    { ...one, name: `bill-${at}.jpg`, buffer: Buffer.concat([one.buffer, Buffer.from([at])]) },
  ]);
  const before = await device.open();
  const page = before.pages()[0] ?? (await before.newPage());
  await signIn(page, site.url, EMPLOYEE);
  await untilKept(page);
  await site.network.down();
  await page.goto('about:blank');
  expect(new Set((await shareToWorker(before, shares)).slice(1))).toEqual(new Set(['/inbox']));
  await device.close();

  const after = await device.open();
  const again = after.pages()[0] ?? (await after.newPage());
  await again.goto(`${site.url}/inbox`);
  const rows = again.getByRole('list', { name: 'Inbox' }).getByRole('listitem');
  await expect(rows).toHaveCount(200);
  expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')))).toEqual(
    shares.map(([bill]) => bill?.name),
  );
  // Pictures are made of what is seen alone.
  await expect(rows.first().locator('canvas')).toBeVisible();
  expect(await rows.locator('canvas:not([hidden])').count()).toBeLessThan(60);
});
