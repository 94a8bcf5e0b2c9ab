import { pdf } from '#tests/support/files.ts';
import { billOfSize, largePhoto } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  attach,
  eventually,
  expectToast,
  fileExpense,
  fillExpense,
  LISTS,
  openNewExpense,
  signIn,
} from '../support/steps.ts';

const LIMIT = 2_097_152;
const TOO_LARGE = 'Please upload file less then 2MB.';

test('LOC, DOC-12: a bill of 2,097,151 bytes is filed whole, and its arrival is told @phone', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  const form = await openNewExpense(page);
  await fillExpense(form, {
    amount: '450.50',
    remarks: 'The largest bill there may be',
    bills: [await billOfSize(LIMIT - 1)],
  });
  // A photo of this size would be made to fit (DOC-17).
  await form.getByRole('button', { name: 'Use the original of bill 1' }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
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
  await attach(form, [{ name: 'scan.pdf', mimeType: 'application/pdf', buffer: pdf('A long scan', LIMIT) }]);
  await expect(form.getByText(TOO_LARGE).first()).toBeVisible();
});

test('DOC-17: a photo that is too large is made to fit without a question, and filed @phone @desktop-long', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  await fileExpense(page, { amount: '12.50', remarks: 'From a large photo', bills: [await largePhoto()] });
  await expectToast(page, 'File upload successfully.');
  const employee = await site.api('employee@example.com');
  const [claim] = await eventually(
    () => employee.withRemarks('From a large photo'),
    (found) => found.length === 1,
    'the claim on the server',
  );
  expect(claim?.billUrl[0]?.size).toBeLessThanOrEqual(600_000);
  expect(claim?.billUrl[0]?.type).toBe('image/jpeg');
});
