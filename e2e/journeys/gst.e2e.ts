import { BUYER, codeOf, dataOf, portal } from '#tests/support/gstCodes.ts';
import { expect, test } from '../support/fixtures.ts';
import { addGstKey, invoiceBill, saveGstins } from '../support/gst.ts';
import { attach, LISTS, openNewExpense, signIn, untilKept } from '../support/steps.ts';

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
