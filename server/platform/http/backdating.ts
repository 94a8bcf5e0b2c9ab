import { MAX_BACKDATE_MS, effectiveSavedAt } from '#contract/clock.ts';
import { readSignedClock, readReceipt } from './signatures.ts';
import { madeAt } from '#server/platform/secrets/ids.ts';
import type { Services } from './services.ts';

/** The headers of a request that backdate it, as received. */
export interface BackdatingHeaders {
  recordId: string | undefined;
  receipt: string | undefined;
  savedAt: string | undefined;
  heardAt: string | undefined;
}

/**
 * The accepted backdating. It moves the dates of the owner's own record, but no time of the log or of a decision (TM-6,
 * S8).
 */
export interface Backdating {
  /** When the record counts as created: now, or when it was created before the database lost it. */
  createdAt: number;
  /** When it was saved on the device; null without a time that the server can verify. */
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
  headers: BackdatingHeaders,
  { personId, key, request, now }: Asking,
): Backdating | null {
  const { recordId: id, receipt } = headers;
  if (id === undefined || key === null || request === null) return null;
  const createdAt = madeAt(id, { secret: services.idSecret, personId, key });
  if (createdAt === null || createdAt > now) return null;
  if (receipt === undefined)
    return now - createdAt > MAX_BACKDATE_MS
      ? null
      : { createdAt, savedAt: savedOf(services, headers, personId, createdAt), id };
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
  const serverClock = readSignedClock(services, personId, heardAt);
  return serverClock === null ? null : effectiveSavedAt({ said: Number(savedAt), heard: serverClock, arrived });
}

/** The accepted backdating of a request. */
export const backdatingOf = (services: Services, headers: BackdatingHeaders, asking: Asking): Backdating =>
  lostBefore(services, headers, asking) ?? {
    createdAt: asking.now,
    savedAt: savedOf(services, headers, asking.personId, asking.now),
    id: null,
  };
