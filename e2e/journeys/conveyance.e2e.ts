import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import type { SalesTrip } from '../support/wire.ts';
import { realBill } from '../support/bills.ts';
import { expect, SALES_APP_KEY, test, type Site } from '../support/fixtures.ts';
import {
  attach,
  card,
  closeToasts,
  comesBack,
  dialog,
  eventually,
  expectToast,
  LISTS,
  signIn,
  untilKept,
} from '../support/steps.ts';

const DAY = 86_400_000;
const EMPLOYEE = 'employee@example.com';

/** A trip that the sales app reports; answers its id here. */
async function report(site: Site, trip: Partial<SalesTrip> & { clientName: string }): Promise<string> {
  const row: SalesTrip = {
    externalId: `journey ${trip.clientName}`,
    employeeEmail: EMPLOYEE,
    fromLocation: 'Indiranagar',
    toLocation: 'Peenya',
    travelDate: Date.now() - 2 * DAY,
    conveyanceType: 'CAB',
    distanceTravelled: 18.4,
    claimAmount: 620,
    ...trip,
  };
  const { done, refused } = await Api.intake(site.server.url, SALES_APP_KEY, [row]);
  expect(refused).toEqual([]);
  return done[0]?.tripId ?? '';
}

const onServer = async (site: Site, id: string) =>
  (await (await site.api(EMPLOYEE)).conveyance()).find((claim) => claim.tripId === id);

async function edit(page: Page, id: string): Promise<ReturnType<typeof dialog>> {
  await page.getByRole('button', { name: `Edit ${id}` }).click();
  const form = dialog(page, 'Edit Local Conveyance');
  await expect(form).toBeVisible();
  return form;
}

test('CNV-4 CNV-7: a trip of the sales app is in its owner’s list once, however often told @phone @long', async ({
  site,
  page,
}) => {
  const id = await report(site, { clientName: 'Lakshmi Engineering', remarks: 'Demo at the plant' });
  expect(await report(site, { clientName: 'Lakshmi Engineering', remarks: 'Demo at the plant' })).toBe(id);
  await signIn(page, site.url, EMPLOYEE);
  await page.goto(`${site.url}${LISTS.conveyance}`);
  const shown = card(page, id);
  for (const text of [
    'Indiranagar to Peenya',
    '₹620.00',
    'Cab, 18.4 km',
    'Lakshmi Engineering',
    'Manager: Pending',
    'Finance: Pending',
    'Demo at the plant',
  ])
    await expect(shown).toContainText(text);
  await expect(page.getByRole('listitem').filter({ hasText: 'Lakshmi Engineering' })).toHaveCount(1);
  await shown.getByRole('button', { name: 'Copy trip id' }).click();
  await expectToast(page, 'Trip Id Copied.');
});

test('CNV-1 CNV-3: a trip in one’s own car is paid by its distance and only to be looked at @phone @long', async ({
  site,
  page,
}) => {
  const id = await report(site, {
    clientName: 'Own car',
    conveyanceType: 'SELF_CAR',
    distanceTravelled: 10,
    claimAmount: 5_000,
  });
  await signIn(page, site.url, EMPLOYEE);
  await page.goto(`${site.url}/raise-local/${id}`);
  await expect(page).toHaveURL(/\/raise-local\/conveyance\?.*open=CNV/);
  const view = dialog(page, 'Local Conveyance');
  await expect(view).toContainText('₹120.00');
  await expect(view.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await view.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(view).toBeHidden();
  await expect(card(page, id)).toContainText('Self Car');
});

test('CNV-2: a claim is completed with its bill @long', async ({ site, page }) => {
  const id = await report(site, { clientName: 'Completed' });
  await signIn(page, site.url, EMPLOYEE);
  await page.goto(`${site.url}${LISTS.conveyance}`);
  const form = await edit(page, id);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please upload bill')).toBeVisible();
  await closeToasts(page);
  const bill = await realBill(3);
  await form.getByLabel('Claim amount').fill('645.50');
  await form.getByLabel('Remarks').fill('Waiting time included');
  await attach(form, [bill]);
  await expect(form.getByRole('button', { name: 'View bill 1' })).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expectToast(page, 'Local conveyance update successfully');
  const claim = await eventually(
    () => onServer(site, id),
    (found) => found?.claimAmount === 645.5,
    'the amount on the server',
  );
  expect(claim?.remarks).toBe('Waiting time included');
  expect(claim?.billUrl.map(({ size }) => size)).toEqual([bill.buffer.length]);
  await expect(card(page, id)).toContainText('₹645.50');
  await expect(card(page, id).getByRole('button', { name: 'View bill 1' })).toBeVisible();
});

test('CNV-2 OB-1: without a network it is saved, shown, and sent when the network is back @desktop-long', async ({
  site,
  page,
}) => {
  const id = await report(site, { clientName: 'Basement' });
  await signIn(page, site.url, EMPLOYEE);
  await page.goto(`${site.url}${LISTS.conveyance}`);
  await expect(card(page, id)).toBeVisible();
  await untilKept(page);
  await site.network.down();
  const form = await edit(page, id);
  await attach(form, [await realBill(4)]);
  await form.getByLabel('Claim amount').fill('700');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expectToast(page, /^Saved on this/);
  await expect(card(page, id)).toContainText('₹700.00');
  await expect(card(page, id)).toContainText(/Waiting|Sending/);
  // The list, and what waits of it, are there after a fresh start too.
  await page.reload();
  await expect(card(page, id)).toContainText('₹700.00');
  expect((await onServer(site, id))?.claimAmount).toBe(620);
  await comesBack(site.network, page);
  const claim = await eventually(
    () => onServer(site, id),
    (found) => found?.claimAmount === 700,
    'the amount on the server',
  );
  expect(claim?.billUrl).toHaveLength(1);
  await expect(card(page, id)).not.toContainText('Waiting', { timeout: 30_000 });
});

test('LOC-22: the two views, their addresses, and the one used last @long', async ({ company, page }) => {
  await signIn(page, company.url, EMPLOYEE);
  await page.goto(`${company.url}/raise-local`);
  await expect(page).toHaveURL(/\/raise-local\/expense/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Raise Local Expense and Conveyance');
  await page.getByRole('radio', { name: 'Sales App Trip Expenses' }).check();
  await expect(page).toHaveURL(/\/raise-local\/conveyance/);
  await expect(page.getByRole('radio', { name: 'Sales App Trip Expenses' })).toBeChecked();
  await expect(page.getByRole('listitem', { name: /^CNV/ }).first()).toBeVisible();
  await page.goto(`${company.url}/home`);
  await page.goto(`${company.url}/raise-local`);
  await expect(page).toHaveURL(/\/raise-local\/conveyance/);
  await page.goBack();
  await expect(page).toHaveURL(/\/home/);
});

test('NAV-8: somebody else’s record is not there @phone @long', async ({ site, page }) => {
  const id = await report(site, { clientName: 'Somebody else', employeeEmail: 'employee3@example.com' });
  await signIn(page, site.url, EMPLOYEE);
  await page.goto(`${site.url}/raise-local/${id}`);
  await expect(dialog(page, 'Nothing here, or not yours')).toBeVisible();
});

test('LOC-25: a local expense is withdrawn and leaves the manager’s queue @phone @long', async ({ site, page }) => {
  const employee = await site.api(EMPLOYEE);
  const bill = await realBill(5);
  const { expenseId } = await employee.file({
    remarks: 'Filed by mistake',
    amount: 99,
    day: Date.now() - DAY,
    bill: bill.buffer,
  });
  await signIn(page, site.url, EMPLOYEE);
  await page.goto(`${site.url}${LISTS.mine}`);
  await page.getByRole('button', { name: `Withdraw ${expenseId}` }).click();
  await dialog(page, 'Withdraw this claim?').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expectToast(page, 'Claim withdrawn.');
  await expect(card(page, expenseId)).toContainText('Withdrawn');
  await expect(card(page, expenseId).getByRole('button', { name: /^(?:Edit|Withdraw)/ })).toHaveCount(0);
  const queue = await (await site.api('manager@example.com')).queue();
  expect(queue.find((claim) => claim.expenseId === expenseId)).toBeUndefined();
});
