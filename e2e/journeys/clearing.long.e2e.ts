import { hashOf, pdf } from '#tests/support/files.ts';
import { drawnBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { dialog, eventually, LISTS, signIn, untilKept } from '../support/steps.ts';

const DAY = 86_400_000;
const COUNT = 20;

test('MGR-29 MGR-30 OB-3: twenty claims are decided one by one without a network, each arrives once @phone', async ({
  site,
  page,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 360, height: 740 });
  const employee = await site.api('employee@example.com');
  const filed: string[] = [];
  const bills: string[] = [];
  for (let index = 0; index < COUNT; index += 1) {
    // Every fifth came by mail: a PDF.
    const bytes =
      index % 5 === 2
        ? pdf(`Clearing ${index}`)
        : (await drawnBill(`Clearing ${index}\nTotal ${200 + index}.00`, 400, 500)).buffer;
    const claim = await employee.file({
      remarks: `Clearing ${index}`,
      amount: 200 + index,
      day: Date.now() - 2 * DAY,
      bill: bytes,
    });
    filed.push(claim.expenseId);
    bills.push(hashOf(bytes));
  }
  await signIn(page, site.url, 'manager@example.com');
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.queue}`);
  // The newest come first: the page of 25 holds all of these.
  await expect(page.getByRole('listitem', { name: filed[0]! })).toBeVisible();
  const small = (): Promise<number> =>
    page.evaluate(async (wanted) => {
      const names = (await indexedDB.databases())
        .map(({ name }) => name ?? '')
        .filter((name) => name.startsWith('kharcha-') && name !== 'kharcha-device');
      const counts = names.map(
        (name) =>
          new Promise<number>((done) => {
            const opening = indexedDB.open(name);
            opening.onsuccess = () => {
              const asking = opening.result.transaction('previews').objectStore('previews').getAllKeys();
              asking.onsuccess = () => {
                opening.result.close();
                done(asking.result.filter((key) => wanted.includes(String(key).replace('small/', ''))).length);
              };
            };
          }),
      );
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    }, bills);
  await eventually(small, (count) => count >= COUNT, 'small previews of the bills');
  await site.network.down();

  await page.getByRole('listitem', { name: filed.at(-1)! }).click();
  const decision = dialog(page, 'Approve/Reject Local Expenses');
  await decision.getByLabel('Then show the next one').check();
  for (const [n, id] of filed.toReversed().entries()) {
    await expect(decision).toContainText(`Clearing ${COUNT - 1 - n}`);
    await expect(decision.getByText('Small preview: the full bill needs a connection.')).toBeVisible();
    if (n % 5 === 4) {
      await decision.getByLabel('Manager remarks').fill(`Not for ${id}`);
      await page.waitForTimeout(400);
      await decision.getByRole('button', { name: 'Reject', exact: true }).click();
    } else {
      await page.waitForTimeout(400);
      await decision.getByRole('button', { name: 'Approve', exact: true }).click();
    }
  }
  await expect(decision).not.toContainText('Clearing');
  await page.goto(`${site.url}/outbox`);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(COUNT);

  await site.network.up();
  const standing = async () => (await employee.mine()).filter(({ expenseId }) => filed.includes(expenseId));
  const claims = await eventually(
    standing,
    (all) =>
      all.length === COUNT && all.every(({ managerApprovalStatus }) => managerApprovalStatus !== 'MANAGER_PENDING'),
    'every decision',
  );
  expect(claims.filter(({ managerApprovalStatus }) => managerApprovalStatus === 'MANAGER_REJECT')).toHaveLength(
    COUNT / 5,
  );
  // One decision each: what was made is version 1, what was decided once is version 2.
  expect(claims.map(({ version }) => version)).toEqual(claims.map(() => 2));
});
