import type { LocalExpenseType } from '#contract/enums.ts';

/** Kinds of purchases that the demo organisation makes, with their merchants, prices and remarks. */

/** 'invoice': a PDF; 'receipt': a till slip. */
export type Paper = 'invoice' | 'receipt';

interface Kind {
  merchants: readonly (readonly [name: string, address: string])[];
  paper: Paper;
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

export const KINDS: readonly Kind[] = [
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
