import { createHash } from 'node:crypto';
import type { TravelMode } from '#contract/enums.ts';
import type { Day } from '#domain/dates.ts';
import type { BillFile } from './billFiles.ts';
import type { PrintedBill } from './bills/printedBill.ts';
import { invoicePdf } from './bills/pdf.ts';
import type { Random } from './random.ts';

interface Carrier {
  name: string;
  address: string;
  title: string;
  colour: readonly [number, number, number];
  /** Rupees. */
  least: number;
  most: number;
}

const AIR: Carrier = {
  name: 'Garuda Airways',
  address: 'Kempegowda International Airport, Bengaluru',
  title: 'E-ticket',
  colour: [0.07, 0.2, 0.45],
  least: 3_400,
  most: 9_800,
};
const CARRIERS: Record<TravelMode, Carrier> = {
  AIR,
  TRAIN: {
    name: 'Southern Rail Bookings',
    address: 'City Railway Station, Bengaluru',
    title: 'Reservation slip',
    colour: [0.45, 0.1, 0.1],
    least: 480,
    most: 2_900,
  },
  BUS: {
    name: 'Konark Travels',
    address: 'Kalasipalya, Bengaluru',
    title: 'Bus ticket',
    colour: [0.1, 0.36, 0.3],
    least: 350,
    most: 1_600,
  },
  CAB: {
    name: 'Sarathi Cabs',
    address: 'Indiranagar, Bengaluru',
    title: 'Cab booking',
    colour: [0.35, 0.25, 0.05],
    least: 1_200,
    most: 6_400,
  },
  OWN_CAR: {
    name: 'Hotel Savera',
    address: 'Mylapore, Chennai',
    title: 'Room booking',
    colour: [0.3, 0.12, 0.34],
    least: 1_800,
    most: 5_200,
  },
  OTHER: {
    name: 'Konark Travels',
    address: 'Kalasipalya, Bengaluru',
    title: 'Ticket',
    colour: [0.1, 0.36, 0.3],
    least: 300,
    most: 2_000,
  },
};

export interface TicketTrip {
  mode: TravelMode;
  from: string;
  to: string;
  startDay: Day;
  traveller: string;
}

/** Draws the tickets of a trip: the way there, the way back, and so on. `total` in paise. */
export function ticketsOf(
  trip: TicketTrip,
  number: number,
  random: Random,
  serial: number,
): { files: BillFile[]; total: number } {
  const carrier = CARRIERS[trip.mode];
  let total = 0;
  const files = Array.from({ length: number }, (_, index): BillFile => {
    const paise = random.between(carrier.least, carrier.most) * 100;
    const [from, to] = index % 2 === 0 ? [trip.from, trip.to] : [trip.to, trip.from];
    const booking = `PNR${400_000 + serial * 10 + index}`;
    const bill: PrintedBill = {
      merchant: carrier.name,
      address: carrier.address,
      number: booking,
      taxNumber: `29AAGCT${random.between(1000, 9999)}K1Z${(serial % 9) + 1}`,
      day: trip.startDay,
      minute: random.between(6 * 60, 20 * 60),
      customer: trip.traveller.replaceAll('’', "'"),
      lines: [{ text: `${from} to ${to}, 1 adult`, paise }],
      total: paise,
      paidBy: 'Company account',
    };
    total += paise;
    const bytes = invoicePdf(bill, carrier.title, carrier.colour);
    return {
      hash: createHash('sha256').update(bytes).digest('hex'),
      bytes,
      type: 'application/pdf',
      name: `ticket-${from.toLowerCase().replaceAll(' ', '-')}-${to.toLowerCase().replaceAll(' ', '-')}-${booking}.pdf`,
    };
  });
  return { files, total };
}
