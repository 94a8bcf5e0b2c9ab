import type { FastifyRequest } from 'fastify';
import type { Role } from '#contract/enums.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '#contract/limits.ts';
import { HEADERS } from '#contract/headers.ts';
import { dayOf, type Day } from '#domain/dates.ts';
import { judgeLeaverChange } from '#domain/leaver.ts';
import { malformed } from '#server/platform/base/errors.ts';
import { keyedId, newId } from '#server/platform/secrets/ids.ts';
import { assertAllowed } from './assertAllowed.ts';
import { backdatingOf } from './backdating.ts';
import type { Services } from './services.ts';

/** The signed-in person, as the directory has them at this very request. */
export interface Actor {
  id: string;
  email: string;
  name: string;
  employeeCode: string;
  managerId: string | null;
  roles: readonly Role[];
  exceptionalDate: Day | null;
  /** Managers whose stand-in this person is today. */
  standsInFor: readonly string[];
  /** When this person had left, whose session a leaver's link opened (ORG-42); epoch milliseconds. */
  leftAt?: number;
}

/** Who asks, when, and with which promises: made from one request. */
export interface Context {
  services: Services;
  actor: Actor;
  now: number;
  /** Today in the organisation's time zone (DATE-7). */
  today: Day;
  timeZone: string;
  /**
   * What is believed of when the change was made: `at`, when it was saved on the device (null: nothing was said), and
   * that day, for which the rules of its owner's dates are judged (TM-2); `createdAt`, when what it makes counts as
   * made. Everything else happens `now`.
   */
  saved: { at: number | null; today: Day; createdAt: number };
  /** It makes again what a restored database lost, under the id that it had (TM-5). */
  lostBefore: boolean;
  /** Address and device, for the audit log. */
  origin: string;
  key: string | null;
  /** The version that the change was made on. */
  ifMatch: number | null;
  /** The id of what this request creates: three letters, the time, and an unpredictable part. */
  newId(prefix: string): string;
}

/** Who does something, when and from where: what the audit log keeps of it. No actor: the identity provider. */
export type Doer = Pick<Context, 'now' | 'origin' | 'key'> & { actor: { id: string | null } };

/** Stands in the log behind where a request came from, where a leaver's link opened its session (ORG-42). */
const BY_LEAVERS_LINK = '(by the link for who has left)';

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(',') : value;
};

/** Where a request came from, on one line, for the audit log. */
export function originOf(request: FastifyRequest): string {
  const device = headerOf(request, HEADERS.deviceId) ?? '';
  return [request.ip, device, request.headers['user-agent'] ?? '']
    .map((part) => part.replace(/[^\x20-\x7e]/g, '?').slice(0, 200))
    .join(' ')
    .trim();
}

export function readDeviceId(request: FastifyRequest): string | null {
  const device = headerOf(request, HEADERS.deviceId);
  if (device === undefined || device === '') return null;
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(device)) throw malformed(`Bad value for ${HEADERS.deviceId}.`, HEADERS.deviceId);
  return device;
}

function readKey(request: FastifyRequest): string | null {
  const key = headerOf(request, HEADERS.idempotencyKey);
  if (key === undefined) return null;
  if (!IDEMPOTENCY_KEY_PATTERN.test(key))
    throw malformed(`Bad value for ${HEADERS.idempotencyKey}.`, HEADERS.idempotencyKey);
  return key;
}

function readIfMatch(request: FastifyRequest): number | null {
  const text = headerOf(request, HEADERS.ifMatch);
  if (text === undefined || text === '*') return null;
  const version = /^"?(\d{1,9})"?$/.exec(text)?.[1];
  if (version === undefined) throw malformed(`Bad value for ${HEADERS.ifMatch}.`, HEADERS.ifMatch);
  return Number(version);
}

/**
 * Reads the headers of a session's request; of a change its key and version too. `fingerprint`: of what is asked, of
 * changes that may say something of the past. Throws MALFORMED for a key or version that is none, FORBIDDEN for what
 * was saved after its owner had left (ORG-42).
 */
export function contextOf(
  services: Services,
  request: FastifyRequest,
  changes = false,
  fingerprint: string | null = null,
): Context {
  const actor = request.actor;
  if (!actor) throw new Error('contextOf called outside a guarded scope');
  const key = changes ? readKey(request) : null;
  const now = services.clock();
  const { timeZone } = services.env;
  const said = {
    recordId: headerOf(request, HEADERS.recordId),
    receipt: headerOf(request, HEADERS.recordReceipt),
    savedAt: headerOf(request, HEADERS.savedAt),
    heardAt: headerOf(request, HEADERS.heardAt),
  };
  const past = changes
    ? backdatingOf(services, said, { personId: actor.id, key, request: fingerprint, now })
    : { createdAt: now, savedAt: null, id: null };
  if (changes && actor.leftAt !== undefined)
    assertAllowed(judgeLeaverChange(past.savedAt ?? (past.id === null ? null : past.createdAt), actor.leftAt));
  const today = dayOf(now, timeZone);
  const saved = {
    at: past.savedAt,
    today: past.savedAt === null && past.id === null ? today : dayOf(past.savedAt ?? past.createdAt, timeZone),
    createdAt: past.createdAt,
  };
  const idOf = (prefix: string): string => {
    if (past.id?.startsWith(prefix)) return past.id;
    return key === null
      ? newId(prefix, now)
      : keyedId(prefix, now, { secret: services.idSecret, personId: actor.id, key });
  };
  return {
    services,
    actor,
    now,
    today,
    timeZone,
    saved,
    lostBefore: past.id !== null,
    origin: actor.leftAt === undefined ? originOf(request) : `${originOf(request)} ${BY_LEAVERS_LINK}`,
    key,
    ifMatch: changes ? readIfMatch(request) : null,
    newId: idOf,
  };
}
