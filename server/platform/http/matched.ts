import type { FastifyRequest } from 'fastify';

const CALLS = /^\/(?:api|demo)\//;

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
