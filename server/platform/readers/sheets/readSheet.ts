import { readers } from '../pool.ts';
import { SheetFailed, unpackRows, type SheetRow } from './packed.ts';

export interface SheetLimits {
  rows: number;
  columns: number;
  /** What the workbook may unpack to, in bytes, and its rows come to, in characters of JSON; both have usual ones. */
  room?: number;
  chars?: number;
}

/** The same as `readSheet`, part by part, so that not all of them need be held at once. */
export async function readSheetInParts(
  bytes: Uint8Array,
  { columns = 26, ...limits }: Pick<SheetLimits, 'rows'> & Partial<SheetLimits>,
  how: { patience?: number } = {},
): Promise<AsyncGenerator<SheetRow[]>> {
  const answer = await readers().read('sheet', { ...limits, bytes, columns }, how);
  if (answer.fault !== null) throw new SheetFailed(answer.fault);
  return unpackRows(answer.parts);
}

/**
 * The rows of a workbook's first sheet that hold something, one more than `rows` at the most. It is read in the pool
 * (Z48, S1). Throws SheetFailed, and what the pool throws.
 */
export async function readSheet(
  bytes: Uint8Array,
  limits: Pick<SheetLimits, 'rows'> & Partial<SheetLimits>,
): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const some of await readSheetInParts(bytes, limits)) rows.push(...some);
  return rows;
}
