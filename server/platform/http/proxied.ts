import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '#server/platform/settings/env.ts';
import { networkOf } from '#server/platform/base/network.ts';
import { sha256 } from '#server/platform/base/canonical.ts';

const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
] as const;

/** True when something between a browser and this server has left its name on the request. */
const isForwarded = (request: Pick<FastifyRequest, 'headers'>): boolean =>
  FORWARDING.some((name) => request.headers[name] !== undefined);

/** The host that a request asked for, without its port. */
const hostOf = (request: FastifyRequest): string => (request.headers.host ?? '').replace(/:\d*$/, '');

/**
 * True when a request has not come from a browser on this machine: through a proxy, which forwards it, speaks an old
 * HTTP, or keeps the host that people asked for.
 */
export const fromElsewhere = (request: FastifyRequest): boolean =>
  isForwarded(request) ||
  request.raw.httpVersionMajor < 1 ||
  request.raw.httpVersion === '1.0' ||
  !isLoopback(hostOf(request));

/**
 * Whom bad sign-ins are counted by. Behind a proxy that the settings do not name everybody has one address: there the
 * person counts too, so that ten bad ones do not keep the whole company out (S19). `person`: who it says that it is, in
 * whatever spelling. A client that sets such a header itself can invent any number of names, so they are hashed into
 * 4,096 buckets per network.
 */
export const placeOf = (
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  trustedProxies: number,
  person: string,
): string =>
  trustedProxies === 0 && isForwarded(request)
    ? JSON.stringify([networkOf(request.ip), sha256(person.slice(0, 320).toLowerCase()).slice(0, 3)])
    : networkOf(request.ip);

const AGAIN = 3_600_000;

/** Says in the log, once an hour, that requests come through a proxy and the settings name none. */
export function warnOfProxy(app: FastifyInstance, trustedProxies: number): void {
  if (trustedProxies > 0) return;
  let said = -Infinity;
  app.addHook('onRequest', async (request) => {
    if (performance.now() - said < AGAIN || !isForwarded(request)) return;
    said = performance.now();
    app.log.warn(
      'Requests come through a proxy, and TRUSTED_PROXIES is 0: everybody has the address of the proxy, ' +
        'and limits count all of them as one. Set TRUSTED_PROXIES to the number of proxies in front.',
    );
  });
}
