import type { AnswerOf } from '#contract/endpoint.ts';
import { knownKeys, sentRequests } from '#contract/calls/users.ts';
import { IDEMPOTENCY_KEY_PATTERN, MAX_ASKED_KEYS } from '#contract/limits.ts';
import { malformed } from '#server/platform/base/errors.ts';
import { countTaken, knownKeys as keysKnown } from '#server/platform/idempotency/repository/keys.ts';
import { deviceOfSession } from './repository/sessions.ts';
import { contextOf, readDeviceId, type Context } from '#server/platform/http/context.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { tokenOf } from '#server/platform/http/request.ts';

/**
 * Of these keys, joined with |, the ones under which an answer to this person is kept (X58). Throws MALFORMED for more
 * than 100.
 */
async function keysKnownOf(context: Context, joined: string): Promise<string[]> {
  const keys = joined.split('|');
  if (keys.length > MAX_ASKED_KEYS || keys.some((key) => !IDEMPOTENCY_KEY_PATTERN.test(key)))
    throw malformed('Bad value for keys.', 'keys');
  return keysKnown(context.services.database.db, context.actor.id, keys);
}

/** So far back it is counted what has arrived (ST-3). */
const SENT_DAYS = 30;

const DAY_MS = 86_400_000;

/**
 * What the server has of a person whose device has lost its data (ST-3). `session`: hash of its token, and the id that
 * the device has now.
 */
async function sentRequestsOf(
  { services, actor, now }: Context,
  session: { hash: string; deviceId: string | null },
): Promise<AnswerOf<typeof sentRequests>['data']> {
  const { db } = services.database;
  const [count, before] = await Promise.all([
    countTaken(db, actor.id, now - SENT_DAYS * DAY_MS),
    deviceOfSession(db, session.hash),
  ]);
  return { count, days: SENT_DAYS, otherDevice: before !== null && before !== session.deviceId };
}

/** What a device asks that may have lost something, or whose server may have. */
export const sentRequestCalls = (services: Services): Served[] => [
  serve(knownKeys, async ({ request, query }) => ({
    success: true,
    data: await keysKnownOf(contextOf(services, request), query['keys'] ?? ''),
  })),
  serve(sentRequests, async ({ request }) => ({
    success: true,
    data: await sentRequestsOf(contextOf(services, request), {
      hash: sha256(tokenOf(request)),
      deviceId: readDeviceId(request),
    }),
  })),
];
