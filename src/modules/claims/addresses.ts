import type { RecordKind } from '#contract/enums.ts';
import type { Entry } from '#outbox/entry.ts';

/** The page of one record (NAV-6). */
export const detailAddress = (id: string, tab: 'details' | 'bills' | 'history' | 'enquiries' = 'details'): string =>
  `/detail/${encodeURIComponent(id)}/${tab}`;

const OWN: Readonly<Record<RecordKind, string>> = {
  trip: '/raise-travel-request',
  localExpense: '/raise-local/expense',
  travelExpense: '/raise-travel-expense',
  conveyance: '/raise-local/conveyance',
};
const QUEUE: Readonly<Record<RecordKind, string>> = {
  trip: '/approve-travel-request',
  localExpense: '/approve-local/expense',
  travelExpense: '/approve-travel-expense',
  conveyance: '/approve-local/conveyance',
};

/** Trips are no business of finance. */
const REVIEW: Readonly<Record<RecordKind, string | null>> = {
  trip: null,
  localExpense: '/view-local/expense',
  travelExpense: '/view-travel-expense',
  conveyance: '/view-local/conveyance',
};

/** Where its owner changes it. */
export const ownAddress = (kind: RecordKind): string => OWN[kind];
/** Where its manager decides it. */
export const queueAddress = (kind: RecordKind): string => QUEUE[kind];
/** Where finance decides it; null where finance does not. */
export const reviewAddress = (kind: RecordKind): string | null => REVIEW[kind];

/** Where the form of something that waits is opened again. */
export function editAddress(entry: Entry): string {
  const path = Object.hasOwn(OWN, entry.record.kind) ? OWN[entry.record.kind as RecordKind] : undefined;
  return path === undefined ? '/outbox' : `${path}?edit=${encodeURIComponent(entry.id)}`;
}
