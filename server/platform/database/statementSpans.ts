import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { LogEvent } from 'kysely';

const tracer = trace.getTracer('kharcha');

/**
 * Tells a trace, where there is one, of each statement made in its course: its text, which has no values in it, and how
 * long it took. What is not traced costs the look whether it is.
 */
export function traceStatement({ level, query: { sql }, queryDurationMillis: took }: LogEvent): void {
  if (trace.getActiveSpan()?.isRecording() !== true) return;
  const operation = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const ended = Date.now();
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': sql };
  const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime: ended - took, attributes });
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(ended);
}
