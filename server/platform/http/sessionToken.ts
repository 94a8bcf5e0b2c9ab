import type { FastifyRequest } from 'fastify';
import { HEADERS } from '#contract/session.ts';

/** True for a text that could be a token of ours: asked before the database is. */
export const looksLikeToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** The session token of a request: the header, never a cookie (SES-1). */
export function tokenOf(request: FastifyRequest): string {
  const token = request.headers[HEADERS.token];
  return typeof token === 'string' ? token : '';
}
