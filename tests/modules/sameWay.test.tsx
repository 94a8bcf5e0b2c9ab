import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TravelExpense } from '#contract/expense.ts';
import { submit } from '#data/submit.ts';
import { createCommand } from '#modules/travelExpense/command.ts';
import { APPROVED, REJECTED, aConveyance, aTravelExpense, aTripWithClaims } from '#tests/support/claims.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { signInOffline } from '#tests/support/screen.tsx';
import { keep as keepRides, open as openRides } from './conveyanceListFixtures.ts';
import {
  at,
  createButton,
  email,
  keep as keepTrips,
  open as openTrips,
  timeZone,
  today,
  yesterday,
} from './travelExpenseFixtures.tsx';

const MAY_FILE = 'You may still file it; whoever decides is told.';
const ride = (more: Parameters<typeof aConveyance>[0]) =>
  aConveyance({ travelDate: at(yesterday), fromLocation: 'Hosur', toLocation: 'Peenya', ...more });
const onTrip = (more: Partial<TravelExpense>): TravelExpense =>
  aTravelExpense({ travelExpenseType: 'CONVEYANCE', expenseDate: at(yesterday), ...more });

beforeEach(async () => {
  await signInOffline();
  await keepTrips([]);
  await keepRides([]);
  await noDraft(`Raise Travel Expense/TRP0001/${yesterday}`);
});
afterEach(cleanup);

/** Opens a new travel claim of yesterday and chooses its type. */
async function openTravelClaim(type: string) {
  const user = userEvent.setup();
  await openTrips('/raise-travel-expense?show=TRP0001');
  await user.click(await createButton(yesterday));
  const dialog = within(await screen.findByRole('dialog', { name: 'Raise Travel Expense' }));
  await user.click(dialog.getByLabelText(type));
  return { user, dialog };
}

describe('DOC-25 conveyance that may be claimed twice is said to its owner before it is submitted', () => {
  it('on a travel claim, of the sales trips of that day, rejected, withdrawn and other people’s aside', async () => {
    await keepTrips([aTripWithClaims(yesterday, today, [onTrip({ claimAmount: 40 })])]);
    await keepRides([
      ride({ tripId: 'CNV1', claimAmount: 929 }),
      ride({ tripId: 'CNV2', claimAmount: 100.5, toLocation: 'Hebbal', managerApprovalStatus: APPROVED }),
      ride({ tripId: 'CNV3', managerApprovalStatus: REJECTED }),
      ride({ tripId: 'CNV4', withdrawn: true }),
      ride({ tripId: 'CNV5', travelDate: at(today) }),
      ride({ tripId: 'CNV6', userEmail: 'other@example.com' }),
    ]);
    const { user, dialog } = await openTravelClaim('Conveyance');
    expect(await dialog.findByText(/claimed that day too/)).toHaveTextContent(
      `Conveyance claimed that day too: ₹1,029.50 on 2 other claims. ${MAY_FILE}`,
    );
    await user.click(dialog.getByLabelText('Food'));
    expect(dialog.queryByText(/claimed that day too/)).toBeNull();
  });

  it('on a sales trip, of travel claims that were sent or wait, and of the same route, itself aside', async () => {
    await keepTrips([aTripWithClaims(yesterday, today, [onTrip({ claimAmount: 40 })])]);
    await submit(
      createCommand(
        { expenseDate: yesterday, travelExpenseType: 'CONVEYANCE', claimAmount: '60', remarks: 'Cab', billUrl: [] },
        { type: 'CONVEYANCE', day: yesterday, paise: 6_000, remarks: 'Cab', bills: [] },
        { tripId: 'TRP0001', timeZone, email },
      ),
    );
    await keepRides([
      ride({ tripId: 'CNV1', claimAmount: 929 }),
      ride({ tripId: 'CNV2', claimAmount: 300, fromLocation: ' hosur' }),
      ride({ tripId: 'CNV3', claimAmount: 500, toLocation: 'Hebbal' }),
    ]);
    await openRides();
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Edit CNV1' }));
    expect(await screen.findByText(/claimed that day too/)).toHaveTextContent(
      `Same route claimed that day too: ₹400.00 on 3 other claims. ${MAY_FILE}`,
    );
  });
});
