import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { HEADERS } from '#contract/headers.ts';
import type { Services } from '#server/platform/http/services.ts';
import { unauthenticated } from '#server/platform/base/errors.ts';
import { queueLengths } from '#server/platform/database/queueLengths.ts';
import { markAsData } from '#server/platform/http/envelope.ts';
import { countDeliveries } from '#server/modules/webhooks/index.ts';
import { addStoreMetrics } from './storeMetrics.ts';

export interface MetricsOptions {
  token: string;
  services: Pick<Services, 'database'>;
  clock: () => number;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const DAY = 86_400;
const BEARER = /^Bearer +(\S+)$/i;

/**
 * `GET /metrics` in the Prometheus text format, for requests with the bearer token: the process, requests by matched
 * route and status, what the background jobs have to do, the connections of the database pool, how long changes waited
 * on devices, backups and stored files, webhooks. Labels are routes, never paths, so that clients cannot create series.
 */
export function addMetrics(app: FastifyInstance, { token, services, clock }: MetricsOptions): void {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer requests, by matched route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers,
  });
  new Gauge({
    name: 'job_queue_length',
    help: 'Pieces of work that are due, by background job.',
    labelNames: ['job'],
    registers,
    async collect() {
      this.reset();
      // A database that does not answer is seen by its pool; the other figures are wanted then more than ever.
      const lengths = await queueLengths(services.database.db, clock()).catch(() => new Map<string, number>());
      for (const [job, due] of lengths) this.set({ job }, due);
    },
  });
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the database pool by state, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = services.database.pool;
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'used' }, totalCount - idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });

  const ages = new Histogram({
    name: 'outbox_age_seconds',
    help: 'How long changes had waited on a device when the server took them, as the devices tell.',
    buckets: [10, 60, 600, 3_600, 6 * 3_600, DAY, 7 * DAY, 30 * DAY],
    registers,
  });
  // It depends on which database it is.
  app.addHook('onReady', async () => addStoreMetrics(registers, services.database));
  new Gauge({
    name: 'webhook_deliveries',
    help: 'Events that wait for their receiver, and those that it did not take.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = [...(await countDeliveries(services.database.db).catch(() => new Map<string, never>())).values()];
      for (const state of ['waiting', 'failed'] as const)
        this.set(
          { state },
          counts.reduce((sum, count) => sum + count[state], 0),
        );
    },
  });

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const saved = request.headers[HEADERS.savedAt];
    if (typeof saved === 'string' && /^\d{1,15}$/.test(saved) && reply.statusCode < 400)
      ages.observe(Math.max(0, clock() - Number(saved)) / 1000);
  });
  const wanted = digest(token);
  app.get('/metrics', async (request, reply) => {
    const given = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined || !timingSafeEqual(digest(given), wanted)) {
      reply.header('www-authenticate', 'Bearer');
      throw unauthenticated();
    }
    return markAsData(reply)
      .type(register.contentType)
      .send(await register.metrics());
  });
}
