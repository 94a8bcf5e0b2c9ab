import type { Locator, Page } from '@playwright/test';
import type { Api, WireTravelClaim, WireTravelTrip } from '../support/api.ts';
import { realBill, type Bill } from '../support/bills.ts';
import { expect, test, type Site } from '../support/fixtures.ts';
import {
  attach,
  card,
  closeToasts,
  dialog,
  eventually,
  expectToast,
  LISTS,
  signIn,
  untilKept,
} from '../support/steps.ts';

const EMPLOYEE = 'employee@example.com';
const DAY = 86_400_000;

/** dd-MM-yyyy of a day on the wire. */
const dayText = (ms: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', day: '2-digit', month: '2-digit', year: 'numeric' })
    .format(ms)
    .replaceAll('/', '-');

interface OpenTrip {
  id: string;
  /** Past days of it that nothing was claimed on, as they stand on the wire. */
  days: number[];
}

const takesClaims = (trip: WireTravelTrip): boolean =>
  trip.managerApprovalStatus === 'MANAGER_APPROVED' &&
  trip.adminApprovalStatus === 'ADMIN_APPROVED' &&
  trip.cancellationStatus !== 'PENDING';

/** A trip that both have approved, with so many past days on which nothing was claimed yet. */
async function openTrip(site: Site, days: number): Promise<OpenTrip> {
  const employee = await site.api(EMPLOYEE);
  for (const trip of await employee.travelTrips()) {
    const free = trip.dateResponseList
      .filter(
        (day) =>
          day.travelExpenses.length === 0 && day.expenseDate < Date.now() && day.expenseDate > Date.now() - 80 * DAY,
      )
      .map(({ expenseDate }) => expenseDate);
    if (takesClaims(trip) && free.length >= days) return { id: trip.tripId, days: free.slice(0, days) };
  }
  throw new Error('The demo organisation has no trip with that many days to claim.');
}

/** What stands on those days: the trip may have claims on others. */
const claimsOn = async (employee: Api, trip: OpenTrip): Promise<WireTravelClaim[]> =>
  (await employee.travelClaims(trip.id)).filter(({ expenseDate }) => trip.days.includes(expenseDate));

const tripCard = (page: Page, id: string): Locator => page.getByRole('listitem', { name: id, exact: true });
const dayOf = (page: Page, trip: OpenTrip, day: number): Locator =>
  tripCard(page, trip.id).getByRole('region', { name: dayText(day) });

async function unfold(page: Page, id: string): Promise<void> {
  const head = tripCard(page, id).getByRole('button', { name: new RegExp(`^${id}, `) });
  if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
}

interface NewClaim {
  type: 'Conveyance' | 'Food' | 'Accommodation' | 'Other';
  amount: string;
  remarks: string;
  bills: Bill[];
}

async function raise(page: Page, trip: OpenTrip, day: number, claim: NewClaim): Promise<void> {
  await dayOf(page, trip, day).getByRole('button', { name: 'Create Travel Expense' }).click();
  const form = dialog(page, 'Raise Travel Expense');
  await expect(form.getByLabel('Expense date')).toHaveValue(dayText(day));
  await form.getByRole('radio', { name: claim.type }).check();
  await form.getByLabel('Claim amount').fill(claim.amount);
  await form.getByLabel('Remarks', { exact: true }).fill(claim.remarks);
  await attach(form, claim.bills);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toBeHidden();
}

test('TRV-6 TRV-7 TRV-4: a claim with two bills is raised on its day, changed, and withdrawn @desktop-long', async ({
  site,
  page,
}) => {
  const trip = await openTrip(site, 1);
  const [day = 0] = trip.days;
  const bills = [await realBill(1), await realBill(2)];
  await signIn(page, site.url, EMPLOYEE);
  await page.goto(`${site.url}${LISTS.travel}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Raise Travel Expense' })).toBeVisible();
  await tripCard(page, trip.id).getByRole('button', { name: 'Copy trip id' }).click();
  await expectToast(page, 'TripId copied.');
  await unfold(page, trip.id);
  await raise(page, trip, day, {
    type: 'Accommodation',
    amount: '2450.50',
    remarks: 'One night by the station',
    bills,
  });
  await expectToast(page, 'File upload successfully.');
  await expectToast(page, 'Travel Expense submit successfully');
  const shown = dayOf(page, trip, day).getByRole('listitem', { name: /^EXP/ });
  await expect(shown).toContainText('₹2,450.50');
  for (const text of ['Accommodation', 'One night by the station', 'Manager: Pending', 'Finance: Pending', 'Bill 2'])
    await expect(shown).toContainText(text);

  const employee = await site.api(EMPLOYEE);
  const [sent] = await claimsOn(employee, trip);
  expect(sent).toMatchObject({ travelExpenseType: 'ACCOMMODATION', claimAmount: 2_450.5, expenseDate: day });
  expect(sent?.billUrl.map(({ size }) => size)).toEqual(bills.map(({ buffer }) => buffer.length));
  await expect(page).toHaveURL(new RegExp(`show=${trip.id}`));

  await closeToasts(page);
  await shown.getByRole('button', { name: /^Edit/ }).click();
  const form = dialog(page, 'View/Edit Travel Expense');
  await form.getByLabel('Claim amount').fill('2400');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(shown).toContainText('₹2,400.00');
  await eventually(
    () => claimsOn(employee, trip),
    ([claim]) => claim?.claimAmount === 2_400,
    'the change on the server',
  );

  await shown.getByRole('button', { name: /^Withdraw/ }).click();
  const question = dialog(page, 'Withdraw this claim?');
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(shown.getByText('Withdrawn')).toBeVisible();
  await eventually(
    () => claimsOn(employee, trip),
    (claims) => claims.length > 0 && claims.every(({ withdrawn }) => withdrawn === true),
    'the withdrawal on the server',
  );
  await expect(shown.getByText('Withdrawn')).toBeVisible();
  // Back folds the trip; the list is as it was.
  await page.goBack();
  await expect(tripCard(page, trip.id).getByRole('button', { name: /^TRP/ })).toHaveAttribute('aria-expanded', 'false');
});

test('TRV-1 TRV-2: what the trip does not allow is said at the tap @phone', async ({ company, page }) => {
  const employee = await company.api(EMPLOYEE);
  const trips = await employee.travelTrips();
  const refused = [
    [
      trips.find((trip) => trip.managerApprovalStatus !== 'MANAGER_APPROVED'),
      'Travel request is not approved by the manager!',
    ],
    [
      trips.find(
        (trip) => trip.managerApprovalStatus === 'MANAGER_APPROVED' && trip.adminApprovalStatus !== 'ADMIN_APPROVED',
      ),
      'Travel request is not approved by the admin!',
    ],
    [trips.find((trip) => takesClaims(trip) && trip.startDate > Date.now()), 'Expense date cannot be in the future'],
  ] as const;
  await signIn(page, company.url, EMPLOYEE);
  for (const [trip, message] of refused) {
    if (!trip) throw new Error(`The demo organisation has no trip for ‘${message}’`);
    await page.goto(`${company.url}${LISTS.travel}?show=${trip.tripId}`);
    await tripCard(page, trip.tripId).getByRole('button', { name: 'Create Travel Expense' }).first().click();
    await expectToast(page, message);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await closeToasts(page);
  }
});

test('OB-1 OB-3 OB-8 EXC-3, the story: a day of travel offline, all sent once and in order @desktop-long', async ({
  site,
  device,
}) => {
  const trip = await openTrip(site, 2);
  const [first = 0, second = 0] = trip.days;
  const employee = await site.api(EMPLOYEE);
  const cancelled =
    (await employee.travelTrips()).find(
      (each) => each.cancellationStatus === 'NOT_INITIATED' && each.managerApprovalStatus === 'MANAGER_PENDING',
    )?.tripId ?? '';
  expect(cancelled).not.toBe('');
  const bills = [await realBill(3), await realBill(4), await realBill(5)];

  const before = await device.open();
  const page = before.pages()[0] ?? (await before.newPage());
  await signIn(page, site.url, EMPLOYEE);
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.trips}`);
  await expect(page.getByRole('listitem', { name: /^TRP/ }).first()).toBeVisible();
  await page.goto(`${site.url}${LISTS.travel}`);
  await expect(tripCard(page, trip.id)).toBeVisible();

  await site.network.down();
  await unfold(page, trip.id);
  await raise(page, trip, first, {
    type: 'Conveyance',
    amount: '380',
    remarks: 'Auto to the plant',
    bills: bills.slice(0, 1),
  });
  await expect(
    page.getByText(/Saved on this (?:phone|device)\. It will be sent when you are online\./).first(),
  ).toBeVisible();
  await raise(page, trip, first, {
    type: 'Other',
    amount: '95',
    remarks: 'Printing of drawings',
    bills: bills.slice(1, 2),
  });
  await raise(page, trip, second, {
    type: 'Accommodation',
    amount: '1800',
    remarks: 'Guest house',
    bills: bills.slice(2),
  });
  await expect(tripCard(page, trip.id)).toContainText('3 waiting');
  await expect(dayOf(page, trip, first).getByText('Waiting', { exact: true })).toHaveCount(2);

  // The amount was wrong: it is changed where it waits.
  const printing = dayOf(page, trip, first).getByRole('listitem').filter({ hasText: 'Printing of drawings' });
  await printing.getByRole('button', { name: 'Edit' }).click();
  const form = dialog(page, 'Raise Travel Expense');
  await form.getByLabel('Claim amount').fill('105');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toBeHidden();
  await expect(printing).toContainText('₹105.00');

  await page.goto(`${site.url}${LISTS.trips}`);
  await page.getByRole('button', { name: `Cancel Request ${cancelled}` }).click();
  const cancel = dialog(page, 'Cancel Request');
  await cancel.getByLabel('Cancellation remarks').fill('The customer comes to us');
  await cancel.getByRole('button', { name: 'Update' }).click();
  await expect(cancel).toBeHidden();
  await expect(tripCard(page, cancelled)).toContainText('Waiting');
  await device.close();

  // A cold start without a network: all of it is still there, on its days.
  const after = await device.open();
  const again = after.pages()[0] ?? (await after.newPage());
  await again.goto(`${site.url}${LISTS.travel}?show=${trip.id}`);
  await expect(tripCard(again, trip.id)).toContainText(/[34] waiting/);
  for (const [day, texts] of [
    [first, ['₹380.00', '₹105.00']],
    [second, ['₹1,800.00']],
  ] as const)
    for (const text of texts) await expect(dayOf(again, trip, day)).toContainText(text);
  expect(await claimsOn(employee, trip)).toEqual([]);

  await site.network.up();
  const sent = await eventually(
    () => claimsOn(employee, trip),
    (claims) => claims.length === 3 && claims.some(({ claimAmount }) => claimAmount === 105),
    'the claims on the server',
    90_000,
  );
  // Claims do not wait for each other; the change came after what it changes.
  const bill = (index: number): number => bills[index]?.buffer.length ?? 0;
  expect(
    sent
      .map(({ remarks, claimAmount, expenseDate, billUrl }) => [
        remarks,
        claimAmount,
        expenseDate,
        billUrl.map(({ size }) => size),
      ])
      .sort(),
  ).toEqual([
    ['Auto to the plant', 380, first, [bill(0)]],
    ['Guest house', 1_800, second, [bill(2)]],
    ['Printing of drawings', 105, first, [bill(1)]],
  ]);
  await eventually(
    () => employee.trip(cancelled),
    (each) => each?.cancellationStatus !== 'NOT_INITIATED',
    'the cancellation on the server',
  );
  expect(await employee.trip(cancelled)).toMatchObject({ cancellationRemarks: 'The customer comes to us' });
  await expect(again.getByText('All sent')).toBeVisible({ timeout: 30_000 });
  await expect(dayOf(again, trip, first).getByRole('listitem', { name: /^EXP/ })).toHaveCount(2);
  await expect(tripCard(again, trip.id)).not.toContainText('waiting');
  await again.reload();
  await expect(again.getByText('All sent')).toBeVisible();
  expect(await claimsOn(employee, trip)).toHaveLength(3);
});

test('OB-10 TRV-4: a claim that moved on while its change waited asks which one counts @phone', async ({
  site,
  page,
}) => {
  const trip = await openTrip(site, 1);
  const [day = 0] = trip.days;
  const employee = await site.api(EMPLOYEE);
  const claim = await employee.fileTravel(trip.id, {
    remarks: 'Lunch with the client',
    amount: 640,
    day,
    bill: (await realBill(6)).buffer,
  });
  await signIn(page, site.url, EMPLOYEE);
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.travel}?show=${trip.id}`);
  await expect(dayOf(page, trip, day)).toContainText('₹640.00');

  await site.network.down();
  await page.getByRole('button', { name: `Edit ${claim.expenseId}` }).click();
  const form = dialog(page, 'View/Edit Travel Expense');
  await form.getByLabel('Claim amount').fill('700');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(dayOf(page, trip, day)).toContainText('Waiting');
  await employee.changeTravel(claim, { claimAmount: 610, remarks: 'Lunch, tip taken off' });
  await site.network.up();

  await expect(dayOf(page, trip, day).getByText('Needs you')).toBeVisible({ timeout: 60_000 });
  expect((await claimsOn(employee, trip))[0]?.claimAmount).toBe(610);
  await page.goto(`${site.url}/outbox`);
  await card(page, '₹700.00').getByRole('button', { name: 'See both' }).click();
  const both = dialog(page, 'Two versions');
  for (const text of ['₹700.00', '₹610.00', 'Lunch with the client', 'Lunch, tip taken off'])
    await expect(both).toContainText(text);
  await both.getByRole('button', { name: 'Send mine' }).click();
  await eventually(
    () => claimsOn(employee, trip),
    ([now]) => now?.claimAmount === 700,
    'the chosen version on the server',
  );
  expect(await claimsOn(employee, trip)).toHaveLength(1);
});
