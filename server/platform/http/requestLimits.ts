import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HEADERS } from '#contract/session.ts';
import { Refusal } from '#server/platform/base/errors.ts';
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

export interface Rate {
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
