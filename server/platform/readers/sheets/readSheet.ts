import { readers } from '../pool.ts';
import { SheetFailed, unpackRows, type SheetRow } from './packed.ts';

export interface SheetLimits {
  rows: number;
  columns: number;
}

/**
 * The rows of a workbook's first sheet that hold something, one more than `rows` at the most. It is read in the pool
 * (Z48, S1). Throws SheetFailed, and what the pool throws.
 */
export async function readSheet(
  bytes: Uint8Array,
  { rows, columns = 26 }: Pick<SheetLimits, 'rows'> & Partial<SheetLimits>,
): Promise<SheetRow[]> {
  const answer = await readers().read('sheet', { bytes, rows, columns });
  if (answer.fault !== null) throw new SheetFailed(answer.fault);
  return unpackRows(answer.parts);
}
