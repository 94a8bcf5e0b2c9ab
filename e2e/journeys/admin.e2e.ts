import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { drawnBill } from '../support/bills.ts';
import { closeToasts, comesBack, dialog, eventually, expectToast, LISTS, signIn, untilKept } from '../support/steps.ts';

const ADMIN = 'admin@example.com';
const tripCard = (page: Page, id: string): Locator => page.getByRole('listitem', { name: id, exact: true });
const can = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name} TRP`), disabled: false }).first();
/** The id that a button of a card carries behind its name. */
const idOf = async (button: Locator): Promise<string> =>
  /TRP\S+$/.exec((await button.getAttribute('aria-label')) ?? '')?.[0] ?? '';

test('ADM-2 ADM-1 ADM-5: offline, tickets are added and the trip approved, in order and once @phone-long', async ({
  site,
  page,
}) => {
  const admin = await site.api(ADMIN);
  await signIn(page, site.url, ADMIN);
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.admin}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Travel Requests');
  await expect(page).toHaveTitle(/View Travel Request/);
  const id = await idOf(can(page, 'Add Ticket Details'));
  await site.network.down();
  await page.getByRole('button', { name: `Add Ticket Details ${id}` }).click();
  const form = dialog(page, 'Add Ticket Details');
  await form.getByRole('button', { name: 'Upload', exact: true }).click();
  await expectToast(page, 'Please Add Ticket Amount');
  await form.getByLabel('Ticket amount', { exact: true }).fill('8450');
  await form
    .getByLabel('Tickets', { exact: true })
    .setInputFiles([await drawnBill('E-TICKET\nBLR to MAA\nTotal 8,450.00')]);
  await form.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(form).toBeHidden();
  const mine = tripCard(page, id);
  await expect(mine).toContainText('Waiting');
  await expect(mine).toContainText('Ticket amount: ₹8,450.00');

  // The ticket that waits is a ticket: nothing is asked.
  await closeToasts(page);
  await mine.getByRole('button', { name: `Approve / Reject ${id}` }).click();
  await dialog(page, 'Approve/Reject Travel Request').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(dialog(page, /Travel Request|ticket/)).toHaveCount(0);
  await comesBack(site.network, page);
  const trip = await eventually(
    () => admin.anyTrip(id),
    (found) => found.adminApprovalStatus === 'ADMIN_APPROVED',
    'the approved trip',
  );
  expect(trip).toMatchObject({ ticketUploadStatus: 'UPDATED', ticketAmount: 8450 });
  expect(trip.ticketUrl).toHaveLength(1);
  await expect(page.getByText('All sent')).toBeVisible();
  await expect(mine).toBeHidden();
});

test('ADM-5 ADM-1: without a ticket it is approved only after asking; a rejection has a reason @desktop @long', async ({
  site,
  page,
}) => {
  const admin = await site.api(ADMIN);
  await signIn(page, site.url, ADMIN);
  await page.goto(`${site.url}${LISTS.admin}`);
  const id = await idOf(can(page, 'Add Ticket Details'));
  await tripCard(page, id)
    .getByRole('button', { name: `Approve / Reject ${id}` })
    .click();
  const form = dialog(page, 'Approve/Reject Travel Request');
  await form.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog(page, 'Approve without a ticket?').getByRole('button', { name: 'Cancel' }).click();
  await form.getByRole('button', { name: 'Reject', exact: true }).click();
  await expectToast(page, 'Please add admin remark');
  await form.getByLabel('Admin remarks', { exact: true }).fill('By video please');
  await form.getByRole('button', { name: 'Reject', exact: true }).click();
  await expectToast(page, 'Travel request rejected.');
  await expect(tripCard(page, id)).toBeHidden();
  expect(await admin.anyTrip(id)).toMatchObject({
    adminApprovalStatus: 'ADMIN_REJECTED',
    adminRemarks: 'By video please',
  });
});

test('ADM-11 ADM-4: a cancellation of an approved trip is found and settled @phone-long @desktop-long', async ({
  site,
  page,
}) => {
  const admin = await site.api(ADMIN);
  await signIn(page, site.url, ADMIN);
  await page.goto(`${site.url}${LISTS.admin}`);
  await page.getByRole('button', { name: /^To cancel/ }).click();
  await expect(page).toHaveURL(/CANCELLATION_STATUS=1(?:&|$)/);
  const id = await idOf(can(page, 'Ticket Cancellation Details'));
  // By its id: which one is the first may change while the narrower list arrives.
  await page.getByRole('button', { name: `Ticket Cancellation Details ${id}` }).click();
  const form = dialog(page, 'Add Ticket Cancellation Details');
  await form.getByRole('button', { name: 'Update', exact: true }).click();
  await expectToast(page, 'Please Add Missing Details');
  await form.getByLabel('Ticket refund amount', { exact: true }).fill('0');
  await form.getByLabel('Amount to be deducted from salary', { exact: true }).fill('100');
  await form.getByRole('button', { name: 'Update', exact: true }).click();
  await expectToast(page, 'Cancellation details uploaded.');
  await expect(tripCard(page, id)).toBeHidden();
  expect(await admin.anyTrip(id)).toMatchObject({
    cancellationStatus: 'APPROVED',
    ticketRefundAmount: 0,
    amountToBeDeductedFromSalary: 100,
  });
});

test('EXC-2: a person is found, and gets an exceptional date that stands in its history @desktop @long', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, ADMIN);
  await page.goto(`${site.url}/home`);
  await page.getByRole('button', { name: 'Exceptional Dates' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Exceptional Dates');
  await page.getByLabel('Find a person').fill('newcomer@');
  await page.getByRole('list', { name: 'People found' }).getByRole('button').first().click();
  const form = dialog(page, 'Exceptional Date');
  const day = form.getByLabel('Exceptional date', { exact: true });
  await day.fill('01-01-2026');
  await day.press('Tab');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Exceptional date set.');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'newcomer@example.com' });
  await expect(row).toContainText('01-01-2026');
  await row.getByRole('button', { name: /^Change/ }).click();
  await expect(form.getByRole('listitem')).toContainText('Exceptional date set');
  await form.getByRole('button', { name: 'Clear', exact: true }).click();
  await expectToast(page, 'Exceptional date cleared.');
  await expect(row).toHaveCount(0);
});
