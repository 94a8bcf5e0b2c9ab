import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '#server/platform/base/errors.ts';
import { isCall } from './request.ts';

/**
 * Answers calls with 503 and Retry-After while the event loop is late by more than so many milliseconds on average
 * (X50): what is under way gets done, and devices keep what they have and come again. Health, metrics and the client's
 * files are served all the same. 0: never.
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
