import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '#server/platform/base/errors.ts';
import { isCall } from './request.ts';

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
