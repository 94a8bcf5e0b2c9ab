import { expect, test } from '../support/fixtures.ts';
import { LISTS, signIn, untilKept } from '../support/steps.ts';

const THEIRS = `${LISTS.mine}?findByEmail=employee@example.com`;

test('ACC-17: a report’s list names its owner, is read-only, and leaves nothing on the device @long', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'manager@example.com');
  await untilKept(page);
  await page.goto(`${site.url}${THEIRS}`);
  await expect(
    page.getByText(
      'You are looking at the list of Asha Nair (employee@example.com). ' +
        'It is read-only and is not kept on this device.',
    ),
  ).toBeVisible();
  const cards = page.getByRole('main').getByRole('listitem', { name: /^EXP/ });
  await expect(cards.first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'File New Expense' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0);
  await cards.first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /Save|Withdraw|Submit/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'View bill 1' }).first().click();
  await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
  await page.getByRole('button', { name: 'Close dialog' }).click();

  await site.network.down();
  await page.goto(`${site.url}${THEIRS}`);
  await expect(page.getByText('Somebody else’s list needs a connection: it is not kept on this device.')).toBeVisible();
  await expect(cards).toHaveCount(0);
  await site.network.up();
  await page.getByRole('link', { name: 'Back to my own list' }).click();
  await expect(page.getByText('You are looking at')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();
});

test('ACC-17: a director looks at a manager’s queue and can decide nothing there @desktop', async ({
  company,
  page,
}) => {
  await signIn(page, company.url, 'director@example.com');
  await page.goto(`${company.url}${LISTS.queue}?findByEmail=manager@example.com`);
  await expect(page.getByText('You are looking at the queue of manager@example.com.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem', { name: /^EXP/ }).first()).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('main').getByRole('listitem', { name: /^EXP/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
});

test('ACC-16, ACC-17: a person who may not look comes to the page that says so @phone @long', async ({
  company,
  page,
  complaints,
}) => {
  complaints.forgive(/status of 403/);
  await signIn(page, company.url, 'employee2@example.com');
  for (const address of [THEIRS, `${LISTS.queue}?findByEmail=manager@example.com`, LISTS.queue]) {
    await page.goto(`${company.url}${address}`);
    await expect(page.getByRole('heading', { level: 1, name: '403 - Forbidden' })).toBeVisible();
    await expect(page).toHaveURL(/\/not-found$/);
  }
  expect(complaints.list).toEqual([]);
});
