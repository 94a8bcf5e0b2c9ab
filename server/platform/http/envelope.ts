import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HEADERS } from '#contract/headers.ts';
import { IDEMPOTENCY_KEY_PATTERN } from '#contract/limits.ts';
import { StartupError, notFound, Refusal, refusalOf, unavailable } from '#server/platform/base/errors.ts';
import { DATA_HEADERS } from './everyAnswer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer is, where it is a refusal. */
    refused: Refusal | null;
  }
}

/** Takes back what a route has said of an answer that becomes another one: every answer that is data and no page. */
export const markAsData = (reply: FastifyReply): FastifyReply => reply.headers(DATA_HEADERS);

/** Answers a refusal in the one envelope of all refusals (WIRE-3). */
export function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  request.refused = refusal;
  const { retryAfter } = refusal.details;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  markAsData(reply).code(refusal.status).type('application/json; charset=utf-8');
  return reply.send(request.method === 'HEAD' ? '' : JSON.stringify(refusal.answer));
}

/** For the place where no route fits: the same body as for a record that is not there. */
export const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answerRefusal(request, reply, notFound());

/** What may be logged of an error: no message of the database, which may quote values (Z16, Z67). */
export function traceOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12);
  const { code, constraint, table } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown };
  // Written for the people who run the server, and of settings alone.
  const reason = error instanceof StartupError ? error.message : undefined;
  return { kind: error.name, reason, code, constraint, table, at };
}

/** One line for a request: never its query or its path as it was spelled, which may hold anything. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions?.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'answered',
  );
}

/**
 * Refusals for the whole app, a 500 without any detail among them (WIRE-12); the echo of the key; 503 while the server
 * stops (X51).
 */
export function addEnvelope(app: FastifyInstance): void {
  let stopping = false;
  app.decorateRequest('refused', null);
  app.addHook('preClose', async () => {
    stopping = true;
  });

  app.addHook('onRequest', async (request, reply) => {
    const key = request.headers[HEADERS.idempotencyKey.toLowerCase()];
    // A captive portal's page does not echo it: only then does a client believe the answer (OB-4).
    if (typeof key === 'string' && IDEMPOTENCY_KEY_PATTERN.test(key)) reply.header(HEADERS.idempotencyKey, key);
    if (stopping) {
      reply.header('connection', 'close');
      throw unavailable('The server is restarting. Please try again in a moment.');
    }
  });

  // A connection that is kept open would hold the stop back until it times out.
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });

  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal) {
      if (refusal.status >= 500)
        request.log.warn(
          {
            route: request.routeOptions.url,
            refused: refusal.code,
            trace: error instanceof Refusal ? undefined : traceOf(error),
          },
          'refused',
        );
      return answerRefusal(request, reply, refusal);
    }
    request.log.error({ method: request.method, route: request.routeOptions.url, trace: traceOf(error) }, 'failed');
    markAsData(reply).code(500).type('application/json; charset=utf-8');
    return reply.send(
      JSON.stringify({
        success: false,
        message: `Something went wrong on our side. If it goes on, quote ${request.id}.`,
        code: 'INTERNAL',
        requestId: request.id,
      }),
    );
  });

  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
}
