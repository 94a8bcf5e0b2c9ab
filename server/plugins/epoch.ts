import type { FastifyInstance } from 'fastify';
import { HEADERS } from '#contract/session.ts';

/** Every answer of a call says which life of the database it is from (X58). */
export function tellEpoch(app: FastifyInstance, epoch: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header(HEADERS.dbEpoch, epoch());
  });
}
