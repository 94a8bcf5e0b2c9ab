import type { ConveyanceType, TravelExpenseType } from '#contract/enums.ts';
import type { Purchase } from './catalogue.ts';
import type { Random } from './random.ts';

/** What people of the demo organisation spend on the way: on their trips, and from client to client. */

interface Kind {
  merchants: readonly (readonly [name: string, address: string])[];
  paper: Purchase['paper'];
  title: string;
  /** Rupees. */
  least: number;
  most: number;
  /** `{city}` is where the trip leads. */
  remarks: readonly (readonly [remarks: string, item: string])[];
}

const COLOUR = [0.1, 0.36, 0.3] as const;
const TRAVEL: Record<TravelExpenseType, Kind> = {
  FOOD: {
    merchants: [
      ['Annapurna Bhavan', '{city} Main Road'],
      ['Sagar Ratna', 'Station Road, {city}'],
      ['Hotel Sahyadri', 'Market Square, {city}'],
    ],
    paper: 'receipt',
    title: 'Receipt',
    least: 90,
    most: 420,
    remarks: [
      ['Breakfast before the meeting', 'Idli, vada, coffee'],
      ['Lunch in {city}', 'South Indian thali'],
      ['Dinner after the site visit', 'Meals, curd rice'],
      ['Lunch with the dealer', 'Thali x2'],
    ],
  },
  CONVEYANCE: {
    merchants: [
      ['Sarathi Cabs', '{city} Junction'],
      ['Prepaid Auto Counter', 'Railway station, {city}'],
      ['Metro Cabs', 'Airport Road, {city}'],
    ],
    paper: 'receipt',
    title: 'Trip slip',
    least: 80,
    most: 1100,
    remarks: [
      ['Station to hotel', 'Trip 9 km'],
      ['Hotel to client and back', 'Trip 24 km, 2 h wait'],
      ['Airport to hotel', 'Trip 31 km'],
      ['Two client sites in {city}', 'Trip 42 km'],
    ],
  },
  ACCOMMODATION: {
    merchants: [
      ['The Residency', 'Lake Road, {city}'],
      ['Hotel Savera', 'Temple Street, {city}'],
      ['Ashoka Inn', 'Ring Road, {city}'],
    ],
    paper: 'invoice',
    title: 'Room bill',
    least: 1600,
    most: 4400,
    remarks: [
      ['One night in {city}', 'Room, single, 1 night'],
      ['Hotel, {city}', 'Room with breakfast, 1 night'],
    ],
  },
  OTHER: {
    merchants: [
      ['Quick Laundry', 'Station Road, {city}'],
      ['Print Point', 'Market Road, {city}'],
      ['Cloak Room', 'Railway station, {city}'],
    ],
    paper: 'receipt',
    title: 'Receipt',
    least: 40,
    most: 520,
    remarks: [
      ['Drawings printed for the survey', 'A1 print x3'],
      ['Shirts washed, longer stay', 'Laundry'],
      ['Demo kit left at the station', 'Cloak room, 1 day'],
      ['Porter for the demo kit', 'Porter'],
    ],
  },
};

/** One purchase on a trip. `most`: paise that it may cost, where there is a limit. */
export function travelPurchase(random: Random, type: TravelExpenseType, city: string, most?: number): Purchase {
  const kind = TRAVEL[type];
  const [merchant, address] = random.pick(kind.merchants);
  const [remarks, item] = random.pick(kind.remarks);
  const rupees = kind.least + Math.floor((kind.most - kind.least) * random.next() ** 1.5);
  const at = (text: string): string => text.replaceAll('{city}', city);
  return {
    type,
    merchant,
    address: at(address),
    paper: kind.paper,
    title: kind.title,
    colour: COLOUR,
    remarks: at(remarks),
    item: at(item),
    paise: Math.min(rupees * 100, most ?? Infinity),
    file: kind.paper === 'invoice' ? merchant.toLowerCase().replaceAll(' ', '-') : 'receipt',
  };
}

const RIDES: Partial<Record<ConveyanceType, readonly [merchant: string, address: string]>> = {
  CAB: ['Sarathi Cabs', 'Indiranagar, Bengaluru'],
  AUTO: ['Namma Auto', 'Prepaid counter, Majestic'],
  BUS: ['City Transport', 'Kempegowda Bus Station'],
};

/** One ride from client to client. Amount and remark are the claim's own. */
export function ride(type: ConveyanceType, paise: number, remarks: string, from: string, to: string): Purchase {
  const [merchant, address] = RIDES[type] ?? ['Own vehicle', ''];
  return {
    type,
    merchant,
    address,
    paper: 'receipt',
    title: 'Trip slip',
    colour: COLOUR,
    remarks,
    item: `${from} to ${to}`.slice(0, 34),
    paise,
    file: 'trip-slip',
  };
}
