import { lookup as systemLookup } from 'node:dns';
import { request as overHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import { guardedLookup, InsideAddress, type Lookup } from './inside.ts';

/** The host of an address, an IPv6 one without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const CERTIFICATE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/;

/** True for what a connection fails with whose certificate is not trusted. */
export const isCertificateFault = (error: unknown): boolean =>
  CERTIFICATE.test(String((error as { code?: unknown } | null)?.code));

export interface Asked {
  method: string;
  headers: OutgoingHttpHeaders;
  body?: string | Uint8Array | undefined;
  /** Ends the connection, whatever state it is in: the answer's body too. */
  signal: AbortSignal;
  /** Addresses that are not connected to, whatever name leads there. */
  refused: (address: string) => boolean;
  lookup?: Lookup | undefined;
}

/**
 * Asks an address that somebody entered, over a connection of its own, and answers once the head of the answer is
 * there; its body is the caller's to read, or to destroy. Redirects are not followed. What is connected to is what was
 * checked: rejects with `InsideAddress` where the address is refused, or one that its name leads to.
 */
export async function askOutside(url: URL, asked: Asked): Promise<IncomingMessage> {
  const { method, headers, body, signal, refused, lookup = systemLookup } = asked;
  const host = hostOf(url);
  // An address is connected to without being looked up.
  if (isIP(host) !== 0 && refused(host)) throw new InsideAddress('The address is private.');
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const options = { method, headers, signal, agent: false, lookup: guardedLookup(lookup, refused) };
    const request = send(url, options, resolve);
    request.on('error', reject);
    request.end(body);
  });
}
