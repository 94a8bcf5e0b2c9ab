import { realBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { closeToasts, dialog, eventually, expectToast, LISTS, signIn } from '../support/steps.ts';
import { EMPLOYEE, takesClaims, openTrip, claimsOn, tripCard, dayOf, unfold, raise } from '../support/travel.ts';

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

test('TRV-1 TRV-2: what the trip does not allow is said at the tap @phone @long', async ({ company, page }) => {
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
