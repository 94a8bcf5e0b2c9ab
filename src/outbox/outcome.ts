import type { Refusal } from './entry.ts';

/**
 * What one attempt to send came to. A total function over every answer (C8), by status, shape and code alone: success
 * only by our server's own JSON with the echoed key, everything unknown is 'later', and nothing is ever a reason to
 * delete.
 */
export type Outcome =
  /** The server has carried it out (OB-4). */
  | { kind: 'sent'; answer: unknown }
  /** The server has this bill's bytes. */
  | { kind: 'uploaded'; fingerPrint: string }
  /** No answer of our server: no network, a timeout, a Wi-Fi's login page. */
  | { kind: 'offline'; why: 'network' | 'timeout' | 'portal'; progressed?: boolean }
  /**
   * Somebody on the way refuses this request with a page of their own: a captive portal, or a network that lets all
   * else pass.
   */
  | { kind: 'walled'; status: number; bill?: string | undefined }
  /**
   * Our server cannot now; milliseconds it asked for, if it did. `away`: what stands before it says so, as while it is
   * started or fails over.
   */
  | { kind: 'serverError'; status: number; retryAfter?: number | undefined; away?: boolean }
  /** Our server wants everybody to slow down. */
  | { kind: 'busy'; status: number; retryAfter?: number | undefined }
  /** The same key is still being worked on. */
  | { kind: 'inProgress'; retryAfter?: number | undefined }
  | { kind: 'signIn'; refusal?: Refusal | undefined }
  | { kind: 'fileGone'; refusal: Refusal }
  /** The phone has lost a bill's bytes. */
  | { kind: 'billLost'; localId: string }
  /** A restored database that may still be told of the record (P18). */
  | { kind: 'notYet' }
  /** This client is too old for the server; everything is kept and waits for the update. */
  | { kind: 'tooOld' }
  | { kind: 'refused'; refusal: Refusal };

/** An answer as it came, or the failure to get one. */
export type RawResponse =
  | { failed: 'network' | 'timeout' }
  | {
      status: number;
      /** Response.type; only 'basic', 'cors' and 'default' can be looked into. */
      type: string;
      redirected: boolean;
      contentType: string;
      body: string;
      /** The Idempotency-Key header of the answer. */
      echoedKey: string | null;
      retryAfter: string | null;
      /** Which life of the database it is from; null when it does not say. */
      epoch?: string | null;
      /** Epoch milliseconds of the answer's own clock. */
      date: number | null;
      /** What it says of an upload in parts; null when it is no answer by the tus protocol. */
      tus?: { offset: string | null; length: string | null; location: string | null } | null;
      /** The server's word for what time it was; null when it does not say. */
      heard?: string | null;
    };

export type Expected = { key: string } | { hash: string };

const OPAQUE = new Set(['opaque', 'opaqueredirect', 'error']);
/** Refusals that stand until somebody changes something. */
const FINAL = new Set([400, 403, 404, 405, 409, 410, 413, 415, 422]);
/** What a proxy or a firewall says of a request whose size, kind or words it does not let pass. */
const WALLS = new Set([400, 403, 405, 406, 413, 415, 451]);
const LONGEST_RETRY_AFTER = 3_600_000;

function objectOf(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Retry-After in milliseconds: seconds, or a date by the server's own clock. At most an hour. */
export function retryAfterMs(value: string | null, date: number | null): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : date === null ? Number.NaN : Date.parse(text) - date;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER) : undefined;
}

function refusalOf(status: number, answer: Record<string, unknown>): Refusal | null {
  const { code, message, errors, current } = answer;
  if (answer['success'] !== false || typeof code !== 'string' || typeof message !== 'string') return null;
  const fields =
    typeof errors === 'object' && errors !== null
      ? Object.entries(errors).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
      : [];
  return {
    status,
    code,
    message,
    ...(fields.length > 0 && { errors: Object.fromEntries(fields) }),
    ...(current !== undefined && { current }),
  };
}

/** A proxy's own page, or JSON that is not ours: our server did not answer. */
const isAway = (status: number, answer: Record<string, unknown> | null): boolean =>
  status > 501 && status < 505 && answer?.['success'] !== false;

/**
 * Gives every answer exactly one meaning. `expected` is what a success must prove: the key of the call, or the hash of
 * the upload.
 */
export function classify(facts: RawResponse, expected: Expected): Outcome {
  if ('failed' in facts) return { kind: 'offline', why: facts.failed };
  const { status } = facts;
  // Our own server does not redirect: somebody else is in between.
  if (facts.redirected || OPAQUE.has(facts.type) || status < 200 || (status >= 300 && status < 400))
    return { kind: 'offline', why: 'portal' };
  const retryAfter = retryAfterMs(facts.retryAfter, facts.date);
  const isJson = /\bjson\b/i.test(facts.contentType);
  const answer = isJson ? objectOf(facts.body) : null;
  if (status >= 500)
    return status === 503 && retryAfter !== undefined && answer
      ? { kind: 'busy', status, retryAfter }
      : { kind: 'serverError', status, retryAfter, ...(isAway(status, answer) && { away: true }) };
  if (status === 429) return { kind: 'busy', status, retryAfter };
  if (!isJson && WALLS.has(status)) return { kind: 'walled', status };
  if (!answer) return { kind: 'offline', why: 'portal' };

  if (status < 300) {
    if (answer['success'] !== true) return { kind: 'serverError', status };
    if ('key' in expected)
      return facts.echoedKey === expected.key ? { kind: 'sent', answer } : { kind: 'offline', why: 'portal' };
    const data = answer['data'] as { fingerPrint?: unknown } | null | undefined;
    return typeof data === 'object' && data?.fingerPrint === expected.hash
      ? { kind: 'uploaded', fingerPrint: expected.hash }
      : { kind: 'offline', why: 'portal' };
  }

  const refusal = refusalOf(status, answer);
  // An answer to another request than ours says nothing about ours.
  if (!refusal || ('key' in expected && facts.echoedKey !== null && facts.echoedKey !== expected.key))
    return { kind: 'offline', why: 'portal' };
  if (status === 401) return { kind: 'signIn' };
  if (status === 409 && refusal.code === 'WRONG_USER') return { kind: 'signIn', refusal };
  if (status === 409 && refusal.code === 'IN_PROGRESS') return { kind: 'inProgress', retryAfter };
  if (status === 409 && refusal.code === 'FILE_GONE') return { kind: 'fileGone', refusal };
  if (status === 426) return { kind: 'tooOld' };
  // A person's new sign-in mends it, so it waits for one and is no refusal.
  return FINAL.has(status) && refusal.code !== 'SIGN_IN_AGAIN'
    ? { kind: 'refused', refusal }
    : { kind: 'serverError', status, retryAfter };
}
