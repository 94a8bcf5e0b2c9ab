import { realBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { card, dialog, eventually, LISTS, signIn, untilAnswerKept, untilKept } from '../support/steps.ts';
import { EMPLOYEE, openTrip, claimsOn, tripCard, dayOf, unfold, raise } from '../support/travel.ts';

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
  await untilAnswerKept(page, 'searchTrips');
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
  const form = dialog(page, 'Raise Travel Expense');
  // While the device tries to send it, it cannot be changed.
  await expect(async () => {
    if (!(await form.isVisible())) await printing.getByRole('button', { name: 'Edit' }).click({ timeout: 2_000 });
    await expect(form).toBeVisible({ timeout: 2_000 });
  }).toPass();
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

test('OB-10 TRV-4: a claim that moved on while its change waited asks which one counts @phone @long', async ({
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
