import { MAX_BACKDATE_MS, effectiveSavedAt } from '#contract/clock.ts';
import { readSignedClock, readReceipt } from './signatures.ts';
import { madeAt } from '#server/platform/secrets/ids.ts';
import type { Services } from './services.ts';

/** What a request says of the past, headers as they came. */
export interface BackdatingHeaders {
  recordId: string | undefined;
  receipt: string | undefined;
  savedAt: string | undefined;
  heardAt: string | undefined;
}

/**
 * What of it is believed. It moves the dates of the owner's own record, and neither the clock of the log nor that of
 * any decision (S8).
 */
export interface Backdating {
  /** When what is made counts as made: now, or when it was made before the database lost it. */
  createdAt: number;
  /** When it was saved on the device; null when nothing was said that the server itself bears out. */
  savedAt: number | null;
  /** The id that the record had. */
  id: string | null;
}

/** Who asks, for what, when. `request`: the fingerprint of method, path and content. */
interface Asking {
  personId: string;
  key: string | null;
  request: string | null;
  now: number;
}

/**
 * A create that a restored database does not know, sent again by the phone that made it, with the server's own receipt
 * (TM-5, X58). Clients from before receipts have the id alone, which says person, key and moment: they are believed for
 * 30 days.
 */
function lostBefore(
  services: Services,
  said: BackdatingHeaders,
  { personId, key, request, now }: Asking,
): Backdating | null {
  const { recordId: id, receipt } = said;
  if (id === undefined || key === null || request === null) return null;
  const createdAt = madeAt(id, { secret: services.idSecret, personId, key });
  if (createdAt === null || createdAt > now) return null;
  if (receipt === undefined)
    return now - createdAt > MAX_BACKDATE_MS
      ? null
      : { createdAt, savedAt: savedOf(services, said, personId, createdAt), id };
  const read = readReceipt(services, { personId, key, recordId: id, request }, receipt);
  return read && { createdAt, savedAt: read.savedAt, id };
}

/** When a change that arrives at `arrived` was saved (TM-2). */
function savedOf(
  services: Services,
  { savedAt, heardAt }: BackdatingHeaders,
  personId: string,
  arrived: number,
): number | null {
  if (savedAt === undefined || !/^\d{1,15}$/.test(savedAt)) return null;
  const heard = readSignedClock(services, personId, heardAt);
  return heard === null ? null : effectiveSavedAt({ said: Number(savedAt), heard, arrived });
}

/** What is believed of what a request says of the past. */
export const backdatingOf = (services: Services, said: BackdatingHeaders, asking: Asking): Backdating =>
  lostBefore(services, said, asking) ?? {
    createdAt: asking.now,
    savedAt: savedOf(services, said, asking.personId, asking.now),
    id: null,
  };
