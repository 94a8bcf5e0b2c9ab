import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { ledgerMappingNow } from './repository/ledgerMapping.ts';
import { batchById } from './repository/batches.ts';
import { nextVouchers } from './repository/vouchers.ts';
import { journalOf } from './voucherXml.ts';
import { TALLY_TYPE, writeVouchers, type Voucher } from './xml.ts';
import type { Services } from '#server/platform/http/services.ts';
import type { MadeFile } from '#server/platform/http/sendFile.ts';

/** What signed addresses of batches are of. */
export const TALLY_BATCH = 'tally-batch';

const VOUCHERS_AT_ONCE = 200;

async function* journals(db: Kysely<Tables>, batchId: string): AsyncGenerator<Voucher[]> {
  let last: { day: string; claim_id: string } | null = null;
  for (;;) {
    const rows = await nextVouchers(db, batchId, last, VOUCHERS_AT_ONCE);
    if (rows.length === 0) return;
    yield rows.map(journalOf);
    last = rows.at(-1) ?? null;
  }
}

/**
 * A batch as Tally imports it: what is out, since a voucher that failed may leave it for another; null when there is
 * none.
 */
export async function batchFile(services: Services, id: string): Promise<MadeFile | null> {
  const { db } = services.database;
  if (!(await batchById(db, id, false))) return null;
  const { mapping } = await ledgerMappingNow(db);
  return { name: `Tally-${id}.xml`, type: TALLY_TYPE, bytes: writeVouchers(mapping.company, journals(db, id)) };
}
