import { PRIMARY_EXPENSE_TYPE, TRAVEL_EXPENSE_TYPES, type TravelExpenseType } from '#contract/enums.ts';
import { FOOD_LIMIT_RUPEES } from '#contract/limits.ts';
import { addDays, millisOfDay, type Day } from '#domain/dates.ts';
import { toPaise } from '#domain/money.ts';
import { isFood } from '#domain/travelExpense.ts';
import { tripDays } from '#domain/trip.ts';
import { statusOf } from '#domain/status.ts';
import type { DemoPerson } from './people.ts';
import { seededRandom } from './random.ts';
import { forFinance, live, worldOf, type Story, type World } from './stories.ts';
import { travelPurchase } from './travelCatalogue.ts';
import { openTrips, type DemoTrip } from './trips.ts';

/** Claims on the demo organisation's trips. */

const SEED = 31;
const HOUR = 3_600_000;
/** Trips that began earlier are left for trying out what is refused. */
const SPAN_DAYS = 84;
/** Claims filed in the last N days wait for their manager, but for every third. */
const YOUNG_DAYS = 9;
/**
 * Fates in turn, so that a handful of claims already shows every status: paid, approved, rejected, refused by finance,
 * withdrawn.
 */
const FATES = [0.5, 0.9, 0.05, 0.6, 0.15, 0.7, 0.95, 0.4, 0.01, 0.85, 0.3] as const;
/** Paise that one dinner of a day that is nearly eaten up costs, and the lunch before it. */
const NEARLY = [42_000, 29_000] as const;
const FOOD_LIMIT = toPaise(FOOD_LIMIT_RUPEES);
const LEAST_MEAL = 8_000;
/** One in this many claims is of such a meal, if it is of food. */
const DEAR_MEAL = 4;

const [FOOD, RIDE, ROOM, REST] = [
  TRAVEL_EXPENSE_TYPES[0],
  TRAVEL_EXPENSE_TYPES[1],
  TRAVEL_EXPENSE_TYPES[2],
  TRAVEL_EXPENSE_TYPES[3],
];

interface Making extends World {
  /** Food of a person and day, rejected claims too: nobody here comes near a refusal. */
  eaten: Map<string, number>;
  serial: number;
}

/** What is claimed for one day of a trip. */
function typesOf({ random }: Making, nights: boolean): TravelExpenseType[] {
  return [
    FOOD,
    ...(random.chance(0.75) ? [RIDE] : []),
    ...(nights ? [ROOM] : []),
    ...(random.chance(0.2) ? [REST] : []),
  ];
}

function claimOf(
  making: Making,
  { trip, owner }: DemoTrip,
  day: Day,
  type: TravelExpenseType,
  openSince: number,
  paise?: number,
): Story | null {
  const { random, now, today, timeZone, eaten } = making;
  const key = `${owner.key} ${day}`;
  const left = FOOD_LIMIT - (eaten.get(key) ?? 0);
  if (isFood(type) && left < LEAST_MEAL) return null;
  // In the evening of the day, or when the trip was approved after it.
  const created = Math.max(
    millisOfDay(day, timeZone) + 18.5 * HOUR + random.between(0, 240) * 60_000 + random.between(0, 59_999),
    openSince + random.between(1, 20) * HOUR,
  );
  if (created > now - HOUR) return null;
  const drawn = travelPurchase(random, type, trip.arrival_city, isFood(type) ? left : undefined);
  // Now and then somebody eats for nearly all that a day allows.
  const dear =
    isFood(type) && owner.key !== 'employee' && making.serial % DEAR_MEAL === 0
      ? left - 1_000 * (making.serial % 5)
      : undefined;
  const cost = paise ?? dear;
  const purchase = cost === undefined ? drawn : { ...drawn, paise: cost };
  if (isFood(type)) eaten.set(key, (eaten.get(key) ?? 0) + purchase.paise);
  making.serial += 1;
  const story: Story = {
    kind: PRIMARY_EXPENSE_TYPE.travel,
    owner,
    tripId: trip.id,
    day,
    purchase,
    withSlip: false,
    steps: [{ action: 'create', at: created, actor: owner.key }],
  };
  const young = created > millisOfDay(addDays(today, -YOUNG_DAYS), timeZone);
  return live(
    making,
    story,
    young && (paise !== undefined || making.serial % 3 !== 0),
    FATES[making.serial % FATES.length],
  );
}

function claimsOf(making: Making, trip: DemoTrip, openSince: number): Story[] {
  const days = tripDays(trip.startDay, trip.endDay).filter((day) => day <= making.today);
  const running = trip.owner.key === 'employee' && trip.endDay >= making.today;
  return days
    .flatMap((day, index): (Story | null)[] => {
      // The first day of the trip that `employee` is on has little food left; of the others something is still to be
      // claimed.
      if (running && index === 0) return NEARLY.map((paise) => claimOf(making, trip, day, FOOD, openSince, paise));
      if (making.random.chance(0.15)) return [];
      return typesOf(making, index < days.length - 1).map((type) => claimOf(making, trip, day, type, openSince));
    })
    .filter((story) => story !== null);
}

/**
 * Every travel claim of the demo organisation, oldest first. The same people, trips, day and hour give the same claims.
 */
export function travelStories(
  people: readonly DemoPerson[],
  trips: readonly DemoTrip[],
  now: number,
  timeZone: string,
): Story[] {
  const making: Making = { ...worldOf(seededRandom(SEED), people, now, timeZone), eaten: new Map(), serial: 0 };
  const oldest = addDays(making.today, -SPAN_DAYS);
  // A trip whose cancellation was ever asked for had no claims then.
  const claimed = openTrips(trips).filter(
    ({ startDay, trip }) => startDay >= oldest && statusOf(trip.cancellation_status) === 'notInitiated',
  );
  return forFinance(
    claimed
      .flatMap((trip) => claimsOf(making, trip, trip.openSince ?? now))
      .toSorted((a, b) => (a.steps[0]?.at ?? 0) - (b.steps[0]?.at ?? 0)),
  );
}
