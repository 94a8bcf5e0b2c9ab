import { drawnBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { closeToasts, dialog, expectToast, LISTS, signIn, today } from '../support/steps.ts';

test('ACC-18, DEL-11, DEL-12: a manager names a stand-in, who decides until it ends @phone-long @desktop-long', async ({
  site,
  page,
  browser,
  complaints,
}) => {
  complaints.forgive(/status of (?:403|404)/);
  const employee = await site.api('employee@example.com');
  const bill = await drawnBill('Taxi\nTotal 640.00', 400, 500);
  const { expenseId } = await employee.file({
    remarks: 'Taxi while the manager is away',
    amount: 640,
    day: Date.now() - 2 * 86_400_000,
    bill: bill.buffer,
  });

  await signIn(page, site.url, 'manager@example.com');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Stand-in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Stand-in' })).toBeVisible();
  await page.getByRole('button', { name: 'Name a stand-in' }).click();
  const form = dialog(page, 'Name a stand-in');
  await form.getByLabel('Stand-in', { exact: true }).fill('newcomer@example.com');
  await form.getByRole('textbox', { name: 'Last day' }).fill(today());
  await form.getByRole('button', { name: 'Submit' }).click();
  await expectToast(page, `Dev Patel stands in for you: ${today()}, one day.`);
  await closeToasts(page);
  const given = page.getByRole('region', { name: 'Who stands in for me' });
  await expect(given.getByText('Running')).toBeVisible();

  // The same days again: who it is, in words, and nothing typed is lost.
  await page.getByRole('button', { name: 'Name a stand-in' }).click();
  await form.getByLabel('Stand-in', { exact: true }).fill('employee2@example.com');
  await form.getByRole('textbox', { name: 'Last day' }).fill(today());
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByRole('alert')).toContainText(
    `Dev Patel stands in from ${today()} to ${today()}. End that first, or choose other days.`,
  );
  await form.getByRole('button', { name: 'Cancel' }).click();

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, site.url, 'newcomer@example.com');
  await expect(other.getByRole('heading', { level: 2, name: 'For Ravi Menon' })).toBeVisible();
  // Without a queue of the own the address leads to the manager's.
  await other.goto(`${site.url}${LISTS.queue}`);
  await expect(other).toHaveURL(/findByEmail=manager@example\.com/);
  await expect(
    other.getByText(/^You stand in for Ravi Menon: what you decide here is recorded as by you for Ravi Menon\./),
  ).toBeVisible();
  const card = other.getByRole('main').getByRole('listitem', { name: expenseId });
  await card.getByRole('button', { name: new RegExp(`^${expenseId}`) }).click();
  const decision = dialog(other, 'Approve/Reject Local Expenses');
  await expect(decision.getByLabel('Approved amount')).toHaveValue('640');
  await decision.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectToast(other, 'Request approved');
  await expect(card).toHaveCount(0);
  await other.goto(`${site.url}/detail/${expenseId}/details`);
  await expect(other.getByText('by Dev Patel for Ravi Menon')).toBeVisible();
  await other.goto(`${site.url}/detail/${expenseId}/history`);
  await expect(other.getByText(/^Dev Patel for Ravi Menon · /)).toBeVisible();

  await given.getByRole('button', { name: 'End now: Dev Patel' }).click();
  await dialog(page, 'End this now?').getByRole('button', { name: 'End now' }).click();
  await expectToast(page, 'Ended.');
  await expect(given.getByText('Nobody stands in for you.')).toBeVisible();
  await other.goto(`${site.url}${LISTS.queue}?findByEmail=manager@example.com`);
  await expect(other).toHaveURL(/\/not-found$/);
  await other.goto(`${site.url}/detail/${expenseId}/details`);
  await expect(other.getByText('Nothing here, or not yours')).toBeVisible();
  await context.close();
});
