import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

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
  lookup?: (name: string, options: { all: true }, done: (error: Error | null, found: LookupAddress[]) => void) => void;
}

const TIMEOUT = 10_000;

/** An IPv4 address written as IPv6 is found by the IPv4 ones. */
const inside = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6');

/** Loopback, private and reserved addresses: never a push service's (NOTE-12). */
export const isInside = (address: string): boolean =>
  isIP(address) === 0 || inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

class InsideAddress extends Error {
  override name = 'InsideAddress';
}

/** Looks a name up at the moment of connecting, so that what was checked is what is connected to. */
const guarded =
  (lookup: NonNullable<DeliverOptions['lookup']>): LookupFunction =>
  (name, options, done) => {
    lookup(name, { all: true }, (error, found) => {
      const bad =
        error ??
        (found.length === 0 || found.some(({ address }) => isInside(address))
          ? new InsideAddress('The name leads to no public address.')
          : null);
      const first = found?.[0];
      if (bad || !first) done(bad ?? new InsideAddress('The name leads nowhere.'), '', 4);
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };

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
      { method, headers, signal, agent: false, ...(!anywhere && { lookup: guarded(lookup) }) },
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
