import { RECORD_READS } from './recordReads.ts';

/** Reads that show whether a claim has left for the accounts or was paid. */
export const FINANCE_READS = [
  'searchLocalExpenses',
  'searchTravelTrips',
  'searchTravelExpenses',
  'searchConveyance',
  ...RECORD_READS,
] as const;
