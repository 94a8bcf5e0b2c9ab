import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { drawnBill } from '../support/bills.ts';
import { expect, onPhone, SALES_APP_KEY, test } from '../support/fixtures.ts';
import { card, comesBack, dialog, eventually, expectToast, signIn, untilKept } from '../support/steps.ts';

const DAY = 86_400_000;

/** Goes to a queue as people do: on a phone from queue to queue, on a desktop by the navigation. */
async function toQueue(page: Page, phone: string, desktop: string, title: string): Promise<void> {
  if (onPhone(page)) {
    const queues = page.getByRole('navigation', { name: 'Queues' });
    if ((await queues.count()) === 0)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Approvals' }).click();
    await queues.getByRole('link', { name: phone }).click();
  } else await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: desktop }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

const toTrips = (page: Page) => toQueue(page, 'Requests', 'Approve Travel Request', 'Approve/Reject Travel Requests');
const toTravel = (page: Page) => toQueue(page, 'Travel', 'Approve Travel Expense', 'Approve/Reject Travel Expenses');
const toLocal = (page: Page) =>
  toQueue(page, 'Local', 'Approve Local Expense', 'Approve/Reject Local Expense and Conveyance');

/** Opens the card of a record where nothing else on it is touched. */
const open = (page: Page, id: string) =>
  page.getByRole('button', { name: new RegExp(`^${id},`) }).click({ position: { x: 60, y: 12 } });

test('MGR-24 MGR-25: a manager approves each kind, a bill seen first, rejects others at once @desktop-long', async ({
  site,
  page,
}) => {
  const [manager, employee] = await Promise.all([site.api('manager@example.com'), site.api('employee@example.com')]);
  const trips = (await manager.teamTrips()).filter(
    (trip) => trip.managerApprovalStatus === 'MANAGER_PENDING' && trip.cancellationStatus === 'NOT_INITIATED',
  );
  const [trip, ...others] = trips.slice(0, 3).map(({ tripId }) => tripId);
  const gone = (await employee.travelTrips()).flatMap((each) =>
    each.managerApprovalStatus === 'MANAGER_APPROVED' &&
    each.adminApprovalStatus === 'ADMIN_APPROVED' &&
    each.cancellationStatus !== 'APPROVED' &&
    each.startDate < Date.now() - DAY &&
    each.startDate > Date.now() - 80 * DAY
      ? [each]
      : [],
  )[0];
  const bill = await drawnBill('Auto to the client\nTotal 188.50', 400, 500);
  const claim = await employee.fileTravel(gone!.tripId, {
    remarks: 'Auto to the client',
    amount: 188.5,
    day: gone!.startDate,
    bill: bill.buffer,
  });
  const { done } = await Api.intake(site.server.url, SALES_APP_KEY, [
    {
      externalId: 'APPROVALS-1',
      employeeEmail: 'employee@example.com',
      clientName: 'Approving Client',
      fromLocation: 'Andheri',
      toLocation: 'Bandra',
      travelDate: Date.now() - 2 * DAY,
      conveyanceType: 'SELF_CAR',
      distanceTravelled: 12.5,
    },
  ]);
  const conveyance = done[0]!.tripId;
  await signIn(page, site.url, 'manager@example.com');

  await toTrips(page);
  await open(page, trip!);
  const request = dialog(page, 'Approve/Reject Travel Request');
  await expect(request.getByText('Reason for travel')).toBeVisible();
  await request.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(request).toBeHidden();
  await expectToast(page, 'Travel request Approved.');
  await expect(page.getByRole('listitem', { name: trip! })).toHaveCount(0);

  for (const id of others) await page.getByRole('checkbox', { name: `Select ${id}` }).check();
  await expect(page.getByText('Selected pending request (2)')).toBeVisible();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const question = dialog(page, 'Reject travel request by manager');
  await expect(question).toContainText('Please confirm if you wish to reject travel requests for selected (2) list');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByText('Please add remark.')).toBeVisible();
  await question.getByLabel('Add Remark:').fill('Please meet by video');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question).toBeHidden();
  await expectToast(page, 'Request rejected by manager.');
  const standing = async (): Promise<string[]> =>
    (await manager.teamTrips())
      .filter(({ tripId }) => [trip, ...others].includes(tripId))
      .map(({ managerApprovalStatus }) => managerApprovalStatus)
      .sort();
  await eventually(
    standing,
    (found) => found.join() === 'MANAGER_APPROVED,MANAGER_REJECTED,MANAGER_REJECTED',
    'one approved, two rejected',
  );

  await toTravel(page);
  await open(page, claim.expenseId);
  const expense = dialog(page, 'Approve/Reject Travel Expense');
  await expect(expense.getByRole('img', { name: /bill/i }).first()).toBeVisible();
  await expense.getByLabel('Approved amount').fill('');
  await expense.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(expense.getByText('Please enter amount')).toBeVisible();
  await expense.getByLabel('Approved amount').fill('150');
  await expense.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(expense).toBeHidden();
  await expectToast(page, 'Travel expense approved');
  await eventually(
    () => employee.travelClaims(gone!.tripId),
    (claims) => claims.some((each) => each.expenseId === claim.expenseId && each.managerApprovedAmount === 150),
    'the approved amount',
  );

  await toLocal(page);
  await page.getByRole('radio', { name: 'Sales App Trip Expenses' }).check();
  await expect(card(page, 'Approving Client')).toBeVisible();
  await open(page, conveyance);
  const local = dialog(page, 'Local Conveyance');
  await local.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(local).toBeHidden();
  await expectToast(page, 'Request approved');
  await eventually(
    () => employee.conveyance(),
    (claims) => claims.some((each) => each.tripId === conveyance && each.managerApprovalStatus === 'MANAGER_APPROVED'),
    'the conveyance claim',
  );

  await page.goto(`${site.url}/approve-local/${conveyance}`);
  await expect(dialog(page, 'View').getByText('Approving Client')).toBeVisible();
  await dialog(page, 'View').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.goto(`${site.url}/approve-local`);
  await expect(page.getByRole('radio', { name: 'Sales App Trip Expenses' })).toBeChecked();
});

test('OB-10 SW-2: the queues open without a network, and a decision on a trip waits until it is back @phone', async ({
  site,
  page,
}) => {
  const manager = await site.api('manager@example.com');
  const pending = (await manager.teamTrips()).filter(
    (trip) => trip.managerApprovalStatus === 'MANAGER_PENDING' && trip.cancellationStatus === 'NOT_INITIATED',
  );
  const trip = pending[0]!.tripId;
  // What a manager needs is fetched ahead, a few seconds after the start.
  const ahead = page.waitForResponse(
    (answer) => answer.url().includes('MANAGER_EMAIL') && answer.url().includes('primaryExpenseType=1'),
    { timeout: 60_000 },
  );
  await signIn(page, site.url, 'manager@example.com');
  await untilKept(page);
  await ahead;
  await site.network.down();
  await toTravel(page);
  await expect(page.getByRole('listitem', { name: /^EXP/ }).first()).toBeVisible();
  await toLocal(page);
  await page.getByRole('radio', { name: 'Sales App Trip Expenses' }).check();
  await expect(page.getByRole('listitem', { name: /^CNV/ }).first()).toBeVisible();
  await toTrips(page);
  await open(page, trip);
  await dialog(page, 'Approve/Reject Travel Request').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('listitem', { name: trip }).getByText('Your decision: Approve')).toBeVisible();
  await comesBack(site.network, page);
  await eventually(
    () => manager.teamTrips(),
    (trips) => trips.some((each) => each.tripId === trip && each.managerApprovalStatus === 'MANAGER_APPROVED'),
    'the decision',
  );
});
