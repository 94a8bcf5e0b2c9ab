import type { FastifyRequest } from 'fastify';
import type { Role } from '#contract/enums.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '#contract/limits.ts';
import { HEADERS } from '#contract/session.ts';
import { dayOf, type Day } from '#domain/dates.ts';
import { malformed } from '#server/errors.ts';
import { keyedId, madeAt, newId } from './ids.ts';
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
}

/** Who asks, when, and with which promises: made from one request. */
export interface Context {
  services: Services;
  actor: Actor;
  now: number;
  /** Today in the organisation's time zone. */
  today: Day;
  timeZone: string;
  /** Address and device, for the audit log. */
  origin: string;
  key: string | null;
  /** The version that the change was made on. */
  ifMatch: number | null;
  /** The id of what this request makes: of three letters, when, and something nobody can foretell. */
  newId(prefix: string): string;
}

/** Who does something, when and from where: what the audit log keeps of it. */
export type Doer = Pick<Context, 'now' | 'origin' | 'key'> & { actor: Pick<Actor, 'id'> };

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(',') : value;
};

/** Where a request came from, on one line, for the audit log. */
export function originOf(request: FastifyRequest): string {
  const device = headerOf(request, HEADERS.deviceId) ?? '';
  return [request.ip, device, request.headers['user-agent'] ?? ''].map((part) => part.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)).join(' ').trim();
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
  if (!IDEMPOTENCY_KEY_PATTERN.test(key)) throw malformed(`Bad value for ${HEADERS.idempotencyKey}.`, HEADERS.idempotencyKey);
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
 * A create that a restored database does not know, sent again by the phone that made it: it gets the id it had, if this
 * server gave it out, and counts as made when it was made (X58).
 */
function readEarlierId(services: Services, request: FastifyRequest, actor: Actor, key: string | null): { id: string; at: number } | null {
  const id = headerOf(request, HEADERS.recordId);
  if (id === undefined || key === null) return null;
  const at = madeAt(id, { secret: services.idSecret, personId: actor.id, key });
  return at === null || at > services.clock() ? null : { id, at };
}

/** Reads the headers of a session's request; of a change its key and version too. Throws MALFORMED for a key or version that is none. */
export function contextOf(services: Services, request: FastifyRequest, changes = false): Context {
  const actor = request.actor;
  if (!actor) throw new Error('contextOf called outside a guarded scope');
  const key = changes ? readKey(request) : null;
  const earlier = readEarlierId(services, request, actor, key);
  const now = earlier?.at ?? services.clock();
  const { timeZone } = services.env;
  const idOf = (prefix: string): string => {
    if (earlier?.id.startsWith(prefix)) return earlier.id;
    return key === null ? newId(prefix, now) : keyedId(prefix, now, { secret: services.idSecret, personId: actor.id, key });
  };
  return { services, actor, now, today: dayOf(now, timeZone), timeZone, origin: originOf(request), key, ifMatch: changes ? readIfMatch(request) : null, newId: idOf };
}
