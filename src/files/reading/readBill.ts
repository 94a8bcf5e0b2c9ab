import type { BillReading } from '#domain/billReading/read.ts';

export type ReadField = 'total' | 'day' | 'merchant';
export const READ_FIELDS = ['total', 'day', 'merchant'] as const satisfies readonly ReadField[];

/** A PDF has its total on one of so many pages; what comes behind are terms. */
export const BILL_PAGES = 2;

export interface ReadBill {
  reading: BillReading;
  /** The pieces of the picture that these were read from, as PNG. */
  pictures: Partial<Record<ReadField, ArrayBuffer>>;
}
