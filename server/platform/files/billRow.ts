import type { Document } from '#contract/fields.ts';
import { documentPath } from '#contract/file.ts';

export interface BillRow {
  fingerPrint: string;
  name: string;
  size: number;
  type: string;
}

export const documentOf = (bill: BillRow): Document => ({ ...bill, url: documentPath(bill.fingerPrint) });
