import { CONVEYANCE_TYPES, PRIMARY_EXPENSE_TYPE, type ConveyanceType } from '#contract/enums.ts';
import { isComputed, reimbursement } from '#domain/conveyance.ts';
import { addDays, millisOfDay } from '#domain/dates.ts';
import type { DemoPerson } from './people.ts';
import { seededRandom } from './random.ts';
import { forFinance, live, worldOf, type Step, type Story, type World } from './stories.ts';
import { ride } from './travelCatalogue.ts';

/** Rides from client to client, as the sales app of the demo organisation reports them. */

const SEED = 41;
const HOUR = 3_600_000;
const CLIENTS = [
  'Sundaram Motors',
  'Kaveri Foods',
  'Nilgiri Textiles',
  'Deccan Pharma',
  'Malabar Cements',
  'Orchid Hospital',
  'Surya Solar',
  'Godavari Paper',
  'Lotus Logistics',
  'Coromandel Steel',
];
const PLACES: Readonly<Record<string, readonly string[]>> = {
  'Field Sales West': ['Shivajinagar, Pune', 'Hinjawadi, Pune', 'Chakan, Pune', 'Bhosari, Pune', 'Wagholi, Pune'],
  'Field Sales North': ['Connaught Place, Delhi', 'Okhla, Delhi', 'Gurugram', 'Noida Sector 62', 'Manesar'],
  'Field Sales East': ['Salt Lake, Kolkata', 'Howrah', 'Dankuni', 'Park Street, Kolkata', 'Barasat'],
};
const AT_HOME = [
  'Indiranagar, Bengaluru',
  'Peenya, Bengaluru',
  'Whitefield, Bengaluru',
  'Electronic City, Bengaluru',
  'Bommasandra, Bengaluru',
  'Yeshwanthpur, Bengaluru',
  'Hosur',
];
const REMARKS = ['Two stops on the way', 'Toll included', 'Back by the evening', 'Samples carried', null, null];
/** How many each of these has; in field sales everybody has a few, elsewhere nobody has any. */
const HOW_MANY: Readonly<Record<string, number>> = {
  employee: 34,
  employee2: 12,
  employee3: 10,
  manager: 5,
  newcomer: 0,
};
/** How many of the newest nobody has decided. */
const WAITING: Readonly<Record<string, number>> = { employee: 6, employee2: 4, employee3: 3 };
/** Paise a kilometre and to begin with, of what is paid by bill. */
const FARES: Partial<Record<ConveyanceType, readonly [perKm: number, start: number]>> = {
  CAB: [2_100, 6_000],
  AUTO: [1_500, 3_000],
  BUS: [220, 500],
};
/**
 * One of each fate in turn: paid, approved, rejected, refused by finance, waiting for finance. Nobody withdraws what
 * the sales app told.
 */
const FATES = [0.5, 0.9, 0.05, 0.15, 0.7, 0.95] as const;
/** Every type in turn, cabs more often. */
const TYPES: readonly ConveyanceType[] = [...CONVEYANCE_TYPES, 'CAB', 'SELF_CAR'];

interface Making extends World {
  serial: number;
}

function storyOf(making: Making, owner: DemoPerson, position: number, count: number): Story {
  const { random, now, today, timeZone } = making;
  making.serial += 1;
  const places = PLACES[owner.costCentre] ?? AT_HOME;
  const from = random.pick(places);
  const to = random.pick(places.filter((place) => place !== from));
  const type = TYPES[position % TYPES.length] ?? 'CAB';
  const distance = random.between(22, 640) / 10;
  const [perKm, start] = FARES[type] ?? [0, 0];
  const paise = reimbursement(type, distance) ?? start + Math.round((perKm * distance) / 100) * 100;
  const day = addDays(today, -1 - Math.round((position * 80) / Math.max(count - 1, 1)));
  const remarks = random.pick(REMARKS);
  const handedIn = Math.min(
    millisOfDay(day, timeZone) + 21 * HOUR + random.between(0, 90) * 60_000 + random.between(0, 59_999),
    now - 3 * HOUR,
  );
  const story: Story = {
    kind: PRIMARY_EXPENSE_TYPE.conveyance,
    owner,
    day,
    purchase: { ...ride(type, paise, remarks ?? '', from, to) },
    withSlip: false,
    steps: [{ action: 'intake', at: handedIn, actor: owner.key }],
    details: {
      externalId: `SALES-${String(70_000 + making.serial)}`,
      clientName: random.pick(CLIENTS),
      fromLocation: from,
      toLocation: to,
      distance,
      limit: isComputed(type) ? paise : null,
    },
  };
  const waiting = WAITING[owner.key] ?? (owner.manager === 'manager' ? 2 : 1);
  // Not one after the other: of the newest some are before finance already.
  const waits = position % 2 === 0 ? position < waiting : position > 3 && position < waiting + 2;
  // Employees paid by bill add it, if not at once; every other pending one has none yet.
  const billed = !isComputed(type) && (!waits || position % 2 === 1);
  if (billed)
    story.steps.push({
      action: 'edit',
      at: Math.min(handedIn + random.between(30, 90) * 60_000, now - HOUR),
      actor: owner.key,
    });
  const may = ({ action }: Step): boolean => action !== 'edit' && action !== 'withdraw';
  return live(making, story, waits, FATES[position % FATES.length], may);
}

/**
 * Every conveyance claim of the demo organisation, oldest first. The same people, day and hour give the same claims.
 */
export function conveyanceStories(people: readonly DemoPerson[], now: number, timeZone: string): Story[] {
  const making: Making = { ...worldOf(seededRandom(SEED), people, now, timeZone), serial: 0 };
  const stories = people.flatMap((owner) => {
    const count = HOW_MANY[owner.key] ?? (owner.costCentre.startsWith('Field Sales') ? making.random.between(2, 6) : 0);
    return Array.from({ length: count }, (_, position) => storyOf(making, owner, position, count));
  });
  return forFinance(stories.toSorted((a, b) => (a.steps[0]?.at ?? 0) - (b.steps[0]?.at ?? 0)));
}
