import type { FastifyRequest } from 'fastify';
import { networkOf } from '#server/platform/base/network.ts';
import { originOf, readDeviceId } from '#server/platform/http/context.ts';
import { placeOf } from '#server/platform/http/proxied.ts';
import type { Services } from '#server/platform/http/services.ts';
import type { Claimant } from './session.ts';

/** Where somebody signs in from, for whom they say that they are. */
export const claimantOf = ({ env }: Services, request: FastifyRequest, person: string): Claimant => ({
  address: placeOf(request, env.trustedProxies, person),
  network: networkOf(request.ip),
  deviceId: readDeviceId(request),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  origin: originOf(request),
});
