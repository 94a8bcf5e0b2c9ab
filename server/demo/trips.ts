import type { TravelMode } from '#contract/enums.ts';
import { LEFT_OUT } from '#contract/trip.ts';
import { addDays, dayOf, millisOfDay, type Day } from '#domain/dates.ts';
import { needsTicket, tripCan } from '#domain/trip.ts';
import type { TripInput } from '#domain/tripFields.ts';
import type { BillFile } from './billFiles.ts';
import type { DemoPerson } from './people.ts';
import { seededRandom, type Random } from './random.ts';
import { demoId } from './rows.ts';
import { ticketsOf } from './tickets.ts';
import { EXCEPTIONAL_DAYS_AGO, tripPlans, type TripAction, type TripPlan } from './tripPlans.ts';
import { tripRowsOf, type TripRows, type TripStep, type TripStory } from './tripRows.ts';
import { tripStateOf } from '#server/modules/trips/index.ts';

/** A trip of the demo organisation, as it ended up. */
export interface DemoTrip extends TripRows {
  owner: DemoPerson;
  startDay: Day;
  endDay: Day;
  tickets: BillFile[];
  /** When tickets were added, and by whom (the part of the address before the @). */
  ticketsAt: number | null;
  ticketsBy: string;
  /**
   * Since when claims can be filed on it: both have approved it and it has begun. Null while they cannot. Days that are
   * older than the claim window could be claimed while they were not.
   */
  openSince: number | null;
}

const SEED = 11;
const HOUR = 3_600_000;
const ADMIN = 'admin';

/**
 * The day from which on `employee` may claim, however long ago: it lets one of two old trips be claimed on, and not the
 * other.
 */
export const exceptionalDateOf = (key: string, today: Day): Day | null =>
  key === 'employee' ? addDays(today, -EXCEPTIONAL_DAYS_AGO) : null;

const HOMES: Readonly<Record<string, string>> = {
  'Field Sales West': 'Pune',
  'Field Sales North': 'New Delhi',
  'Field Sales East': 'Kolkata',
};
const CITIES = [
  'Chennai',
  'Hyderabad',
  'Kochi',
  'Mumbai',
  'Pune',
  'New Delhi',
  'Kolkata',
  'Ahmedabad',
  'Coimbatore',
  'Nagpur',
  'Mysuru',
  'Hubballi',
  'Mangaluru',
  'Madurai',
  'Visakhapatnam',
  'Vijayawada',
  'Belagavi',
  'Bengaluru',
];
/** Where one goes by road, or for a day. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  Bengaluru: ['Mysuru', 'Chennai', 'Hubballi', 'Coimbatore', 'Mangaluru', 'Salem'],
  Pune: ['Mumbai', 'Belagavi', 'Nashik', 'Kolhapur'],
  'New Delhi': ['Jaipur', 'Chandigarh', 'Agra'],
  Kolkata: ['Durgapur', 'Jamshedpur', 'Bhubaneswar'],
};
const ABROAD = ['Colombo', 'Singapore', 'Dubai'];
const REASONS = [
  'Dealer meet in {city}',
  'Site survey at {client}',
  'Demo of the new order app at {client}',
  'Half-yearly review, {city} branch',
  'Price negotiation with {client}',
  'Training of the {city} team',
  'Service visit to {client}',
  'Trade fair in {city}',
  'Collection follow-up with {client}',
];
const CANDIDATE_REASONS = ['Final interview at the head office', 'Interview and medical test'];
const CLIENTS = [
  'Sundaram Motors',
  'Kaveri Foods',
  'Nilgiri Textiles',
  'Deccan Pharma',
  'Malabar Cements',
  'Orchid Hospital',
  'Surya Solar',
  'Godavari Paper',
];
const HOTELS = ['Hotel Savera', 'The Residency', 'Ashoka Inn', 'Hotel Sahyadri'];
const NOTES = [
  'Lower berth please',
  'Reach before 10 in the morning',
  'Carrying a demo kit',
  'Return by the last train',
];

const SAID: Partial<Record<TripAction, readonly string[]>> = {
  'manager-approve': ['Ok', 'Approved, please club it with the dealer visit', 'Fine'],
  'manager-reject': ['Please do this over a call', 'Not needed this quarter', 'Combine it with next month’s visit'],
  'admin-approve': ['Tickets attached', 'Booked as asked', 'Ok'],
  'admin-reject': ['No seats on these days, please choose others', 'Above the limit for this route'],
  cancel: ['Client moved the meeting', 'Unwell, cannot travel', 'Meeting will be online'],
  'cancel-at-once': ['Asked for by mistake'],
  cancellation: ['Cancelled, fare refunded less charges', 'Refund received', 'Cancelled as asked'],
  'cancellation-reject': ['Ticket is not refundable, please travel', 'Cancelled too late'],
};
/** Said only where there is a ticket. */
const OF_TICKETS = /ticket|refund|booked/i;
/** Who says nothing most of the time. */
const TERSE = new Set<TripAction>(['manager-approve', 'admin-approve']);

interface World {
  random: Random;
  now: number;
  today: Day;
  timeZone: string;
}

function inputOf({ random, today }: World, plan: TripPlan): TripInput {
  const startDay = addDays(today, plan.startIn);
  const endDay = addDays(startDay, plan.days - 1);
  const departureCity = HOMES[plan.owner.costCentre] ?? 'Bengaluru';
  const mode: TravelMode =
    plan.mode ??
    random.pick(
      plan.days === 1 ? (['TRAIN', 'BUS', 'CAB'] as const) : (['AIR', 'TRAIN', 'TRAIN', 'BUS', 'CAB'] as const),
    );
  const far = mode === 'AIR' || (mode === 'TRAIN' && plan.days > 1);
  const arrivalCity = random.pick(
    plan.abroad ? ABROAD : far ? CITIES.filter((city) => city !== departureCity) : (NEAR[departureCity] ?? CITIES),
  );
  const doneBy = plan.doneBy ?? 'SELF';
  const accommodation = plan.days > 1 && mode !== 'OWN_CAR';
  const reason = random
    .pick(doneBy === 'CANDIDATE' ? CANDIDATE_REASONS : REASONS)
    .replace('{city}', arrivalCity)
    .replace('{client}', random.pick(CLIENTS));
  return {
    ...LEFT_OUT,
    startDate: startDay,
    endDate: endDay,
    preferredTime: random.between(12, 40) * HOUR * 0.5,
    travelType: plan.abroad ? 'INTERNATIONAL' : 'DOMESTIC',
    tripType: plan.days === 1 && random.chance(0.3) ? 'ONE_WAY' : 'ROUND_TRIP',
    travelBookedBy: mode === 'OWN_CAR' ? 'SELF' : 'ADMIN',
    reasonForTravel: reason,
    modeOfTravel: mode,
    travelToBeDoneBy: doneBy,
    departureCity,
    arrivalCity,
    traveller: doneBy === 'SELF' ? null : (plan.traveller ?? 'Guest'),
    travellerDOB:
      doneBy === 'SELF' ? null : `19${random.between(78, 99)}-0${random.between(1, 9)}-1${random.between(0, 9)}`,
    isAccommodationRequired: accommodation,
    accommodationCity: accommodation ? arrivalCity : null,
    checkInDate: accommodation ? startDay : null,
    checkOutDate: accommodation ? endDay : null,
    preferredHotel: accommodation && random.chance(0.4) ? random.pick(HOTELS) : null,
    preferredLocation: accommodation && random.chance(0.3) ? 'Near the railway station' : null,
    remarks: random.chance(0.35) ? random.pick(NOTES) : null,
  };
}

const actorOf = (action: TripAction, owner: DemoPerson): string =>
  action.startsWith('manager-')
    ? owner.manager
    : action === 'tickets' || action === 'no-show' || action.startsWith('admin-') || action.startsWith('cancellation')
      ? ADMIN
      : owner.key;

/**
 * One step a working day, from when it was asked for; a no-show is noted the day after it should have begun, and what
 * follows comes after it.
 */
function stepsOf({ random, now, today, timeZone }: World, plan: TripPlan): TripStep[] {
  const actions: TripAction[] = ['create', ...plan.later];
  const before = actions.indexOf('no-show') < 0 ? actions.length : actions.indexOf('no-show');
  const lead = plan.startIn > 0 ? 0 : -plan.startIn;
  const askedAgo = Math.max(lead + Math.max(before, random.between(5, 12)), actions.length + random.between(1, 6));
  let last = 0;
  return actions.map((action, index): TripStep => {
    const day = index < before ? addDays(today, index - askedAgo) : addDays(today, plan.startIn + 1 + index - before);
    const moment =
      millisOfDay(day, timeZone) + 9.5 * HOUR + random.between(0, 9 * 60) * 60_000 + random.between(0, 59_999);
    last = Math.max(
      last + random.between(30, 200) * 60_000,
      Math.min(moment, now - (actions.length - index) * 4 * HOUR),
    );
    const said = SAID[action]?.filter((remark) => plan.later.includes('tickets') || !OF_TICKETS.test(remark));
    return {
      action,
      at: last,
      actor: actorOf(action, plan.owner),
      remarks: said && (!TERSE.has(action) || random.chance(0.35)) ? random.pick(said) : null,
    };
  });
}

function tripOf(world: World, plan: TripPlan, serial: number): DemoTrip {
  const { random } = world;
  const input = inputOf(world, plan);
  const needed = needsTicket(input);
  const steps = stepsOf(world, needed ? plan : { ...plan, later: plan.later.filter((action) => action !== 'tickets') });
  const withTickets = steps.find((step) => step.action === 'tickets');
  const number = withTickets
    ? (plan.tickets ?? (input.tripType === 'ROUND_TRIP' && input.modeOfTravel !== 'CAB' ? random.between(1, 2) : 1))
    : 0;
  const { files, total } = ticketsOf(
    {
      mode: input.modeOfTravel,
      from: input.departureCity,
      to: input.arrivalCity,
      startDay: input.startDate,
      traveller: input.traveller ?? plan.owner.name,
    },
    number,
    random,
    serial,
  );
  const story: TripStory = {
    id: demoId('TRP', steps[0]?.at ?? 0, random),
    owner: plan.owner,
    input,
    tickets: files.map((file) => file.hash),
    ticketAmount: total,
    steps,
  };
  const rows = tripRowsOf(story);
  const approved = steps.find((step) => step.action === 'admin-approve')?.at ?? null;
  const open = tripCan.claim(tripStateOf(rows.trip)).ok && input.startDate <= world.today;
  return {
    ...rows,
    owner: plan.owner,
    startDay: input.startDate,
    endDay: input.endDate,
    tickets: files,
    ticketsAt: withTickets?.at ?? null,
    ticketsBy: ADMIN,
    openSince: open && approved !== null ? Math.max(approved, millisOfDay(input.startDate, world.timeZone)) : null,
  };
}

/** Every trip of the demo organisation, oldest first. The same people, day and hour give the same trips. */
export function demoTrips(people: readonly DemoPerson[], now: number, timeZone: string): DemoTrip[] {
  const random = seededRandom(SEED);
  const world: World = { random, now, today: dayOf(now, timeZone), timeZone };
  return tripPlans(people, random)
    .map((plan, serial) => tripOf(world, plan, serial))
    .toSorted((a, b) => a.trip.created_at - b.trip.created_at);
}

/** Trips on which claims can be filed, or could once be. */
export const openTrips = (trips: readonly DemoTrip[]): DemoTrip[] => trips.filter((trip) => trip.openSince !== null);
