import { expect, test, onPhone } from '../support/fixtures.ts';
import { drawnBill } from '../support/bills.ts';
import { eventually, expectToast, LISTS, signIn, untilKept } from '../support/steps.ts';

test('HOME-7: the counts follow what is filed and decided, and stand there without a network @phone', async ({
  site,
  page,
}) => {
  const employee = await site.api('employee@example.com');
  const bill = await drawnBill('Counted\nTotal 50.00', 300, 400);
  const { expenseId } = await employee.file({
    remarks: 'Counted',
    amount: 50,
    day: Date.now() - 86_400_000,
    bill: bill.buffer,
  });

  await signIn(page, site.url, 'manager@example.com');
  await page.goto(`${site.url}/home`);
  const button = page.getByRole('button', { name: 'Approve Local Expense', exact: true });
  await expect(button).toContainText(/\d/);
  const before = Number(/(\d+)$/.exec((await button.innerText()).trim())?.[1]);
  expect(before).toBeGreaterThan(0);

  await page.goto(`${site.url}${LISTS.queue}`);
  await page.getByRole('listitem', { name: new RegExp(`^${expenseId}`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expectToast(page, 'Request approved');
  // It goes on to the next of the queue.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${site.url}/home`);
  await expect(button).toContainText(String(before - 1));

  await untilKept(page);
  await site.network.down();
  await page.goto(`${site.url}/home`);
  await expect(button).toContainText(String(before - 1));
  await expect(page.getByText(/^As of /).first()).toBeVisible();
});

test('HOME-8: what one is owed is drawn, and stands there as a table @long', async ({ company, page, complaints }) => {
  await signIn(page, company.url, 'employee@example.com');
  await page.goto(`${company.url}/home`);
  const owed = page.getByRole('region', { name: 'What I am owed' });
  await expect(owed.getByText('not yet paid, in all')).toBeVisible();
  await owed.getByText('Show as a table').click();
  const table = owed.getByRole('table', { name: 'What I am owed' });
  await expect(table.getByRole('row')).toHaveCount(6);
  const { data } = (await (
    await page.request.get(`${company.url}/api/v1/owed`, {
      headers: {
        platform: 'WEB_SITE',
        token: (await page.context().cookies()).find(({ name }) => name === 'admin-auth-token')?.value ?? '',
      },
    })
  ).json()) as { data: { claimed: { claims: number }; deciding: { claims: number } } };
  await expect(table.getByRole('row', { name: /^Claimed in/ })).toContainText(String(data.claimed.claims));
  await expect(table.getByRole('row', { name: /^Being decided/ })).toContainText(String(data.deciding.claims));
  expect(complaints.list).toEqual([]);
});

test('a toast covers nothing that can be pressed @phone @long', async ({ company, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, company.url, 'manager@example.com');
  await page.goto(`${company.url}${LISTS.queue}`);
  await page
    .getByRole('checkbox', { name: /^Select EXP/ })
    .first()
    .waitFor();
  const toasts = page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .filter({ has: page.getByRole('button', { name: 'Close message' }) });
  const free = async (names: string[]): Promise<void> => {
    await expect(toasts.first()).toBeVisible();
    // All at one moment: another toast may be about to go.
    const edges = (all: Element[]) =>
      all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom }));
    for (const name of names) {
      const [action] = await page.getByRole('button', { name, exact: true }).first().evaluateAll(edges);
      for (const toast of await toasts.evaluateAll(edges))
        expect(action && toast.top < action.bottom && action.top < toast.bottom, `${name} under a toast`).toBe(false);
    }
  };
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await free(['Approve', 'Reject', 'Filter', 'Account']);
  await page
    .getByRole('checkbox', { name: /^Select EXP/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Copy expense id' }).first().click();
  await free(['Approve', 'Reject', 'Filter', 'Account']);
  expect(onPhone(page)).toBe(true);
});

test('LIST-7: the phone’s Back closes the filters, the bill and the claim, and not the list @phone @long', async ({
  company,
  page,
}) => {
  await signIn(page, company.url, 'employee@example.com');
  await page.goto(`${company.url}/home`);
  await page.getByRole('button', { name: 'Raise Local Expense', exact: true }).click();
  await page.getByRole('button', { name: 'View bill 1' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // The address follows the frame that shows it.
  await expect(page).toHaveURL(/view=EXP/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await expect(page).toHaveURL(/panel=filters/);
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeHidden();
  await expect(page).toHaveURL(/raise-local\/expense/);

  await page.getByRole('listitem', { name: /^EXP/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/open=EXP/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/raise-local\/expense/);

  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('dialog', { name: 'Filters' }).getByText('Approved', { exact: true }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/MANAGER_APPROVAL_STATUS=0/);
  await page.goBack();
  await eventually(
    async () => page.url(),
    (url) => !url.includes('MANAGER_APPROVAL_STATUS') && url.includes('/raise-local/expense'),
    'the list as it was',
  );
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});
