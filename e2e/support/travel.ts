import type { Locator, Page } from '@playwright/test';
import type { Api } from './api.ts';
import type { WireTravelClaim, WireTravelTrip } from './wire.ts';
import { type Bill } from './bills.ts';
import { expect, type Site } from './fixtures.ts';
import { attach, dialog } from './steps.ts';

export const EMPLOYEE = 'employee@example.com';
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

export const takesClaims = (trip: WireTravelTrip): boolean =>
  trip.managerApprovalStatus === 'MANAGER_APPROVED' &&
  trip.adminApprovalStatus === 'ADMIN_APPROVED' &&
  trip.cancellationStatus !== 'PENDING';

/** A trip that both have approved, with this many past days on which nothing was claimed yet. */
export async function openTrip(site: Site, days: number): Promise<OpenTrip> {
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
export const claimsOn = async (employee: Api, trip: OpenTrip): Promise<WireTravelClaim[]> =>
  (await employee.travelClaims(trip.id)).filter(({ expenseDate }) => trip.days.includes(expenseDate));

export const tripCard = (page: Page, id: string): Locator => page.getByRole('listitem', { name: id, exact: true });
export const dayOf = (page: Page, trip: OpenTrip, day: number): Locator =>
  tripCard(page, trip.id).getByRole('region', { name: dayText(day) });

export async function unfold(page: Page, id: string): Promise<void> {
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

export async function raise(page: Page, trip: OpenTrip, day: number, claim: NewClaim): Promise<void> {
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
