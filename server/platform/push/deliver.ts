import { lookup as systemLookup } from 'node:dns';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import { guardedLookup, InsideAddress, isInside, type Lookup } from '#server/platform/base/inside.ts';

/** The answer of a push service: accepted, gone, retry later, or rejected. */
export type Delivery =
  | { is: 'sent' }
  | { is: 'gone' }
  | { is: 'later'; retryAfter: number | null; why: string }
  | { is: 'refused'; why: string };

export interface Parcel {
  endpoint: string;
  method: string;
  headers: Record<string, string | number>;
  body: Buffer;
}

export interface DeliverOptions {
  /** Private addresses and plain http too: for trying it on one machine. */
  anywhere?: boolean;
  lookup?: Lookup;
}

const TIMEOUT = 10_000;

function readRetryAfter(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : null;
}

function said(status: number, retryAfter: string | undefined): Delivery {
  if (status >= 200 && status < 300) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'gone' };
  if (status === 429 || status >= 500)
    return { is: 'later', retryAfter: readRetryAfter(retryAfter), why: `status ${status}` };
  // Redirects are not followed: a push service has no reason for one, an attacker has.
  return { is: 'refused', why: `status ${status}` };
}

/** Hands one encrypted message to a push service. Never throws; takes ten seconds at most. */
export function deliver(
  { endpoint, method, headers, body }: Parcel,
  { anywhere = false, lookup = systemLookup }: DeliverOptions = {},
): Promise<Delivery> {
  const url = new URL(endpoint);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!anywhere && (url.protocol !== 'https:' || isIP(host) !== 0))
    return Promise.resolve({ is: 'refused', why: 'not a public https address' });
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp;
    const signal = AbortSignal.timeout(TIMEOUT);
    const request = send(
      url,
      { method, headers, signal, agent: false, ...(!anywhere && { lookup: guardedLookup(lookup, isInside) }) },
      (response) => {
        response.resume();
        resolve(said(response.statusCode ?? 0, response.headers['retry-after']));
      },
    );
    request.on('error', (error) =>
      resolve(
        error instanceof InsideAddress
          ? { is: 'refused', why: error.message }
          : { is: 'later', retryAfter: null, why: error.name },
      ),
    );
    request.end(body);
  });
}
