import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HEADERS } from '#contract/session.ts';
import { notFound, unauthenticated } from '#server/errors.ts';
import { networkOf } from '#server/network.ts';
import type { Limit } from '#server/repositories/limits.ts';
import { attempt } from '#server/services/attempts.ts';
import { sha256 } from '#server/services/canonical.ts';
import type { Services } from '#server/services/services.ts';

const FAILURES_A_MINUTE = 10;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compared by their hashes, which are equally long: how long it takes tells nothing of the key. */
const sameKey = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));

/**
 * Makes every route of the scope ask for the sales app's key before a body is read: 404 while none is set, 401 for another one, 429 for an
 * address that has tried ten in a minute (wire.md, 'Running it').
 */
export function guardByKey(services: Services): (scope: FastifyInstance) => void {
  const { env } = services;
  return (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (env.integrationApiKey === null) throw notFound();
      const limit: Limit = { bucket: `api-key:${sha256(networkOf(request.ip))}`, most: FAILURES_A_MINUTE, windowMillis: 60_000 };
      const given = request.headers[HEADERS.apiKey];
      const wanted = env.integrationApiKey;
      await attempt(services, limit, 'Too many wrong keys. Please wait a minute.', async () => {
        if (typeof given !== 'string' || !sameKey(given, wanted)) throw unauthenticated();
      });
    });
  };
}
