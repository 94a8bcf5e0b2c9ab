import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { IDEMPOTENCY_KEY_PATTERN } from '#contract/limits.ts';
import { HEADERS } from '#contract/headers.ts';
import { inRequest } from '#server/platform/base/requestId.ts';

const CALLS = /^\/(?:api|demo|scim)\//;

/**
 * Whether a request is for a call or for nothing at all, by the pattern of the route that it matched: however its path
 * is spelled and whatever form its request line has, it is the same request to the limits, the log and the headers.
 */
export function isCall(request: FastifyRequest): boolean {
  const { url } = request.routeOptions;
  return url === undefined || CALLS.test(url);
}

/**
 * The path of a request target in origin or absolute form, decoded once, without its query; null when it cannot be
 * read.
 */
export function pathOf(target: string): string | null {
  try {
    return decodeURIComponent((target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '') || '/');
  } catch {
    return null;
  }
}

/** Whether Accept-Encoding lists a coding and does not refuse it by `q=0`. */
export function accepts(request: FastifyRequest, coding: string): boolean {
  const asked = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) =>
      part
        .toLowerCase()
        .split(';')
        .map((word) => word.trim()),
    );
  return asked.some(([name, weight]) => name === coding && !/^q=0(?:\.0*)?$/.test(weight ?? ''));
}

/** True for a text that could be a token of ours: asked before the database is. */
export const looksLikeToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** The session token of a request: the header, never a cookie (SES-1). */
export function tokenOf(request: FastifyRequest): string {
  const token = request.headers[HEADERS.token];
  return typeof token === 'string' ? token : '';
}

/** Aborted when the connection closes before the answer is sent. */
export function goneWith(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/**
 * What a request is called in the log, in an answer of 500 and in PostgreSQL: the key of a change, which its phone
 * keeps through all attempts, and for whatever else a name of its own.
 */
export function idOfRequest({ headers }: IncomingMessage): string {
  const key = headers[HEADERS.idempotencyKey.toLowerCase()];
  return typeof key === 'string' && IDEMPOTENCY_KEY_PATTERN.test(key) ? key : randomBytes(9).toString('base64url');
}

/**
 * What a request starts is told whose it is, and whether it only reads. The body comes by events of the connection,
 * which belong to nobody.
 */
export function followRequests(app: FastifyInstance): void {
  const follow = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void =>
    inRequest(request.id, request.method === 'GET' || request.method === 'HEAD', done);
  app.addHook('onRequest', follow);
  app.addHook('preValidation', follow);
}
