import type { FastifyRequest } from 'fastify';
import { dayOf, type Day } from '#domain/dates.ts';
import type { Doer } from '#server/platform/http/context.ts';
import { originOf } from '#server/platform/http/context.ts';
import { isHttps } from '#server/platform/http/everyAnswer.ts';
import type { Services } from '#server/platform/http/services.ts';
import { originOfServer } from '#server/modules/session/index.ts';
import { BASE } from './protocol/names.ts';

/** One request of a SCIM client. */
export interface Scim {
  services: Services;
  /** Nobody of the directory: the log names the token. */
  doer: Doer;
  now: number;
  today: Day;
  timeZone: string;
  /** The address of the service, as this client reaches it. */
  base: string;
  ifMatch: string | undefined;
}

/** Which token a request came with; set by the guard. */
export interface TokenUsed {
  id: string;
  name: string;
}

export function scimOf(services: Services, request: FastifyRequest, token: TokenUsed): Scim {
  const { env } = services;
  const now = services.clock();
  return {
    services,
    doer: { now, key: null, actor: { id: null }, origin: `scim ${token.id} ${originOf(request)}` },
    now,
    today: dayOf(now, env.timeZone),
    timeZone: env.timeZone,
    base: `${originOfServer(request, env.publicUrl, isHttps(env, request.raw))}${BASE}`,
    ifMatch: request.headers['if-match'],
  };
}
