import type { FastifyInstance } from 'fastify';
import { auditForbidden } from './accessAudit.ts';
import { originOf } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';
import { traceOf } from '#server/platform/http/envelope.ts';

/** Puts on record who asked for what they may not, before they are told so, whatever refuses it (AUD-5). */
export function recordForbidden(app: FastifyInstance, services: Pick<Services, 'database' | 'clock'>): void {
  app.addHook('onSend', async (request, reply) => {
    const { actor, refused } = request;
    if (reply.statusCode !== 403 || !actor || !refused) return;
    const { url = 'none' } = request.routeOptions;
    const asked = { actorId: actor.id, route: `${request.method} ${url}`, origin: originOf(request) };
    await auditForbidden(services, asked, refused).catch((error: unknown) => {
      request.log.error({ requestId: request.id, trace: traceOf(error) }, 'a refusal is not on record');
    });
  });
}
