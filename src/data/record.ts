import { searchConveyance } from '#contract/calls/conveyance.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { getRecord, searchMine } from '#contract/calls/records.ts';
import { searchTravelExpenses } from '#contract/calls/travelExpenses.ts';
import { searchTrips } from '#contract/calls/trips.ts';
import type { AnyRecord, SeenRecord } from '#contract/record.ts';
import { idOfRecord } from '#domain/recordFace.ts';
import { storedRows } from './readCache.ts';
import { readOptions } from './query.ts';
import { lastSession } from './sessionStore.ts';

/** Lists whose rows on this device are records. */
const LISTS = [searchMine, searchLocalExpenses, searchTrips, searchConveyance, searchTravelExpenses] as const;

/** A record that came along with some list, whole; the newest of those that did. */
async function recordOnDevice(id: string): Promise<AnyRecord | null> {
  let newest: AnyRecord | null = null;
  for (const { name, rows } of LISTS) {
    for (const { row } of await storedRows<unknown>(name)) {
      const any = (rows === 'record' ? row : { kind: rows, record: row }) as AnyRecord;
      if (idOfRecord(any) === id && !any.record.cut && (newest === null || any.record.version >= newest.record.version))
        newest = any;
    }
  }
  return newest;
}

async function seenOnDevice(id: string): Promise<{ success: true; data: SeenRecord } | null> {
  const record = await recordOnDevice(id);
  return (
    record && {
      success: true,
      data: { record, mayAsk: record.record.userEmail.toLowerCase() !== lastSession()?.email.toLowerCase() },
    }
  );
}

/** One record whole: from the server, as it was last seen, or as it came along with a list. */
export const recordOptions = (id: string) => readOptions(getRecord, { parts: { id } }, () => seenOnDevice(id));
