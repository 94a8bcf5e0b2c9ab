import { billOfSize, largePhoto } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { attach, eventually, expectToast, fileExpense, LISTS, openNewExpense, signIn } from '../support/steps.ts';

const LIMIT = 2_097_152;
const TOO_LARGE = 'Please upload file less then 2MB.';

test('LOC, DOC-12: a bill of 2,097,151 bytes is filed whole, and its arrival is told @phone', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  await fileExpense(page, {
    amount: '450.50',
    remarks: 'The largest bill there may be',
    bills: [await billOfSize(LIMIT - 1)],
  });
  await expectToast(page, 'File upload successfully.');
  const employee = await site.api('employee@example.com');
  const [claim] = await eventually(
    () => employee.withRemarks('The largest bill there may be'),
    (found) => found.length === 1,
    'the claim on the server',
  );
  expect(claim?.billUrl[0]?.size).toBe(LIMIT - 1);
  expect(claim?.claimAmount).toBe(450.5);
});

test('LOC: one byte more is refused with the sentence @phone', async ({ site, page }) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  const form = await openNewExpense(page);
  const file = await billOfSize(LIMIT);
  await attach(form, [{ ...file, name: 'scan.pdf', mimeType: 'application/pdf' }]);
  await expect(form.getByText(TOO_LARGE).first()).toBeVisible();
});

test('a photo that is too large is made smaller on the device and passes @phone-long @desktop-long', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  const form = await openNewExpense(page);
  await attach(form, [await largePhoto()]);
  await expect(form.getByText(TOO_LARGE).first()).toBeVisible();
  await form.getByRole('button', { name: /Make it smaller/ }).click();
  await expect(form.getByText(TOO_LARGE)).toHaveCount(0, { timeout: 30_000 });
  await expect(form.getByRole('button', { name: /View bill 1/ })).toBeVisible();
});
