/** Addresses that the Tally screens lead to. */
export const BATCHES: string = '/view-tally-service';
export const CANDIDATES: string = '/tally-data';
export const LEDGERS: string = '/home/tally-ledgers';
export const batchAddress = (batchId: string): string => `/tally-detail-service/${encodeURIComponent(batchId)}`;
