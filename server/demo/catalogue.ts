import type { ConveyanceType, LocalExpenseType, TravelExpenseType } from '#contract/enums.ts';
import { addDays, type Day } from '#domain/dates.ts';
import { monthName } from '#domain/monthNames.ts';
import { KINDS, type Paper } from './purchaseKinds.ts';
import type { Random } from './random.ts';

/** What people of the demo organisation spend money on. */
export interface Purchase {
  type: LocalExpenseType | TravelExpenseType | ConveyanceType;
  merchant: string;
  address: string;
  paper: Paper;
  title: string;
  colour: readonly [number, number, number];
  remarks: string;
  /** What the bill's line says. */
  item: string;
  paise: number;
  /** How the file is called, without its ending. */
  file: string;
}

const monthOf = (day: Day): string => monthName(Number(day.slice(5, 7)));
const monthBefore = (day: Day): string => monthOf(addDays(`${day.slice(0, 7)}-01`, -1));

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
const CITIES = [
  'Pune',
  'Chennai',
  'Hyderabad',
  'Kochi',
  'Mumbai',
  'Delhi',
  'Kolkata',
  'Ahmedabad',
  'Coimbatore',
  'Nagpur',
];

const OPERATORS = [
  { name: 'Jio', address: 'Postpaid services, Bengaluru', colour: [0.06, 0.18, 0.52] },
  { name: 'Airtel', address: 'Mobile services, Bengaluru', colour: [0.72, 0.07, 0.12] },
  { name: 'Vi', address: 'Postpaid services, Pune', colour: [0.52, 0.05, 0.2] },
  { name: 'BSNL', address: 'Telephone Bhavan, Chennai', colour: [0.05, 0.3, 0.44] },
] as const;
/** Monthly rentals in rupees, before tax. */
const PLANS = [349, 399, 449, 499, 599, 699, 999];

/** A person's monthly mobile bill: operator and plan stay the same all year. */
export function mobileBill(person: number, day: Day): Purchase {
  const operator = OPERATORS[person % OPERATORS.length] ?? OPERATORS[0];
  const plan = PLANS[(person * 5 + 3) % PLANS.length] ?? 399;
  const month = monthBefore(day);
  return {
    type: 'MOBILE_BILL',
    merchant: operator.name,
    address: operator.address,
    paper: 'invoice',
    title: `Mobile bill for ${month}`,
    colour: operator.colour,
    remarks: `${operator.name} postpaid ${month}`,
    item: `Postpaid plan ${plan}, ${month}`,
    paise: Math.round(plan * 118),
    file: `${operator.name.toLowerCase()}-${month.toLowerCase()}`,
  };
}

const GREEN = [0.1, 0.36, 0.3] as const;

/** One purchase of a day, drawn by chance. */
export function purchase(random: Random, day: Day): Purchase {
  const kind = random.pick(KINDS);
  const [merchant, address] = random.pick(kind.merchants);
  const [remarks, item] = random.pick(kind.remarks);
  const words: Record<string, string> = {
    client: random.pick(CLIENTS),
    city: random.pick(CITIES),
    month: monthOf(day),
    lastMonth: monthBefore(day),
    few: String(random.between(2, 6)),
  };
  const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '');
  // Small sums are commoner than large ones.
  const rupees = kind.least + Math.floor((kind.most - kind.least) * random.next() ** 2);
  return {
    type: kind.type ?? 'OTHERS',
    merchant,
    address,
    paper: kind.paper,
    title: kind.title ?? 'Receipt',
    colour: GREEN,
    remarks: filled(remarks),
    item: filled(item),
    paise: rupees * 100 + (kind.odd ? random.between(0, 99) : 0),
    file: kind.paper === 'invoice' ? merchant.toLowerCase().replaceAll(' ', '-') : 'receipt',
  };
}
