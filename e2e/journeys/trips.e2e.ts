import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import type { WireTrip } from '../support/wire.ts';
import {
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

const EMPLOYEE = 'employee@example.com';
const DAY = 86_400_000;

/** dd-MM-yyyy, this many days from today. */
const inDays = (days: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', day: '2-digit', month: '2-digit', year: 'numeric' })
    .format(Date.now() + days * DAY)
    .replaceAll('/', '-');

async function fill(form: Locator, label: string, text: string): Promise<void> {
  const field = form.getByLabel(label, { exact: true });
  await field.fill(text);
  await field.press('Tab');
}

async function pickCity(form: Locator, label: string, city: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).fill(city);
  await form.getByRole('option', { name: city }).first().click();
}

const choose = (form: Locator, group: string, option: string): Promise<void> =>
  form.getByRole('radiogroup', { name: group }).getByRole('radio', { name: option, exact: true }).check();

/** Asks for a trip from the list and waits until the device says that it is safe. */
async function askForTrip(page: Page, trip: { reason: string; to: string; from?: number }): Promise<void> {
  await page.getByRole('button', { name: 'Create Trip' }).click();
  const form = dialog(page, 'Raise Travel Request');
  await fill(form, 'Travel start date', inDays(trip.from ?? 200));
  await fill(form, 'Travel end date', inDays((trip.from ?? 200) + 2));
  await fill(form, 'Preferred time', '0615');
  await choose(form, 'Travel type', 'Domestic');
  await choose(form, 'Trip type', 'Round trip');
  await choose(form, 'Booked by', 'Self');
  await fill(form, 'Reason for travel', trip.reason);
  await choose(form, 'Mode of travel', 'Train');
  await choose(form, 'Travel to be done by', 'Self');
  await pickCity(form, 'Departure city', 'Bengaluru');
  await pickCity(form, 'Arrival city', trip.to);
  await choose(form, 'Accommodation required', 'No');
  await expect(form.getByLabel('Total travel days', { exact: true })).toHaveValue('3');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toBeHidden();
}

const because =
  (reason: string) =>
  (trips: readonly WireTrip[]): WireTrip[] =>
    trips.filter((trip) => trip.reasonForTravel === reason);
const tripCard = (page: Page, id: string): Locator => page.getByRole('listitem', { name: id, exact: true });

test('TRIP-1 TRIP-11 TRIP-7: a trip is asked for, changed and called off before it is seen @long', async ({
  site,
  page,
}) => {
  const employee = await site.api(EMPLOYEE);
  await signIn(page, site.url, EMPLOYEE);
  await page.goto(`${site.url}${LISTS.trips}`);
  await askForTrip(page, { reason: 'Dealer meet', to: 'Kolhapur' });
  await expectToast(page, 'Create Trip Successfully.');
  const mine = card(page, 'Bengaluru → Kolhapur');
  await expect(mine).toContainText('Manager: Pending');
  await expect(mine).toContainText('3 days');
  const [made] = because('Dealer meet')(await employee.trips());
  expect(made?.preferredTime).toBe(22_500_000);
  const shown = tripCard(page, made?.tripId ?? '');
  await closeToasts(page);

  await shown.getByRole('button', { name: 'Copy trip id' }).click();
  await expectToast(page, 'Trip-Id copied');
  await shown.getByRole('button', { name: /^Edit/ }).click();
  const form = dialog(page, 'View/Edit Travel Request');
  await fill(form, 'Reason for travel', 'Plant visit');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Information saved successfully.');
  await expect
    .poll(async () => because('Plant visit')(await employee.trips()).map(({ version }) => version))
    .toEqual([2]);
  await closeToasts(page);

  await shown.getByRole('button', { name: /^Cancel Request/ }).click();
  const question = dialog(page, 'Cancel Request');
  await question.getByLabel('Cancellation remarks', { exact: true }).fill('Not needed');
  await question.getByRole('button', { name: 'Update' }).click();
  await expectToast(page, 'Cancellation initiated successfully.');
  await expect(shown).toContainText('Cancellation: Approved');
  await shown.getByRole('button', { name: /^Cancel Request/ }).click();
  await expect(question.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
  await expect(question.getByRole('button', { name: 'Update' })).toHaveCount(0);
});

test('OB-3 OB-12 TRIP-10: a trip filed without a network is changed while it waits, sent once @desktop-long', async ({
  site,
  page,
}) => {
  const employee = await site.api(EMPLOYEE);
  await signIn(page, site.url, EMPLOYEE);
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.trips}`);
  await expect(page.getByRole('listitem', { name: /^TRP/ }).first()).toBeVisible();
  await site.network.down();
  await askForTrip(page, { reason: 'Without a network', to: 'Nashik' });
  const mine = card(page, 'Bengaluru → Nashik');
  await expect(mine).toContainText('Waiting');
  await expect(mine.getByRole('button', { name: 'Try again' })).toBeEnabled();

  await mine.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = dialog(page, 'Raise Travel Request');
  await fill(form, 'Reason for travel', 'Changed while it waited');
  await pickCity(form, 'Arrival city', 'Aurangabad');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toBeHidden();
  await expect(card(page, 'Bengaluru → Aurangabad')).toContainText('Waiting');
  expect(because('Without a network')(await employee.trips())).toEqual([]);

  await comesBack(site.network, page);
  await eventually(
    () => employee.trips(),
    (trips) => because('Changed while it waited')(trips).length === 1,
    'the trip on the server',
  );
  await expect(page.getByText('All sent')).toBeVisible({ timeout: 60_000 });
  expect(because('Without a network')(await employee.trips())).toEqual([]);
  expect(because('Changed while it waited')(await employee.trips())).toHaveLength(1);
  const [made] = because('Changed while it waited')(await employee.trips());
  await expect(tripCard(page, made?.tripId ?? '')).toContainText('Manager: Pending');
});

test('OB-8: a trip asked for and called off without a network is there, and called off @phone @long', async ({
  site,
  page,
}) => {
  const employee = await site.api(EMPLOYEE);
  await signIn(page, site.url, EMPLOYEE);
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.trips}`);
  await expect(page.getByRole('button', { name: 'Create Trip' })).toBeVisible();
  await site.network.down();
  await askForTrip(page, { reason: 'On and off', to: 'Nagpur' });
  const mine = card(page, 'Bengaluru → Nagpur');
  await mine.getByRole('button', { name: /^Cancel Request/ }).click();
  const question = dialog(page, 'Cancel Request');
  await question.getByLabel('Cancellation remarks', { exact: true }).fill('The client called');
  await question.getByRole('button', { name: 'Update' }).click();
  await expect(mine).toContainText('The client called');
  await comesBack(site.network, page);
  const [trip] = await eventually(
    async () => because('On and off')(await employee.trips()),
    (found) => found[0]?.cancellationStatus === 'APPROVED',
    'the cancelled trip on the server',
  );
  expect(trip?.cancellationRemarks).toBe('The client called');
  await expect(page.getByText('All sent')).toBeVisible();
  expect(because('On and off')(await employee.trips())).toHaveLength(1);
});

test('TRIP-6: a trip that the admin has decided can be looked at alone @phone @long', async ({ company, page }) => {
  const employee = await company.api(EMPLOYEE);
  const decided = (await employee.trips()).find((trip) => trip.adminApprovalStatus === 'ADMIN_APPROVED');
  await signIn(page, company.url, EMPLOYEE);
  await page.goto(`${company.url}${LISTS.trips}?ADMIN_APPROVAL_STATUS=0`);
  await tripCard(page, decided?.tripId ?? '')
    .getByRole('button', { name: /^Edit/ })
    .click();
  const form = dialog(page, 'View/Edit Travel Request');
  await expect(form.getByLabel('Reason for travel', { exact: true })).toBeDisabled();
  await expect(form.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(page).toHaveURL(/open=TRP/);
  await page.goBack();
  await expect(form).toBeHidden();
});

test('TRIP-9: a candidate’s new code is put on the trip; an unknown one is said and kept @phone @long', async ({
  site,
  page,
}) => {
  const employee = await site.api(EMPLOYEE);
  const colleague = (await (await site.api('employee2@example.com')).trips())[0];
  const candidate = (await employee.trips()).find(
    (trip) => trip.travelToBeDoneBy === 'CANDIDATE' && trip.cancellationStatus !== 'APPROVED',
  );
  await signIn(page, site.url, EMPLOYEE);
  await page.goto(`${site.url}${LISTS.trips}`);
  await tripCard(page, candidate?.tripId ?? '')
    .getByRole('button', { name: /^Candidate Migration/ })
    .click();
  const form = dialog(page, 'Update Candidate Information');
  const code = form.getByLabel('Candidate employee code', { exact: true });
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(form.getByText('Please enter Candidate Emp Code')).toBeVisible();
  await code.fill('NOBODY1');
  await form.getByRole('button', { name: 'Update' }).click();
  await expectToast(page, 'No User exist for the employee code NOBODY1! ');
  await expect(code).toHaveValue('NOBODY1');
  await closeToasts(page);
  await code.fill(colleague?.employeeCode ?? '');
  await form.getByRole('button', { name: 'Update' }).click();
  await expectToast(page, 'Migration success.');
  await expect(form).toBeHidden();
  await expect
    .poll(async () => (await employee.trips()).find((trip) => trip.tripId === candidate?.tripId)?.candidateEmpCode)
    .toBe(colleague?.employeeCode);
});
