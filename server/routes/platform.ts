import type { FastifyInstance } from 'fastify';
import { getConfig } from '#contract/calls/platform.ts';
import type { Config } from '#contract/session.ts';
import { lastFileCheck } from '#server/jobs/fileCheck.ts';
import { markAsData } from '#server/plugins/envelope.ts';
import { serve, type Served } from '#server/plugins/endpoints.ts';
import type { Services } from '#server/services/services.ts';

/** What a client needs before sign-in. */
export const platformCalls = ({ env, pushKeys }: Services): Served[] => [
  serve(getConfig, async ({ reply }) => {
    const { googleClientId, demo, smtpUrl, baseUrls, analyticsUrl, timeZone: orgTimeZone, version } = env;
    const config: Config = { success: true, googleClientId, demo, codeSignIn: smtpUrl !== null, baseUrls, analyticsUrl, pushPublicKey: pushKeys.publicKey, orgTimeZone, version };
    reply.header('cache-control', 'no-cache');
    return config;
  }),
];

/** `/healthz`: the process lives. `/readyz`: it can serve. For whoever watches over it, and for a client's probe. */
export function addHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async (_request, reply) => markAsData(reply).send({ success: true }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await services.database.ready().catch(() => false);
    markAsData(reply);
    // Told here for whoever watches; lost bills are no reason to send people away.
    const bills = ready ? await lastFileCheck(services.database.db).catch(() => null) : null;
    return ready ? reply.send({ success: true, ...(bills && { bills }) }) : reply.code(503).header('retry-after', '2').send({ success: false, message: 'The database cannot be reached.', code: 'UNAVAILABLE' });
  });
}
