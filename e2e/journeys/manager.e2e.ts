import type { Page } from '@playwright/test';
import { drawnBill } from '../support/bills.ts';
import { expect, test, type Site } from '../support/fixtures.ts';
import { comesBack, dialog, eventually, closeToasts, expectToast, LISTS, signIn, untilKept } from '../support/steps.ts';

const DAY = 86_400_000;

/** Files this many claims of employee@example.com with their own remarks; the newest comes first in the queue. */
async function fileMany(site: Site, word: string, count: number): Promise<string[]> {
  const employee = await site.api('employee@example.com');
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const bill = await drawnBill(`${word} ${index}\nTotal ${120 + index}.00`, 400, 500);
    ids.push(
      (
        await employee.file({
          remarks: `${word} ${index}`,
          amount: 120 + index,
          day: Date.now() - 2 * DAY,
          bill: bill.buffer,
        })
      ).expenseId,
    );
  }
  return ids;
}

const statusOf = async (site: Site, id: string): Promise<string | undefined> =>
  (await (await site.api('employee@example.com')).mine()).find((claim) => claim.expenseId === id)
    ?.managerApprovalStatus;

const box = (page: Page, id: string) => page.getByRole('checkbox', { name: `Select ${id}` });
const all = (page: Page) => page.getByRole('checkbox', { name: /^Selected pending request \(\d+\)$/ });

test('MGR: select all counts the pending ones, and nothing selected says so @phone-long', async ({ site, page }) => {
  await fileMany(site, 'Counting', 3);
  await signIn(page, site.url, 'manager@example.com');
  await page.goto(`${site.url}${LISTS.queue}`);
  await expect(all(page)).not.toBeChecked();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectToast(page, 'Please select expenses or trips to be approved');
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await expectToast(page, 'Please select expenses or trips to be rejected');
  await closeToasts(page);

  await all(page).check();
  const pending = page.getByRole('checkbox', { name: /^Select EXP/ });
  const enabled = await pending.evaluateAll(
    (boxes) => boxes.filter((one) => !(one as HTMLInputElement).disabled && (one as HTMLInputElement).checked).length,
  );
  expect(enabled).toBeGreaterThanOrEqual(3);
  await expect(page.getByText(`Selected pending request (${enabled})`)).toBeVisible();
  await all(page).uncheck();
  await expect(page.getByText('Selected pending request (0)')).toBeVisible();
});

test('MGR-14: two are approved at once; a bulk rejection needs a remark @phone-long @desktop-long', async ({
  site,
  page,
}) => {
  const [first, second, third] = await fileMany(site, 'Bulk', 3);
  await signIn(page, site.url, 'manager@example.com');
  await page.goto(`${site.url}${LISTS.queue}`);
  await box(page, first!).check();
  await box(page, second!).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Please confirm if you wish to approve' });
  await expect(question).toContainText('for selected (2) list');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question).toBeHidden();
  await expectToast(page, 'Request approved by manager.');
  await eventually(
    () => Promise.all([statusOf(site, first!), statusOf(site, second!)]),
    (found) => found.every((status) => status === 'MANAGER_APPROVED'),
    'both approved',
  );
  expect(await statusOf(site, third!)).toBe('MANAGER_PENDING');

  await box(page, third!).check();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const refusal = page.getByRole('dialog').filter({ hasText: 'Please confirm if you wish to reject' });
  await refusal.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Please add remark.').first()).toBeVisible();
  expect(await statusOf(site, third!)).toBe('MANAGER_PENDING');
  await refusal.getByLabel('Add Remark:').fill('Not a business expense');
  await refusal.getByRole('button', { name: 'Confirm' }).click();
  await expect(refusal).toBeHidden();
  await expectToast(page, 'Request rejected by manager.');
  await eventually(
    () => statusOf(site, third!),
    (status) => status === 'MANAGER_REJECT',
    'the rejection',
  );
});

test('MGR: the queue is walked without closing, and one is rejected with a remark @long', async ({ site, page }) => {
  const ids = await fileMany(site, 'Walking', 3);
  await signIn(page, site.url, 'manager@example.com');
  await page.goto(`${site.url}${LISTS.queue}`);
  await page.getByRole('listitem', { name: new RegExp(`^${ids[2]}`) }).click();
  const decision = dialog(page, 'Approve/Reject Local Expenses');
  await expect(decision).toContainText('Walking 2');
  await expect(decision.getByRole('button', { name: 'Previous request' })).toBeDisabled();
  await decision.getByRole('button', { name: 'Next request' }).click();
  await expect(decision).toContainText('Walking 1');

  await decision.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(decision.getByText('Please enter manager remark')).toBeVisible();
  await decision.getByLabel('Manager remarks').fill('The bill is of last year');
  await decision.getByRole('button', { name: 'Reject', exact: true }).click();
  await expectToast(page, 'Request rejected');
  await eventually(
    () => statusOf(site, ids[1]!),
    (status) => status === 'MANAGER_REJECT',
    'the rejection',
  );
  expect(await statusOf(site, ids[0]!)).toBe('MANAGER_PENDING');
});

test('MGR: a decision made without a network waits, can be taken back, and is sent later @phone', async ({
  site,
  page,
}) => {
  const [one, two] = await fileMany(site, 'On the train', 2);
  await signIn(page, site.url, 'manager@example.com');
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.queue}`);
  await expect(box(page, two!)).toBeVisible();
  await site.network.down();
  for (const id of [one!, two!]) {
    await page.getByRole('listitem', { name: new RegExp(`^${id}`) }).click();
    const decision = page.getByRole('dialog').filter({ hasText: id });
    await decision.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(decision).toBeHidden();
  }
  await page.goto(`${site.url}/outbox`);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /120/ })
    .getByRole('button', { name: 'Take back' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await comesBack(site.network, page);
  await eventually(
    () => statusOf(site, two!),
    (status) => status === 'MANAGER_APPROVED',
    'the decision that stayed',
  );
  expect(await statusOf(site, one!)).toBe('MANAGER_PENDING');
});
