import type { ConveyanceType, LocalExpenseType, TravelExpenseType } from '#contract/enums.ts';
import { addDays, type Day } from '#domain/dates.ts';
import type { Random } from './random.ts';

/** What people of the demo organisation spend money on. */
export interface Purchase {
  type: LocalExpenseType | TravelExpenseType | ConveyanceType;
  merchant: string;
  address: string;
  /** 'invoice': a PDF; 'receipt': a till slip. */
  paper: 'invoice' | 'receipt';
  title: string;
  colour: readonly [number, number, number];
  remarks: string;
  /** What the bill's line says. */
  item: string;
  paise: number;
  /** How the file is called, without its ending. */
  file: string;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const monthBefore = (day: Day): string => MONTHS[Number(addDays(`${day.slice(0, 7)}-01`, -1).slice(5, 7)) - 1] ?? '';
const monthOf = (day: Day): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? '';

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

interface Kind {
  merchants: readonly (readonly [name: string, address: string])[];
  paper: Purchase['paper'];
  title?: string;
  /** Rupees. */
  least: number;
  most: number;
  /** Invoices have odd paise, tills round to the rupee. */
  odd?: boolean;
  type?: LocalExpenseType;
  /** `{client}`, `{city}`, `{month}`, `{lastMonth}`, `{few}` are filled in. */
  remarks: readonly (readonly [remarks: string, item: string])[];
}

const GREEN = [0.1, 0.36, 0.3] as const;
const KINDS: readonly Kind[] = [
  {
    merchants: [
      ['Deccan Couriers', 'Residency Road, Bengaluru'],
      ['Speedline Express', 'Anna Salai, Chennai'],
    ],
    paper: 'invoice',
    title: 'Courier invoice',
    least: 90,
    most: 780,
    odd: true,
    remarks: [
      ['Courier to {city} office', 'Parcel to {city}, 0.5 kg'],
      ['Sample kit sent to {client}', 'Parcel to {city}, 2.0 kg'],
      ['Signed agreement couriered to {client}', 'Document to {city}'],
    ],
  },
  {
    merchants: [
      ['Navakarnataka Stationers', '14 Gandhi Nagar, Bengaluru'],
      ['Paper Corner', 'FC Road, Pune'],
    ],
    paper: 'receipt',
    least: 60,
    most: 1450,
    remarks: [
      ['Printer paper for the team, {few} reams', 'A4 paper {few} rm'],
      ['Notebooks and pens for training', 'Notebooks x{few}'],
      ['Files for the {client} tender', 'Box files x{few}'],
      ['Whiteboard markers', 'Markers set'],
    ],
  },
  {
    merchants: [
      ['Print Point', 'MG Road, Bengaluru'],
      ['Sri Copy Centre', 'T Nagar, Chennai'],
    ],
    paper: 'receipt',
    least: 40,
    most: 1900,
    remarks: [
      ['Brochures printed for {client} visit', 'Colour print A4'],
      ['Tender document, two copies bound', 'Print and binding'],
      ['Visiting cards, 200', 'Visiting cards 200'],
      ['Drawings printed A1 for site', 'Plot A1 x{few}'],
    ],
  },
  {
    merchants: [
      ['City Parking', 'UB City, Bengaluru'],
      ['Metro Parking', 'Baner, Pune'],
    ],
    paper: 'receipt',
    least: 20,
    most: 240,
    remarks: [
      ['Parking at {client}', 'Car parking'],
      ['Parking at the airport, client pick-up', 'Car 3 h'],
      ['Parking, branch review', 'Car parking'],
    ],
  },
  {
    merchants: [
      ['Udupi Upahar', 'Jayanagar 4th Block, Bengaluru'],
      ['Annapurna Bhavan', 'Mylapore, Chennai'],
      ['Cafe Sahyadri', 'Koregaon Park, Pune'],
    ],
    paper: 'receipt',
    least: 120,
    most: 2400,
    remarks: [
      ['Tea and snacks, meeting with {client}', 'Tea, snacks'],
      ['Lunch with {client} purchase team', 'Meals x{few}'],
      ['Team lunch after {lastMonth} close', 'Meals x{few}'],
      ['Coffee with dealer', 'Coffee x{few}'],
    ],
  },
  {
    merchants: [
      ['Vega Electronics', 'SP Road, Bengaluru'],
      ['Digital Bazaar', 'Ritchie Street, Chennai'],
    ],
    paper: 'invoice',
    title: 'Tax invoice',
    least: 250,
    most: 4200,
    odd: true,
    remarks: [
      ['Laptop charger replaced', 'Laptop adapter 65 W'],
      ['HDMI cable and hub for demos', 'USB-C hub'],
      ['Batteries for laser meter', 'AA cells, pack of 12'],
      ['Power bank for site visits', 'Power bank 20000 mAh'],
    ],
  },
  {
    merchants: [['Fibernet Broadband', 'Whitefield, Bengaluru']],
    paper: 'invoice',
    title: 'Broadband bill',
    least: 590,
    most: 1180,
    odd: true,
    remarks: [['Home office broadband, {month}', 'Broadband 100 Mbps, {month}']],
  },
  {
    merchants: [
      ['Shakti Safety Stores', 'Peenya, Bengaluru'],
      ['Bharat Tools', 'Bhosari, Pune'],
    ],
    paper: 'receipt',
    least: 180,
    most: 2900,
    remarks: [
      ['Safety shoes for site', 'Safety shoes'],
      ['Helmet and gloves, {client} site', 'Helmet, gloves'],
      ['Measuring tape and marker for survey', 'Tape 30 m'],
    ],
  },
  {
    merchants: [['Spring Water Agency', 'Indiranagar, Bengaluru']],
    paper: 'receipt',
    least: 80,
    most: 640,
    remarks: [
      ['Water cans for the branch, {few}', 'Water 20 l x{few}'],
      ['Water and biscuits for training', 'Water, biscuits'],
    ],
  },
  {
    merchants: [['Notary Services', 'City Civil Court, Bengaluru']],
    paper: 'receipt',
    least: 100,
    most: 900,
    remarks: [
      ['Stamp paper for agreement with {client}', 'Stamp paper'],
      ['Notary charges, {client} guarantee', 'Notary fee'],
    ],
  },
  {
    merchants: [['Arogya Medicals', 'Basavanagudi, Bengaluru']],
    paper: 'receipt',
    least: 70,
    most: 850,
    remarks: [
      ['First aid box refilled', 'First aid refill'],
      ['Masks and sanitiser for site team', 'Masks, sanitiser'],
    ],
  },
  {
    merchants: [
      ['Flower Basket', 'Malleswaram, Bengaluru'],
      ['Mithai House', 'Camp, Pune'],
    ],
    paper: 'receipt',
    least: 250,
    most: 2200,
    remarks: [
      ['Bouquet for {client} inauguration', 'Bouquet'],
      ['Sweets for dealers, {few} boxes', 'Sweets x{few}'],
    ],
  },
  {
    merchants: [
      ['Jio', 'Recharge counter, Bengaluru'],
      ['Airtel', 'Recharge counter, Chennai'],
    ],
    paper: 'receipt',
    least: 58,
    most: 719,
    type: 'MOBILE_BILL',
    remarks: [
      ['Data top-up during {city} visit', 'Data top-up'],
      ['Tablet SIM recharge, order app', 'Recharge'],
      ['Hotspot recharge for the stall at {city}', 'Recharge 2 GB/day'],
    ],
  },
];

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
