import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawnBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/steps.ts';

/** Where the name of a file stands in the pack, and where its bytes begin: nothing is compressed. */
function fileIn(pack: Buffer, name: string): { at: number; size: number } {
  const title = pack.indexOf(name);
  return { at: title + name.length, size: pack.readUInt32LE(title - 30 + 18) };
}

test('AUD-24 AUD-25: a proof pack is saved, and checked in a browser without a network, from a file @desktop', async ({
  site,
  browser,
}, info) => {
  const employee = await site.api('employee@example.com');
  const bill = await drawnBill('City Telecom\nTotal 708.00', 400, 500);
  const { expenseId } = await employee.file({
    remarks: 'Recharge for the stall',
    amount: 708,
    day: Date.now() - 2 * 86_400_000,
    bill: bill.buffer,
  });
  await (await site.api('manager@example.com')).approveAll([expenseId]);
  const office = await browser.newContext({
    permissions: ['geolocation'],
    geolocation: { latitude: 12.97, longitude: 77.59 },
  });
  const page = await office.newPage();
  await signIn(page, site.url, 'finance@example.com');
  await page.goto(`${site.url}/detail/${expenseId}/details`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Proof pack' }).click(),
  ]);
  const folder = info.outputDir;
  const pack = join(folder, download.suggestedFilename());
  await download.saveAs(pack);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^proof-${expenseId}-.*\\.zip$`));

  // The page as the pack has it, opened from a folder, with no network at all.
  const bytes = readFileSync(pack);
  const { at, size } = fileIn(bytes, 'verify.html');
  writeFileSync(join(folder, 'verify.html'), bytes.subarray(at, at + size));
  const offline = await browser.newContext({ offline: true });
  const checking = await offline.newPage();
  await checking.goto(`file://${join(folder, 'verify.html')}`);
  await checking.getByLabel('The proof pack (ZIP)').setInputFiles(pack);
  await expect(checking.getByText('Nothing was changed.')).toBeVisible();
  await expect(checking.getByRole('cell', { name: 'manager-approve' })).toBeVisible();

  const changed = Buffer.from(bytes);
  const rows = fileIn(bytes, 'rows.json');
  const amount = bytes.indexOf('70800', rows.at);
  changed[amount] = '9'.charCodeAt(0);
  const forged = join(folder, 'forged.zip');
  writeFileSync(forged, changed);
  await checking.getByLabel('The proof pack (ZIP)').setInputFiles(forged);
  await expect(checking.getByText('This pack is not what was made.')).toBeVisible();
  await expect(checking.getByText(`rows.json: row 1 (${expenseId}, version 1) was changed`)).toBeVisible();
  await checking.getByLabel(/A head of the log/).fill('ab'.repeat(32));
  await checking.getByLabel('The proof pack (ZIP)').setInputFiles(pack);
  await expect(checking.getByText('heads.json: the head from your mail is not among them')).toBeVisible();

  // The page of the server is the same, under its own policy.
  await page.goto(`${site.url}/verify.html`);
  await page.getByLabel('The proof pack (ZIP)').setInputFiles(pack);
  await expect(page.getByText('Nothing was changed.')).toBeVisible();
  await offline.close();
  await office.close();
});
