import type { Document } from '#contract/fields.ts';
import type { BillReadingAnswer } from '#contract/reading.ts';
import { groupTyped } from '#domain/money.ts';
import { QUEUED_FINGER_PRINT, type NamedBill } from '#domain/parsing.ts';
import { invalid, type ParseResult } from '#domain/verdict.ts';
import type { FormBill } from '#files/bill.ts';
import type { BillInput, Entry } from '#outbox/entry.ts';
import { isQueued, keptPrints } from './rowBills.ts';

/** Amounts and bills between forms, records, entries of the outbox and the wire: the same for every kind of claim. */

export interface BillValues {
  billUrl: readonly FormBill[];
}

export const typed = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An amount as a person would have typed it: no decimals when there are none. */
export const amountText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? groupTyped(String(value)) : '';

const LOST = 'This bill cannot be read any more. Please attach it again.';
/** Neither here nor on the server: it would be left out without a word. */
const isLost = ({ bytes, fingerPrint, busy }: FormBill): boolean =>
  bytes === undefined && fingerPrint === undefined && busy !== true;

/** A bill as an answer has it, with what was read off those of a claim. */
type ReadDocument = Document & { reading?: BillReadingAnswer | undefined };

const onServer = ({ fingerPrint, name, type, size, reading }: Omit<ReadDocument, 'url'>): FormBill => ({
  localId: fingerPrint,
  name,
  type,
  size,
  hash: fingerPrint,
  fingerPrint,
  ...(reading && { said: reading }),
});

/** The bills of a record on a form. */
export const formBills = (bills: readonly ReadDocument[]): FormBill[] =>
  bills.filter((bill) => !isQueued(bill)).map(onServer);

/**
 * The bills of a waiting entry on a form: those it keeps of the record it changes (`base`), and its own, whose bytes
 * were read from the device.
 */
export function entryFormBills(entry: Entry, bytes: ReadonlyMap<string, ArrayBuffer>): FormBill[] {
  const base = (entry.base as { billUrl?: ReadDocument[] } | undefined)?.billUrl ?? [];
  const kept = keptPrints(entry).map((fingerPrint) =>
    onServer(base.find((bill) => bill.fingerPrint === fingerPrint) ?? { fingerPrint, name: 'Bill', type: '', size: 0 }),
  );
  const own = entry.bills.map((bill): FormBill => {
    const content = bytes.get(bill.localId);
    const facts = { localId: bill.localId, name: bill.name, type: bill.type, size: bill.size, hash: bill.hash };
    return content ? { ...facts, bytes: content } : { ...facts, refused: LOST };
  });
  return [...kept, ...own];
}

/** `billUrl` as sent: what the server has. The outbox adds the rest when it is there. */
export const sentBills = (values: BillValues): NamedBill[] =>
  values.billUrl.flatMap((bill) => (bill.fingerPrint ? [{ fingerPrint: bill.fingerPrint, name: bill.name }] : []));

/** The bills that go with it. */
export const newBills = (values: BillValues): BillInput[] =>
  values.billUrl.flatMap((bill) =>
    bill.bytes && !bill.fingerPrint
      ? [
          {
            localId: bill.localId,
            bytes: bill.bytes,
            name: bill.name,
            type: bill.type,
            ...(bill.hash !== '' && { hash: bill.hash }),
          },
        ]
      : [],
  );

/** How many bills came to a form after `start`, and are on this device alone. */
export function addedBills(values: Partial<BillValues>, start: Partial<BillValues>): number {
  const before = new Set(start.billUrl?.map(({ localId }) => localId));
  return (values.billUrl ?? []).filter(({ localId, fingerPrint }) => !fingerPrint && !before.has(localId)).length;
}

/** `billUrl` as a rule judges it: bills on the device count as bills. */
export const judgedBills = (values: BillValues): NamedBill[] =>
  values.billUrl
    .filter((bill) => bill.refused === undefined)
    .map((bill) => ({ fingerPrint: bill.fingerPrint ?? QUEUED_FINGER_PRINT, name: bill.name }));

/** Whether a bill of the form is being read or made to fit: it is ready in a moment. */
export const isReadingBills = ({ billUrl = [] }: Partial<BillValues>): boolean =>
  billUrl.some((bill) => bill.busy === true || bill.toFit === true);

/** What a rule said of the form, unless its bills are not ready. */
export function withBillsRead<Input>(values: BillValues, parsed: ParseResult<Input>): ParseResult<Input> {
  const refused =
    values.billUrl.find((bill) => bill.refused !== undefined)?.refused ??
    (values.billUrl.some(isLost) ? LOST : undefined);
  const message = isReadingBills(values) ? 'Please wait until the bills have been read.' : refused;
  return message === undefined ? parsed : invalid({ ...(parsed.ok ? {} : parsed.errors), billUrl: message });
}
