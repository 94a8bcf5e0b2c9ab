import type { IncomingMessage } from 'node:http';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HEADERS } from '#contract/headers.ts';
import { Refusal, unavailable } from '#server/platform/base/errors.ts';
import { networkOf } from '#server/platform/base/network.ts';
import { isCall, looksLikeToken } from './request.ts';

/** The most keys a meter remembers; the one seen longest ago is dropped. */
const MAX_KEYS = 20_000;
/**
 * A session may use this many seconds' worth at once: an outbox of 200 claims with their bills, or a day's lists
 * warmed.
 */
const BURST_SECONDS = 20;
/** The number of busy people behind one address of an office. */
const PEOPLE_AN_ADDRESS = 20;

interface Rate {
  perSecond: number;
  burst: number;
}

/**
 * A leaky bucket for each key, in bounded memory. Counts what a key takes, and answers the seconds until it may take
 * again, 0 for now.
 */
export function createMeter({ perSecond, burst }: Rate, clock: () => number): (key: string) => number {
  /** How much a key has used, as of when; the key seen last comes last. */
  const used = new Map<string, { amount: number; at: number }>();
  const left = (each: { amount: number; at: number }, now: number): number =>
    Math.max(0, each.amount - (Math.max(0, now - each.at) / 1000) * perSecond);
  return (key) => {
    const now = clock();
    const before = used.get(key) ?? { amount: 0, at: now };
    const amount = left(before, now) + 1;
    const isFull = amount > burst;
    used.delete(key);
    used.set(key, isFull ? before : { amount, at: now });
    const [oldest] = used.keys();
    if (used.size > MAX_KEYS && oldest !== undefined) used.delete(oldest);
    return isFull ? Math.max(1, Math.ceil((amount - burst) / perSecond)) : 0;
  };
}

/**
 * Fairness between clients (Z69): 429 for a session or an address with too many requests. It is counted in this
 * process's own memory: it protects this process, and a count in the database would cost every request what the limit
 * is to save. Checked before the session is looked up. Answers the count itself, for requests that reach no hook: those
 * whose address cannot be read.
 */
export function limitRequests(
  app: FastifyInstance,
  options: { perSecond: number; clock: () => number },
): (request: FastifyRequest) => Refusal | null {
  const { perSecond, clock } = options;
  if (perSecond === 0) return () => null;
  const ofSession = createMeter({ perSecond, burst: perSecond * BURST_SECONDS }, clock);
  const ofAddress = createMeter(
    { perSecond: perSecond * PEOPLE_AN_ADDRESS, burst: perSecond * PEOPLE_AN_ADDRESS * BURST_SECONDS },
    clock,
  );
  const take = (request: FastifyRequest): Refusal | null => {
    const token = request.headers[HEADERS.token];
    const wait = Math.max(
      ofAddress(networkOf(request.ip)),
      typeof token === 'string' && looksLikeToken(token) ? ofSession(token) : 0,
    );
    return wait > 0
      ? new Refusal('RATE_LIMITED', 'That was a lot at once. Please wait a moment.', { retryAfter: wait })
      : null;
  };
  app.addHook('onRequest', async (request) => {
    const refusal = isCall(request) ? take(request) : null;
    if (refusal) throw refusal;
  });
  return take;
}

interface Pace {
  /** How long a body may be silent, in milliseconds. */
  silence: number;
  /** Bytes a second that it comes to in the long run; its first silence is free. */
  perSecond: number;
}

interface Body {
  began: number;
  /** Bytes of the connection when it began, and when it was looked at last. */
  first: number;
  last: number;
  heardAt: number;
}

const LOOKS_A_SILENCE = 4;
const LOOK_EVERY_AT_MOST = 1_000;

/**
 * Closes connections whose bodies stall (S15): silent for too long, or slower than a phone at the edge of a network.
 * Refused bodies that are still being sent count too. Time with unread bytes on this side does not count.
 */
export function closeSlowBodies(app: FastifyInstance, { silence, perSecond }: Pace): void {
  const bodies = new Map<IncomingMessage, Body>();
  const every = Math.min(LOOK_EVERY_AT_MOST, silence / LOOKS_A_SILENCE);
  app.server.prependListener('request', (request) => {
    if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return;
    const [now, first] = [performance.now(), request.socket.bytesRead];
    bodies.set(request, { began: now, first, last: first, heardAt: now });
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, body] of bodies) {
      const { socket } = request;
      if (request.complete || socket.destroyed) {
        bodies.delete(request);
        continue;
      }
      if (request.readableLength > 0) {
        body.began += every;
        body.heardAt = now;
      }
      if (socket.bytesRead > body.last) {
        body.last = socket.bytesRead;
        body.heardAt = now;
      }
      const due = ((now - body.began - silence) / 1000) * perSecond;
      if (now - body.heardAt > silence || body.last - body.first < due) socket.destroy();
    }
  }, every);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/**
 * Answers calls with 503 and Retry-After while the event loop is late by more than this many milliseconds on average
 * (X50): requests in flight finish, and devices keep their entries and retry. Health, metrics and the client's files
 * are served regardless. 0: never.
 */
export async function refuseUnderPressure(app: FastifyInstance, maxEventLoopDelay: number): Promise<void> {
  if (maxEventLoopDelay === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay,
    pressureHandler: async (request) => {
      if (isCall(request)) throw unavailable();
    },
  });
}
