import type { Millis } from '../units.ts';

/** The tickets of trips. */

interface TripTicketsTable {
  trip_id: string;
  position: number;
  file_hash: string;
  name: string;
}

interface TripFurtherTicketsTable {
  trip_id: string;
  /** From 1. */
  number: number;
  /** Paise. */
  amount: number;
  reason: string;
  added_by: string;
  added_at: Millis;
}

export interface TicketTables {
  trip_tickets: TripTicketsTable;
  trip_further_tickets: TripFurtherTicketsTable;
}
