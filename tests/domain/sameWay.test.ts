import { describe, expect, it } from 'vitest';
import { dayOf } from '#domain/dates.ts';
import { otherConveyance, rideOf, sameWaySign, sameWayText, type Ride } from '#domain/sameWay.ts';
import { aConveyance, aLocalExpense, aTravelExpense, REJECTED } from '#tests/support/claims.ts';

const DAY = '2026-11-12';
const route = (from: string, to: string) => ({ from, to });
const onTravel = (paise: number, day = DAY): Ride => ({ day, paise });
const trip = (paise: number, from = 'Hosur', to = 'Peenya', day = DAY): Ride => ({
  day,
  paise,
  route: route(from, to),
});

describe('DOC-25 other conveyance of a day that may be for the same way', () => {
  it.each<[string, Ride, Ride[], ReturnType<typeof otherConveyance>]>([
    ['nothing of that day', onTravel(1), [trip(5_000, 'Hosur', 'Peenya', '2026-11-11')], null],
    [
      'on a travel claim, all sales trips',
      onTravel(1),
      [trip(5_000), trip(700, 'A', 'B')],
      { paise: 5_700, of: 2, sameRoute: false },
    ],
    ['on a travel claim, no other travel claim', onTravel(1), [onTravel(5_000)], null],
    ['a sales trip, beside travel claims', trip(1), [onTravel(5_000)], { paise: 5_000, of: 1, sameRoute: false }],
    [
      'a sales trip of the same route, however typed',
      trip(1),
      [trip(900, ' HOSUR', 'peenya ')],
      { paise: 900, of: 1, sameRoute: true },
    ],
    [
      'a sales trip of another route, or the way back',
      trip(1),
      [trip(900, 'Hosur', 'Hebbal'), trip(900, 'Peenya', 'Hosur')],
      null,
    ],
    ['both', trip(1), [trip(900), onTravel(100)], { paise: 1_000, of: 2, sameRoute: true }],
  ])('%s', (_, ride, others, expected) => {
    expect(otherConveyance(ride, others)).toEqual(expected);
  });

  it('is said with its amount, and whether the route is the same', () => {
    expect(sameWaySign(true)).toBe('Same route claimed that day too');
    expect(sameWayText({ paise: 92_900, of: 1, sameRoute: false })).toBe(
      'Conveyance claimed that day too: ₹929.00 on 1 other claim.',
    );
    expect(sameWayText({ paise: 92_900, of: 101, sameRoute: true }, 'at least ')).toBe(
      'Same route claimed that day too: at least ₹929.00 on 101 other claims.',
    );
  });

  it('counts conveyance alone, and neither withdrawn nor rejected claims', () => {
    const zone = 'Asia/Kolkata';
    const onSales = aConveyance({ claimAmount: 92.9, fromLocation: 'Hosur', toLocation: 'Peenya' });
    const onTrip = aTravelExpense({ claimAmount: 40 });
    expect(rideOf(onSales, zone)).toEqual({
      day: dayOf(onSales.travelDate, zone),
      paise: 9_290,
      route: route('Hosur', 'Peenya'),
    });
    expect(rideOf(onTrip, zone)).toEqual({ day: dayOf(onTrip.expenseDate, zone), paise: 4_000 });
    for (const claim of [
      aLocalExpense(),
      { ...onTrip, travelExpenseType: 'FOOD' as const },
      { ...onTrip, withdrawn: true },
      { ...onSales, managerApprovalStatus: REJECTED },
      { ...onSales, financeApprovalStatus: 'FINANCE_REJECT' as const },
    ])
      expect(rideOf(claim, zone)).toBeNull();
  });
});
