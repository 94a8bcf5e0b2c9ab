import { isIP } from 'node:net';
import { InsideAddress, isInside, type Lookup } from '#server/platform/base/inside.ts';
import { askOutside, hostOf } from '#server/platform/base/outbound.ts';

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
export async function deliver(
  { endpoint, method, headers, body }: Parcel,
  { anywhere = false, lookup }: DeliverOptions = {},
): Promise<Delivery> {
  const url = new URL(endpoint);
  if (!anywhere && (url.protocol !== 'https:' || isIP(hostOf(url)) !== 0))
    return { is: 'refused', why: 'not a public https address' };
  const signal = AbortSignal.timeout(TIMEOUT);
  const refused = (address: string): boolean => !anywhere && isInside(address);
  try {
    const response = await askOutside(url, { method, headers, body, signal, refused, lookup });
    // What cuts the rest of it off changes nothing of what was said.
    response.on('error', () => undefined).resume();
    return said(response.statusCode ?? 0, response.headers['retry-after']);
  } catch (error) {
    if (error instanceof InsideAddress) return { is: 'refused', why: error.message };
    return { is: 'later', retryAfter: null, why: error instanceof Error ? error.name : typeof error };
  }
}
