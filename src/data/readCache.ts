import { openReads, type Reads } from '#storage/reads.ts';
import { openRows, type KeptRow, type Rows } from '#storage/rows.ts';
import { requirePerson, type OpenPerson } from './person.ts';

/**
 * Answers kept on the device, sealed, per person. Failing to keep or to read one is never an error: it can be fetched
 * again.
 */

const opened = new WeakMap<OpenPerson, { reads: Reads; rows: Rows }>();

async function cache(): Promise<{ reads: Reads; rows: Rows }> {
  const here = await requirePerson();
  let stores = opened.get(here);
  if (!stores) {
    stores = { reads: openReads(here.store, here.key), rows: openRows(here.store, here.key) };
    opened.set(here, stores);
  }
  return stores;
}

export interface Kept<T> {
  data: T;
  asOf: number;
}

/** Version of the cached shape; a later build with another shape starts with an empty cache. */
const SHAPE = 1;

export async function storedAnswer<T>(hash: string): Promise<Kept<T> | null> {
  try {
    const kept = await (await cache()).reads.getRead(hash);
    const value = kept?.value as { shape?: number; data?: T } | undefined;
    return kept && value?.shape === SHAPE && value.data !== undefined ? { data: value.data, asOf: kept.at } : null;
  } catch {
    return null;
  }
}

export async function keepAnswer(hash: string, data: unknown, asOf: number): Promise<void> {
  try {
    await (await cache()).reads.putRead(hash, { shape: SHAPE, data }, asOf);
  } catch {
    // Shown all the same; not there offline.
  }
}

interface Identified {
  enquiryId?: string;
  expenseId?: string;
  tripId?: string;
  campaignId?: string;
}
const idOf = (row: unknown): string | undefined => {
  // A record of any kind is nested in the row that names its kind.
  const { enquiryId, expenseId, tripId, campaignId } = {
    ...(row as Identified),
    ...(row as { record?: Identified }).record,
  };
  return enquiryId ?? expenseId ?? tripId ?? campaignId;
};

/** Keeps the single records of a list, for lists that were never loaded. `source` is the page they came on. */
export async function keepRows(kind: string, rows: readonly unknown[], asOf: number, source: string): Promise<void> {
  try {
    const identified = rows.flatMap((row) => {
      const id = idOf(row);
      return id === undefined ? [] : [{ id, row }];
    });
    await (await cache()).rows.putRows(kind, identified, asOf, source);
  } catch {
    // As above.
  }
}

export async function storedRows<Row>(kind: string): Promise<KeptRow<Row>[]> {
  try {
    return await (await cache()).rows.allRows<Row>(kind);
  } catch {
    return [];
  }
}
