import type { Page } from '@playwright/test';
import { pdf } from '#tests/support/files.ts';
import { expect, test } from '../support/fixtures.ts';
import { dialog, eventually, expectToast, LISTS, signIn } from '../support/steps.ts';

const DAY = 86_400_000;
const COUNT = 40;
/** Whatever day of the month it is: what was approved just now stands on the list. */
const TODAYS = 'MANAGER_APPROVAL_DATE=LAST_7_DAYS';

const active = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? null);

/** Goes from button to button until this one has the keyboard. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let n = 0; n < 12; n += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.textContent === wanted, name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${name}.`);
}

test('FIN-15 FIN-1 FIN-2 FIN-5 FIN-9: finance clears forty rows by keyboard, each decision once @desktop', async ({
  site,
  page,
}) => {
  test.setTimeout(240_000);
  const employee = await site.api('employee@example.com');
  const manager = await site.api('manager@example.com');
  const filed: string[] = [];
  for (let index = 0; index < COUNT; index += 1)
    filed.push(
      (
        await employee.file({
          remarks: `Row ${index}`,
          amount: 200 + index,
          day: Date.now() - 2 * DAY,
          bill: pdf(`Row ${index}`),
        })
      ).expenseId,
    );
  await manager.approveAll(filed);

  await signIn(page, site.url, 'finance@example.com');
  await page.goto(`${site.url}${LISTS.review}?${TODAYS}&size=50`);
  await expect(page.getByRole('row', { name: new RegExp(`^${filed.at(-1)},`) })).toBeVisible();

  // The newest come first. Every fifth is rejected, every seventh cut, and a bill looked at now and then.
  await page.keyboard.press('ArrowDown');
  const rejected: string[] = [];
  const cut: string[] = [];
  const single = filed.toReversed().slice(0, COUNT - 2);
  for (const [n, id] of single.entries()) {
    await expect.poll(() => active(page), { message: `row ${n} is next` }).toBe(id);
    if (n % 10 === 3) {
      await page.keyboard.press('v');
      await expect(dialog(page, 'Bill')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page, 'Bill')).toBeHidden();
    }
    if (n % 5 === 4) {
      rejected.push(id);
      await page.keyboard.press('r');
      await expect(page.getByLabel(`Finance remarks ${id}`)).toBeFocused();
      if (n === 4) await expectToast(page, 'Please add remark');
      await page.keyboard.type(`Not ${n}`);
      await page.keyboard.press('Enter');
    } else {
      if (n % 7 === 1) {
        cut.push(id);
        await page.keyboard.press('e');
        await expect(page.getByLabel(`Approved amount ${id}`)).toBeFocused();
        await page.keyboard.type('150.50');
        await page.keyboard.press('Enter');
      }
      await page.keyboard.press('a');
    }
    await expect(page.getByRole('row', { name: new RegExp(`^${id},`) })).toHaveCount(0);
  }
  await expectToast(page, 'Request approved by finance.');
  await expectToast(page, 'Request rejected by finance.');

  // The last two at once.
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('Selected pending request (2)')).toBeVisible();
  await page.keyboard.press('a');
  await expect(dialog(page, 'Approve expense by finance')).toBeVisible();
  await tabTo(page, 'Confirm');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Approve expense by finance')).toBeHidden();

  const standing = async () => (await employee.mine()).filter(({ expenseId }) => filed.includes(expenseId));
  const claims = await eventually(
    standing,
    (all) =>
      all.length === COUNT && all.every(({ financeApprovalStatus }) => financeApprovalStatus !== 'FINANCE_PENDING'),
    'every decision',
  );
  for (const claim of claims) {
    const { expenseId: id, claimAmount, version } = claim;
    const amount = rejected.includes(id) ? 0 : cut.includes(id) ? 150.5 : claimAmount;
    // Made, approved by the manager, decided by finance: once each.
    expect({ id, status: claim.financeApprovalStatus, amount: claim.financeApprovedAmount, version }).toEqual({
      id,
      status: rejected.includes(id) ? 'FINANCE_REJECT' : 'FINANCE_APPROVED',
      amount,
      version: 3,
    });
  }

  // One was a mistake.
  await page.goto(`${site.url}${LISTS.review}?${TODAYS}&FINANCE_APPROVAL_STATUS=2`);
  const line = page.getByRole('row', { name: new RegExp(`^${rejected[0]},`) });
  await expect(line.getByText('Rejected by Kavita Iyer')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  while ((await active(page)) !== rejected[0]) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('u');
  await expectToast(page, 'Expense Revived by finance.');
  await expect(line).toHaveCount(0);
  expect((await standing()).find(({ expenseId }) => expenseId === rejected[0])?.financeApprovalStatus).toBe(
    'FINANCE_PENDING',
  );
});
