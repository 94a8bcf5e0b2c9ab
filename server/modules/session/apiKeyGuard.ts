import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HEADERS } from '#contract/session.ts';
import { notFound, unauthenticated } from '#server/platform/base/errors.ts';
import { networkOf } from '#server/platform/base/network.ts';
import { hasKeys, isGoodKey } from './repository/apiKeys.ts';
import type { Limit } from '#server/platform/limits/repository.ts';
import { auditingRefusals } from './accessAudit.ts';
import { attempt } from '#server/platform/limits/attempts.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { originOf } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';

const FAILURES_A_MINUTE = 10;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compared by their hashes, which are equally long: how long it takes tells nothing of the key. */
const sameKey = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));

/**
 * Makes every route of the scope ask for a key of the intake before a body is read: one that `npm run keys` made (S13),
 * found by its hash, or that of the setting. 404 while there is none, 401 for another one, 429 for an address that has
 * tried ten in a minute (CNV-4).
 */
export function guardByKey(services: Services): (scope: FastifyInstance) => void {
  const { env, database, clock } = services;
  const isGood = async (key: string): Promise<boolean> =>
    (env.integrationApiKey !== null && sameKey(key, env.integrationApiKey)) ||
    isGoodKey(database.db, 'intake', sha256(key), clock());
  return (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (env.integrationApiKey === null && !(await hasKeys(database.db, 'intake', clock()))) throw notFound();
      const place = networkOf(request.ip);
      const limit: Limit = { bucket: `api-key:${sha256(place)}`, most: FAILURES_A_MINUTE, windowMillis: 60_000 };
      const given = request.headers[HEADERS.apiKey];
      await auditingRefusals(
        services,
        { how: 'key', place, network: place, email: '', origin: originOf(request) },
        () =>
          attempt(services, limit, 'Too many wrong keys. Please wait a minute.', async () => {
            if (typeof given !== 'string' || !(await isGood(given))) throw unauthenticated();
          }),
      );
    });
  };
}
