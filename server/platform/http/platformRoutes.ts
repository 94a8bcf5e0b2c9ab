import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getConfig } from '#contract/calls/platform.ts';
import { HEADERS } from '#contract/headers.ts';
import { type Config } from '#contract/session.ts';
import { isLoopback } from '#server/platform/settings/env.ts';
import { Refusal } from '#server/platform/base/errors.ts';
import { lastFileCheck } from '#server/platform/files/checkJob.ts';
import { networkOf } from '#server/platform/base/network.ts';
import { sharedReads } from '#server/platform/database/together.ts';
import { createMeter } from './requestLimits.ts';
import { markAsData } from './envelope.ts';
import { serve, type Served } from './endpoints.ts';
import type { Services } from './services.ts';

type Buttons = { id: string; name: string }[];

/**
 * Reads what a client needs before sign-in. `providers`: where people may sign in beside Google and by mail. Strangers
 * ask for it, by every opening of the sign-in page: those who ask at once are answered by one look.
 */
export function configReader(
  services: Pick<Services, 'env' | 'pushKeys'>,
  { providers, logo: readLogo }: { providers: () => Promise<Buttons>; logo: () => Promise<string | null> },
): () => Promise<Config> {
  const { env } = services;
  const readOnce = async (): Promise<Config> => {
    const { googleClientId, demo, smtpUrl, baseUrls, analyticsUrl, timeZone: orgTimeZone, version } = env;
    // Without a database nobody can sign in anyway, and the rest is what a page starts with.
    const [identityProviders, logo] = await Promise.all([providers().catch(() => []), readLogo().catch(() => null)]);
    return {
      success: true,
      googleClientId,
      demo,
      codeSignIn: smtpUrl !== null,
      ...(identityProviders.length > 0 && { identityProviders }),
      ...(logo !== null && { logo }),
      ...(!env.locationRequired && { locationRequired: false }),
      baseUrls,
      analyticsUrl,
      pushPublicKey: services.pushKeys.publicKey,
      orgTimeZone,
      ...(env.timeZoneSet && { orgTimeZoneSet: true }),
      version,
    };
  };
  const read = sharedReads(async (asked: readonly null[]) => {
    const config = await readOnce();
    return asked.map(() => config);
  });
  return () => read(null);
}

export const platformCalls = (readConfig: () => Promise<Config>): Served[] => [
  serve(getConfig, async ({ reply }) => {
    const config = await readConfig();
    reply.header('cache-control', 'no-cache');
    return config;
  }),
];

/** What strangers of one network may ask of `/readyz`. */
const READY_RATE = { perSecond: 5, burst: 30 };
/** How long the database's word counts, in milliseconds: however many ask, it is asked once. */
const READY_FOR = 1_000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A request from this machine itself, with no proxy in between, or with the configured key. */
function isInsider({ ip, headers }: FastifyRequest, key: string | null): boolean {
  const given = headers[HEADERS.apiKey];
  if (key !== null && typeof given === 'string' && timingSafeEqual(digest(given), digest(key))) return true;
  return (
    isLoopback(ip.replace(/^::ffff:/, '')) &&
    headers['x-forwarded-for'] === undefined &&
    headers['forwarded'] === undefined
  );
}

/**
 * `/healthz`: the process lives. `/readyz`: it can serve. For monitoring and for a client's probe; strangers get that
 * alone, and are rate limited (S15).
 */
export function addHealth(app: FastifyInstance, services: Services): void {
  const { env, clock } = services;
  const take = createMeter(READY_RATE, clock);
  let asked = { at: Number.NEGATIVE_INFINITY, ready: Promise.resolve(false) };
  const isReady = (): Promise<boolean> => {
    if (performance.now() - asked.at > READY_FOR)
      asked = { at: performance.now(), ready: services.database.ready().catch(() => false) };
    return asked.ready;
  };
  app.get('/healthz', async (_request, reply) => markAsData(reply).send({ success: true }));
  app.get('/readyz', async (request, reply) => {
    const insider = isInsider(request, env.readyKey);
    const wait = insider ? 0 : take(networkOf(request.ip));
    if (wait > 0)
      throw new Refusal('RATE_LIMITED', 'That was a lot at once. Please wait a moment.', { retryAfter: wait });
    // Monitoring on this machine sees a change at once.
    const ready = await (insider ? services.database.ready().catch(() => false) : isReady());
    markAsData(reply);
    // For monitoring only; lost bills are no reason to turn people away.
    const bills = ready && insider ? await lastFileCheck(services.database.db).catch(() => null) : null;
    return ready
      ? reply.send({ success: true, ...(bills && { bills }) })
      : reply.code(503).header('retry-after', '2').send({
          success: false,
          message: 'The database cannot be reached, or takes no changes.',
          code: 'UNAVAILABLE',
        });
  });
}
