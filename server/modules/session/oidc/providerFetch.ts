import { lookup as systemLookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { CustomFetch } from 'openid-client';
import { InsideAddress, isInside, isMetadata, type Lookup } from '#server/platform/base/inside.ts';
import { askOutside, hostOf, isCertificateFault } from '#server/platform/base/outbound.ts';
import { isLoopback } from '#server/platform/settings/env.ts';
import { ProviderFault } from './faults.ts';

/** How long a provider may take for one answer, in milliseconds. */
const TIMEOUT = 5_000;
/** Far more than any provider's metadata or keys. */
const MAX_BYTES = 1_000_000;

/** Throws `ProviderFault` unless an address is reached over https, or is on this machine. */
export function assertSecure(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !isSafe || url.username !== '' || url.password !== '') throw new ProviderFault('insecure');
  return url;
}

export interface ReachOptions {
  lookup?: Lookup | undefined;
  timeout?: number | undefined;
}

/** Whether an issuer is in this organisation's own network: then its endpoints may be there too. */
export async function isInsideIssuer(url: URL, lookup: Lookup = systemLookup): Promise<boolean> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return isInside(host);
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) =>
      error || found.length === 0
        ? reject(new ProviderFault('unreachable'))
        : resolve(found.some(({ address }) => isInside(address))),
    );
  });
}

function faultOf(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  if (error instanceof InsideAddress) return new ProviderFault('inside');
  return new ProviderFault(isCertificateFault(error) ? 'certificate' : 'unreachable');
}

async function bodyOf(answer: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) {
      answer.destroy();
      throw new ProviderFault('endless');
    }
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

const NO_BODY = new Set([204, 205, 304]);

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const status = answer.statusCode ?? 0;
  // What is not followed cannot lead anywhere: not to a private address either.
  if (status >= 300 && status < 400) {
    answer.destroy();
    throw new ProviderFault('redirect');
  }
  const body = await bodyOf(answer);
  if (status < 200 || status >= 500) throw new ProviderFault('status', String(status));
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  return new Response(NO_BODY.has(status) ? null : body, { status, headers });
}

/**
 * The fetch with which providers are asked (SES-33): https off this machine, five seconds with the body, no
 * redirects, and names looked up at the moment of connecting. `inside`: the issuer itself is in a private network;
 * else nothing that it announces may be. Rejects with `ProviderFault`.
 */
export function providerFetch(inside: boolean, { lookup, timeout = TIMEOUT }: ReachOptions = {}) {
  const refused = (address: string): boolean => isMetadata(address) || (!inside && isInside(address));
  const ask: CustomFetch = async (address, { body, headers, method, signal }) => {
    const ends = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
    try {
      const answer = await askOutside(assertSecure(address), {
        method,
        headers,
        body: body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined,
        signal: ends,
        refused,
        lookup,
      });
      return await responseOf(answer);
    } catch (error) {
      throw ends.aborted ? new ProviderFault('slow') : faultOf(error);
    }
  };
  return ask;
}
