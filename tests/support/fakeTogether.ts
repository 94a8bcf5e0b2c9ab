import type { ServerRequest } from './fakeServer.ts';

/** Where requests arrive that travel as one. */
export const TOGETHER = '/api/v1/user/sendTogether';

interface Carried {
  key: string;
  method: string;
  url: string;
  ifMatch?: number;
  savedAt?: number;
  heardAt?: string;
  body: unknown;
}

/** The requests in one, as if each had come by itself. */
export function carriedIn(request: ServerRequest): { key: string; request: ServerRequest }[] {
  const { requests } = JSON.parse(String(request.body)) as { requests: Carried[] };
  return requests.map(({ key, method, url, ifMatch, savedAt, heardAt, body }) => {
    const headers = new Headers(request.headers);
    headers.set('Idempotency-Key', key);
    if (ifMatch !== undefined) headers.set('If-Match', `"${ifMatch}"`);
    if (savedAt !== undefined) headers.set('saved-at', String(savedAt));
    if (heardAt !== undefined) headers.set('heard-at', heardAt);
    const at = new URL(url, 'https://kharcha.test');
    return {
      key,
      request: { method, path: at.pathname, query: at.searchParams, headers, body: JSON.stringify(body) },
    };
  });
}

/** The same without those of these keys. */
export function withoutKeys(request: ServerRequest, keys: ReadonlySet<string>): ServerRequest {
  if (request.path !== TOGETHER) return request;
  const { requests } = JSON.parse(String(request.body)) as { requests: Carried[] };
  return { ...request, body: JSON.stringify({ requests: requests.filter(({ key }) => !keys.has(key)) }) };
}
