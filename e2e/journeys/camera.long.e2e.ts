import sharp from 'sharp';
import { codeOf, dataOf, portal } from '#tests/support/gstCodes.ts';
import { billWithCode } from '#tests/support/gstPictures.ts';
import { drawnBill } from '../support/bills.ts';
import { sceneOf } from '../support/camera.ts';
import { expect, test } from '../support/fixtures.ts';
import { addGstKey } from '../support/gst.ts';
import { card, dialog, eventually, fillExpense, LISTS, openNewExpense, signIn, untilKept } from '../support/steps.ts';

test('DOC-18 DOC-19 DOC-20: bills are shot without a network, straightened, saved and sent later @phone', async ({
  site,
  device,
}) => {
  const scene = await sceneOf(await drawnBill('Hotel Annapoorna\nRoom 1,800.00\nTotal 2,016.00'), 7);
  try {
    const context = await device.open(scene.args);
    await context.grantPermissions(['camera', 'geolocation']);
    const page = context.pages()[0] ?? (await context.newPage());
    await signIn(page, site.url, 'employee@example.com');
    await untilKept(page);
    await site.network.down();
    await page.goto(`${site.url}${LISTS.mine}`);
    const form = await openNewExpense(page);
    await fillExpense(form, { amount: '2016', remarks: 'Shot in the page', bills: [] });
    await form.getByRole('button', { name: 'Scan' }).click();
    await dialog(page, 'Scan a bill').getByRole('button', { name: 'Take photo', disabled: false }).click();
    const check = dialog(page, 'Check the photo');
    await expect(check.getByRole('img', { name: 'What was taken' })).toBeVisible();
    await expect(check.getByRole('button', { name: /^Top left corner/ })).toBeVisible();
    await check.getByRole('button', { name: 'Use photo' }).click();
    await expect(form.getByText(/ · ready$/)).toBeVisible();
    // Another one, of two pages.
    await form.getByRole('button', { name: 'Scan' }).click();
    for (const [title, next] of [
      ['Scan a bill', 'Add page'],
      ['Scan page 2', 'Use 2 pages'],
    ] as const) {
      await dialog(page, title).getByRole('button', { name: 'Take photo', disabled: false }).click();
      await page.getByRole('dialog').getByRole('button', { name: next, exact: true }).click();
    }
    await expect(form.getByRole('listitem', { name: 'Bill 2: scan.pdf' }).getByText(/ · ready$/)).toBeVisible();
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(card(page, '₹2,016.00')).toContainText('Waiting');

    await site.network.up();
    const employee = await site.api('employee@example.com');
    const [claim] = await eventually(
      () => employee.withRemarks('Shot in the page'),
      (found) => found.length === 1,
      'the claim on the server',
    );
    expect(claim?.billUrl).toMatchObject([{ type: 'image/jpeg' }, { type: 'application/pdf' }]);
    const [bill] = claim?.billUrl ?? [];
    expect(bill?.size).toBeLessThanOrEqual(600_000);
    // The paper and nothing of the table: its proportions, and white to its edges.
    const image = sharp(await employee.document(bill?.fingerPrint ?? ''));
    const { width, height } = await image.metadata();
    expect(height / width).toBeCloseTo(1300 / 900, 1);
    const { channels } = await image.stats();
    expect(channels.map(({ mean }) => mean).every((mean) => mean > 235)).toBe(true);
  } finally {
    scene.discard();
  }
});

test('GST-11: the camera sees the signed code of a bill, which goes with the photo @phone', async ({
  site,
  device,
}) => {
  const one = await portal('one');
  await addGstKey(await site.api('org-admin@example.com'), one);
  const bill = await billWithCode(await codeOf(one, dataOf(7)), { side: 900 });
  const scene = await sceneOf({ name: 'bill.jpg', mimeType: 'image/jpeg', buffer: bill }, 4);
  try {
    const context = await device.open(scene.args);
    await context.grantPermissions(['camera', 'geolocation']);
    const page = context.pages()[0] ?? (await context.newPage());
    await signIn(page, site.url, 'employee@example.com');
    await page.goto(`${site.url}${LISTS.mine}`);
    const form = await openNewExpense(page);
    await form.getByRole('button', { name: 'Scan' }).click();
    await expect(dialog(page, 'Scan a bill').getByText('GST e-invoice KH/26-27/7 was seen.')).toBeVisible();
    await dialog(page, 'Scan a bill').getByRole('button', { name: 'Take photo', disabled: false }).click();
    await dialog(page, 'Check the photo').getByRole('button', { name: 'Use photo' }).click();
    await expect(form.getByText('Verified')).toBeVisible();
    await expect(form.getByLabel('Claim amount')).toHaveValue('1,007.07');
  } finally {
    scene.discard();
  }
});
