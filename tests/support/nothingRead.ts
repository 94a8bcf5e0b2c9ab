import type { BillReading } from '#domain/billReading/read.ts';

/** What the rules read off a picture that says nothing. */
export const NOTHING_READ: Omit<BillReading, 'kind'> = {
  total: null,
  day: null,
  merchant: null,
  number: null,
  taxNumber: null,
  tax: null,
  currency: null,
  paper: { groups: [], times: [] },
};
