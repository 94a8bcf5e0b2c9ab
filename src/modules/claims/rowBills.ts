import type { Document } from '#contract/fields.ts';
import { ofDocument, ofQueued, type BillSource } from '#files/source.ts';
import type { Entry } from '#outbox/entry.ts';

/** The bills of rows, on the server and in entries of the outbox: the same for every kind of claim. */

/** Marks a bill of a row as still in the outbox; what follows is its entry. */
const OUTBOX = 'outbox:';
export const isQueued = (bill: Document): boolean => bill.url.startsWith(OUTBOX);

/** Bills that are still in the outbox, in the shape of a record's; their address says where they are. */
export const queuedBills = (entry: Entry): Document[] =>
  entry.bills.map(({ localId, name, size, type }) => ({
    fingerPrint: localId,
    name,
    size,
    type,
    url: `${OUTBOX}${entry.id}`,
  }));

/** Where the bills of a row are to be had. */
export const sourcesOf = (bills: readonly Document[]): BillSource[] =>
  bills.map((bill) =>
    isQueued(bill)
      ? ofQueued(bill.url.slice(OUTBOX.length), { localId: bill.fingerPrint, name: bill.name, type: bill.type })
      : ofDocument(bill),
  );

const fingerPrintOf = (bill: unknown): string | undefined =>
  typeof bill === 'string' ? bill : (bill as { fingerPrint?: string } | null)?.fingerPrint;
export const keptPrints = (entry: Entry): string[] =>
  (Array.isArray(entry.body['billUrl']) ? entry.body['billUrl'] : []).flatMap(
    (bill: unknown) => fingerPrintOf(bill) ?? [],
  );

/** The bills of a record with a change that waits: those it keeps, and the new ones. */
export function editedBills(bills: readonly Document[], entry: Entry): Document[] {
  const kept = new Set(keptPrints(entry));
  return [...bills.filter((bill) => kept.has(bill.fingerPrint)), ...queuedBills(entry)];
}
