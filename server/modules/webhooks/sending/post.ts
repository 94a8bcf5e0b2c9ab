import type { IncomingMessage } from 'node:http';
import { InsideAddress, isInside, isMetadata, type Lookup } from '#server/platform/base/inside.ts';
import { askOutside, hostOf, isCertificateFault } from '#server/platform/base/outbound.ts';
import { isLoopback } from '#server/platform/settings/env.ts';
import { signaturesOf } from './secrets.ts';

/** How one attempt went. `stopped`: the server ends, and nothing is known. */
export type Outcome =
  | { is: 'taken' }
  | { is: 'gone'; reason: string }
  | { is: 'failed'; reason: string; retryAfter: number | null }
  | { is: 'stopped' };

export interface PostOptions {
  /** Private addresses too, and plain http on this machine: `WEBHOOKS_PRIVATE`. */
  anywhere: boolean;
  /** Milliseconds for the whole answer. */
  timeout?: number | undefined;
  lookup?: Lookup | undefined;
  /** The server ends. */
  signal?: AbortSignal | undefined;
}

/** Milliseconds. */
const TIMEOUT = 10_000;
/** Of an answer so much is read, lest whoever sends it takes a cut connection for a fault; nothing is kept of it. */
const MAX_BYTES = 16_384;

const WORDS: Readonly<Record<string, string>> = {
  slow: 'It did not answer within 10 seconds.',
  unreachable: 'It could not be reached.',
  certificate: 'Its certificate is not valid.',
  redirect: 'It answered with a redirect, which is not followed.',
  inside: 'Its name leads to a private address, which nothing is sent to.',
  insecure: 'It is not reached over https.',
  off: 'The receiver was switched off.',
};

/** A reason as it is kept, in words. */
export const reasonWords = (reason: string): string => WORDS[reason] ?? `It answered with ${reason}.`;

/** Reads the body away, up to a bound. */
function drain(answer: IncomingMessage): void {
  let read = 0;
  answer.on('error', () => undefined);
  answer.on('data', (part: Buffer) => {
    read += part.length;
    if (read > MAX_BYTES) answer.destroy();
  });
}

/** Seconds, a week or so at most; a date is not read. */
const retryAfterOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : null;

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): Outcome {
  if (statusCode >= 200 && statusCode < 300) return { is: 'taken' };
  if (statusCode === 410) return { is: 'gone', reason: 'status 410' };
  const reason = statusCode >= 300 && statusCode < 400 ? 'redirect' : `status ${statusCode}`;
  return { is: 'failed', reason, retryAfter: retryAfterOf(headers['retry-after']) };
}

const failed = (reason: string): Outcome => ({ is: 'failed', reason, retryAfter: null });

export interface Posted {
  url: string;
  /** The same each time. */
  id: string;
  body: string;
  secrets: readonly string[];
  /** Of this attempt, epoch milliseconds. */
  now: number;
}

/**
 * Sends an event once and says how that went; never rejects. Ten seconds at most, over a connection of its own, to
 * public https addresses alone, without following anybody (HOOK-7).
 */
export async function post({ url, id, body, secrets, now }: Posted, options: PostOptions): Promise<Outcome> {
  const { anywhere, lookup, signal, timeout = TIMEOUT } = options;
  const to = new URL(url);
  if (to.protocol !== 'https:' && !(anywhere && to.protocol === 'http:' && isLoopback(hostOf(to))))
    return failed('insecure');
  const timestamp = Math.floor(now / 1_000);
  const slow = AbortSignal.timeout(timeout);
  try {
    const answer = await askOutside(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Kharcha-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signaturesOf(secrets, { id, timestamp, body }),
      },
      body,
      signal: signal ? AbortSignal.any([slow, signal]) : slow,
      refused: (address) => isMetadata(address) || (!anywhere && isInside(address)),
      lookup,
    });
    drain(answer);
    return outcomeOf(answer);
  } catch (error) {
    if (signal?.aborted) return { is: 'stopped' };
    if (slow.aborted) return failed('slow');
    if (error instanceof InsideAddress) return failed('inside');
    return failed(isCertificateFault(error) ? 'certificate' : 'unreachable');
  }
}
