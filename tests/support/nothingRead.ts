/** What the rules read off a picture that says nothing. */
export const NOTHING_READ = {
  total: null,
  day: null,
  merchant: null,
  number: null,
  taxNumber: null,
  tax: null,
  currency: null,
} as const;
