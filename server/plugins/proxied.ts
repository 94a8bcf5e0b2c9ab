import type { FastifyRequest } from 'fastify';
import { isLoopback } from '#server/env.ts';

const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'] as const;

/** True when something between a browser and this server has left its name on the request. */
export const isForwarded = (request: FastifyRequest): boolean => FORWARDING.some((name) => request.headers[name] !== undefined);

/** The host that a request asked for, without its port. */
const hostOf = (request: FastifyRequest): string => (request.headers.host ?? '').replace(/:\d*$/, '');

/**
 * True when a request has not come from a browser on this machine: through a proxy, which forwards it, speaks an old HTTP, or keeps the
 * host that people asked for.
 */
export const fromElsewhere = (request: FastifyRequest): boolean => isForwarded(request) || request.raw.httpVersionMajor < 1 || request.raw.httpVersion === '1.0' || !isLoopback(hostOf(request));
