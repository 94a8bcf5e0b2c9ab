import { imagesPdf } from '#files/camera/imagesPdf.ts';
import { drawnBill } from '../support/bills.ts';
import { faultsOf } from '../support/faults.ts';
import { expect, test } from '../support/fixtures.ts';
import { card, dialog, LISTS, signIn } from '../support/steps.ts';

const DAY = 86_400_000;
const RECEIPT = 'Annapoorna Stores\n12 Station Road\nLunch thali  347.00\nGrand Total  347.00\n08-07-2026 12:34';

test('DOC-23, DOC-24: who decides is told of a photo of the same paper, and sees both bills @phone', async ({
  site,
  page,
  complaints,
}) => {
  test.setTimeout(120_000);
  const photo = (await drawnBill(RECEIPT, 700, 600)).buffer;
  // The same paper once more, scanned.
  const scan = Buffer.from(imagesPdf([{ bytes: photo, width: 700, height: 600 }]));
  const reading = { total: 347, day: '2026-07-08', paper: { groups: [1, 2, 3, 4, 5, 6], times: [34] } };
  const day = Date.now() - 2 * DAY;
  await (
    await site.api('employee2@example.com')
  ).file({ remarks: 'Lunch again', amount: 347, day, bill: scan, reading });
  const claim = await (
    await site.api('employee@example.com')
  ).file({ remarks: 'Lunch', amount: 374, day, bill: photo, reading });

  await signIn(page, site.url, 'manager@example.com');
  await page.goto(`${site.url}${LISTS.queue}`);
  const row = card(page, claim.expenseId);
  await expect(row.getByText('Looks like a bill used before')).toBeVisible();
  await page.goto(`${site.url}${LISTS.queue}?open=${claim.expenseId}`);
  const decision = dialog(page, 'Approve/Reject Local Expenses');
  await expect(decision.getByText(/^Looks like the bill of Imran/)).toBeVisible();
  const compare = decision.getByRole('button', { name: /^Compare with Imran/ });
  await compare.focus();
  await page.keyboard.press('Enter');

  const both = dialog(page, 'Compare bills');
  await expect(both.getByText('total ₹347.00 day 08-07-2026')).toBeVisible();
  await expect(both.getByRole('region', { name: /₹374\.00$/ }).getByRole('img')).toBeVisible();
  await expect(
    both.getByRole('region', { name: /₹347\.00$/ }).getByRole('img', { name: /page 1 of 1$/ }),
  ).toBeVisible();
  const faults = await faultsOf(page, (scheme) => page.emulateMedia({ colorScheme: scheme }));
  expect(faults).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(both).toBeHidden();
  await expect(compare).toBeFocused();
  expect(complaints.list).toEqual([]);
});
