import { BUYER, codeOf, dataOf, portal } from '#tests/support/gstCodes.ts';
import { expect, test } from '../support/fixtures.ts';
import { addGstKey, invoiceBill, saveGstins } from '../support/gst.ts';
import {
  attach,
  dialog,
  expectToast,
  fillExpense,
  LISTS,
  openNewExpense,
  signIn,
  signOut,
  untilKept,
} from '../support/steps.ts';

test('GST-7: the signed code of a bill is verified without a network @phone', async ({ site, page }) => {
  const one = await portal('one');
  const other = await portal('other');
  const admin = await site.api('org-admin@example.com');
  await addGstKey(admin, one);
  await saveGstins(admin, [BUYER]);

  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  await untilKept(page);
  const form = await openNewExpense(page);
  await attach(form, [await invoiceBill('first', await codeOf(one, dataOf(7)))]);
  const first = form.getByRole('region', { name: 'GST e-invoice in “first.jpg”' });
  await expect(first.getByText('Verified')).toBeVisible();
  await expect(first.getByText('Input credit possible')).toBeVisible();
  await expect(form.getByLabel('Claim amount')).toHaveValue('1,007.07');

  // What reads codes is kept from its first use on.
  await site.network.down();
  await attach(form, [await invoiceBill('second', await codeOf(one, dataOf(8)))]);
  const second = form.getByRole('region', { name: 'GST e-invoice in “second.jpg”' });
  await expect(second.getByText('KH/26-27/8')).toBeVisible();
  await second.getByRole('button', { name: 'Use amount' }).click();
  await expect(form.getByLabel('Claim amount')).toHaveValue('1,008.08');
  await attach(form, [await invoiceBill('forged', await codeOf({ ...other, kid: one.kid }, dataOf(9)))]);
  await expect(form.getByText('The code of this bill does not match its signature.')).toBeVisible();
});

test('GST-8 GST-9: who decides sees what the server verified @phone', async ({ site, page }) => {
  const one = await portal('one');
  const admin = await site.api('org-admin@example.com');
  await addGstKey(admin, one);
  await saveGstins(admin, [BUYER]);

  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  const form = await openNewExpense(page);
  const bills = [await invoiceBill('hotel', await codeOf(one, dataOf(11)))];
  await fillExpense(form, { type: 'Others', amount: '900', remarks: 'Stay with a code', bills });
  await expect(form.getByText('Input credit possible')).toBeVisible();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toBeHidden();
  await expectToast(page, 'Local Expense request submit successfully');

  await signOut(page);
  await signIn(page, site.url, 'manager@example.com');
  await page.goto(`${site.url}${LISTS.queue}`);
  await page.getByRole('button', { name: /^EXP\w+, Others, ₹900\.00/ }).click();
  const decision = dialog(page, 'Approve/Reject Local Expenses');
  const facts = decision.getByRole('region', { name: 'GST e-invoice in “hotel.jpg”' });
  await expect(facts.getByText('Verified e-invoice')).toBeVisible();
  await expect(facts.getByText('Input credit possible')).toBeVisible();
  await expect(decision.getByText('The bill says ₹1,011.11')).toBeVisible();
});
