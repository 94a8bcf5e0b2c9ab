import { context, propagation, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const tracer = trace.getTracer('kharcha');

/**
 * Makes each request a span of the trace that its `traceparent` names, or of a new one, named by its route; what it
 * starts belongs to it. It tells method, route, status and the request's id, and never an address, a body or a person.
 */
export function traceRequests(app: FastifyInstance): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, id } = request;
    const route = request.routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': method, 'http.route': route, 'kharcha.request.id': id };
    const remote = propagation.extract(context.active(), request.headers);
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, remote);
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      // One who hangs up is no fault of the server.
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    const own = trace.setSpan(remote, span);
    contexts.set(request, own);
    context.with(own, done);
  });
  // The body comes by events of the connection, which belong to nobody.
  app.addHook('preValidation', (request, _reply, done) =>
    context.with(contexts.get(request) ?? context.active(), done),
  );
}
