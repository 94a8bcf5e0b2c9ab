import { realBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { card, dialog, eventually, expectToast, fileExpense, LISTS, signIn, untilKept } from '../support/steps.ts';

test('LOC-13, the story: filed offline, the browser closed, sent once, approved with its bill @desktop-long', async ({
  site,
  device,
  browser,
}) => {
  const remarks = 'Recharge for the week in the hills';
  const bill = await realBill();

  const before = await device.open();
  const page = before.pages()[0] ?? (await before.newPage());
  await signIn(page, site.url, 'employee@example.com');
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();

  await site.network.down();
  await fileExpense(page, { type: 'Mobile Bill', amount: '799', remarks, bills: [bill] });
  await expect(page.getByText(/Saved on this (?:phone|device)/).first()).toBeVisible();
  await expect(card(page, '₹799.00')).toContainText('Waiting');
  await device.close();

  // Still no network: the claim is there after a cold start of the browser.
  const after = await device.open();
  const again = after.pages()[0] ?? (await after.newPage());
  await again.goto(`${site.url}${LISTS.mine}`);
  await expect(card(again, '₹799.00')).toContainText('Waiting');

  await site.network.up();
  const employee = await site.api('employee@example.com');
  const [sent] = await eventually(
    () => employee.withRemarks(remarks),
    (found) => found.length > 0,
    'the claim on the server',
  );
  await expectToast(again, 'Local Expense request submit successfully');
  await expect(again.getByText('All sent')).toBeVisible();
  await expect(card(again, '₹799.00')).not.toContainText('Waiting');
  // Nothing is sent twice, not even after another start.
  await again.reload();
  await expect(again.getByText('All sent')).toBeVisible();
  expect(await employee.withRemarks(remarks)).toHaveLength(1);
  expect(sent?.billUrl[0]?.size).toBe(bill.buffer.length);

  const manager = await browser.newContext({ baseURL: site.url });
  const desk = await manager.newPage();
  await signIn(desk, site.url, 'manager@example.com');
  await desk.goto(LISTS.queue);
  await card(desk, sent?.expenseId ?? '').click();
  const decision = dialog(desk, /Approve\/Reject Local Expenses/);
  await expect(decision).toBeVisible();
  const picture = decision.getByRole('img', { name: bill.name });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50);
  await expect(decision.getByLabel('Approved amount')).toHaveValue(/799/);
  await decision.getByRole('button', { name: 'Approve', exact: true }).click();
  await eventually(
    () => employee.withRemarks(remarks),
    ([claim]) => claim?.managerApprovalStatus === 'MANAGER_APPROVED',
    'the decision on the server',
  );
  expect((await employee.withRemarks(remarks))[0]?.managerApprovedAmount).toBe(799);
  await manager.close();
});
