import type { FastifyInstance } from 'fastify';
import { HEADERS } from '#contract/session.ts';
import { isCall } from './matched.ts';

/** Every answer of a call says which life of the database it is from (X58). */
export function setEpochHeader(app: FastifyInstance, epoch: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isCall(request)) reply.header(HEADERS.dbEpoch, epoch());
  });
}
