import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { readColumns, type ReadingColumns } from '../readings.ts';

/** A bill with a signed code whose key was not known. */
export interface UnknownCode {
  claim_id: string;
  position: number;
  reading: ReadingColumns['reading'];
  gst_code: string;
  paper: ReadingColumns['paper'];
}

/** The next of them by claim and position. */
export async function unknownCodes(
  db: Kysely<Tables>,
  after: Pick<UnknownCode, 'claim_id' | 'position'>,
  most: number,
): Promise<UnknownCode[]> {
  const { rows } = await sql<UnknownCode>`select claim_id, position, reading, gst_code, paper from claim_bills
    where gst ->> 'state' = 'unknownKey' and gst_code is not null
      and (claim_id, position) > (${after.claim_id}, ${after.position})
    order by claim_id, position limit ${most}`.execute(db);
  return rows;
}

/** Writes what came of a code, unless its bill was changed meanwhile. */
export async function writeJudged(
  db: Kysely<Tables>,
  { claim_id, position, reading, gst_code, paper: marks }: UnknownCode,
  gst: NonNullable<ReadingColumns['gst']>,
): Promise<void> {
  const { seller_bill, seller_bill_year, paper } = readColumns({ reading, gst, gst_code, paper: marks });
  await db
    .updateTable('claim_bills')
    .set({ gst: JSON.stringify(gst), seller_bill, seller_bill_year, paper: paper && JSON.stringify(paper) })
    .where('claim_id', '=', claim_id)
    .where('position', '=', position)
    .where('gst_code', '=', gst_code)
    .execute();
}
