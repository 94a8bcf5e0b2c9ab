import { urlOf, type AnswerOf, type BodyOf, type Endpoint } from '#contract/endpoint.ts';
import type { PreviewSize } from '#contract/enums.ts';
import { documentPath } from '#contract/file.ts';
import { encodeListQuery, type ListQuery } from '#contract/query.ts';
import { HEADERS, PLATFORM } from '#contract/headers.ts';
import { isForeignAnswer } from '#domain/foreignAnswer.ts';
import { takeStart } from './boot.ts';
import { clientAge } from './clientAge.ts';
import { observeServerTime } from './clock.ts';
import { baseUrls } from './config.ts';
import { readToken } from '#start/cookies.ts';
import { readPlace } from './cookies.ts';
import { anotherPerson, ApiError, captivePortal, noNetwork, refusalOf, UNEXPECTED } from './errors.ts';
import { observeEpoch } from './epoch.ts';
import { notedDeviceId } from '#start/local.ts';
import { online, setProbe } from './online.ts';
import { sessionEnded, wrongPerson } from './sessionEnd.ts';
import { currentSession } from './sessionStore.ts';
import { withRecentSignIn } from './signInAgain.ts';

/** The page's one way to ask the server. Errors are thrown as ApiError and shown by the caller. */

/** How long an answer is waited for, where its endpoint does not say. */
export const TIMEOUT_MS = 30_000;

export interface CallInput<E extends Endpoint = Endpoint> {
  /** For `:name` in the path. */
  parts?: Record<string, string>;
  query?: Record<string, string | undefined>;
  list?: Partial<ListQuery>;
  body?: BodyOf<E>;
  /** The Idempotency-Key of a change that is made at once: the same again does nothing twice. */
  key?: string;
  /** The version of the record it is made on. */
  ifMatch?: number;
  signal?: AbortSignal;
  /** With an ID token: what its nonce was made of (SES-25). */
  verifier?: string;
  /** Id of whom it is asked for; of the signed-in person unless said, null for nobody's (P14). */
  whose?: string | null;
  /** Of a session that this page has left; its own unless said. */
  token?: string | null;
}

/** The address of a call, with its base. */
export function addressOf(endpoint: Endpoint, input: CallInput = {}): string {
  return (
    baseUrls()[endpoint.base ?? 'expense'] +
    urlOf(endpoint, {
      ...(input.parts && { parts: input.parts }),
      ...(input.query && { query: input.query }),
      ...(input.list && { list: encodeListQuery(input.list) }),
    })
  );
}

const iAm = (): string | undefined => currentSession()?.id;

/** Headers that every request of this page carries. */
export function headers(
  token: string | null = readToken(),
  whose: string | null = iAm() ?? null,
): Record<string, string> {
  const place = readPlace();
  const device = notedDeviceId();
  return {
    [HEADERS.platform]: PLATFORM,
    [HEADERS.clientVersion]: __BUILD__,
    ...(device !== null && { [HEADERS.deviceId]: device }),
    ...(token !== null && { [HEADERS.token]: token }),
    ...(token !== null && whose !== null && { [HEADERS.personId]: whose }),
    ...(place && { [HEADERS.latitude]: place.latitude, [HEADERS.longitude]: place.longitude }),
  };
}

/** Sends one request. `limit` aborts it, including its body; callers that read a long body pass their own limit. */
export async function send(url: string, init: RequestInit, limit = AbortSignal.timeout(TIMEOUT_MS)): Promise<Response> {
  try {
    const signals = [limit, ...(init.signal ? [init.signal] : [])];
    return await fetch(url, { credentials: 'omit', ...init, redirect: 'error', signal: AbortSignal.any(signals) });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    online.sawFailure();
    throw noNetwork();
  }
}

/**
 * The JSON of an answer. Throws ApiError where it is none: then it is not our server's. An answer that `signal` stopped
 * says nothing about the network.
 */
export async function jsonOf(response: Response, signal?: AbortSignal | null): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').includes('json')) {
    online.sawFailure();
    throw captivePortal(response.status);
  }
  try {
    return (await response.json()) as unknown;
  } catch (error) {
    if (signal?.aborted) throw error;
    online.sawFailure();
    throw noNetwork();
  }
}

/**
 * Throws where an answer is for another person than asked for, and restarts the page (ID-5); throws too when this page
 * has another person than when it asked. A sign-in asks before the page is theirs.
 */
function demandOwn(response: Response, whose: string | null, asker: string | undefined): void {
  if (whose === null) return;
  const foreign = isForeignAnswer(whose, response.headers.get(HEADERS.personId));
  if (foreign) wrongPerson();
  if (foreign || (response.ok && iAm() !== asker)) throw anotherPerson();
}

/**
 * Makes one call and parses its answer by the contract: what is new passes, what is missing refuses (WIRE-6). Throws
 * ApiError: status 0 when no answer of our server came, else the server's own message, code and field errors.
 */
export const call = <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<AnswerOf<E>> =>
  withRecentSignIn(() => callOnce(endpoint, input));

async function callOnce<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<AnswerOf<E>> {
  const url = addressOf(endpoint, input as CallInput);
  const { token = readToken() } = input;
  const asker = iAm();
  // Who it is cannot be asked for somebody: what it answers is taken over.
  const whose =
    endpoint.base === 'auth' || token === null ? null : input.whose === undefined ? (asker ?? null) : input.whose;
  const body = input.body === undefined ? (endpoint.method === 'GET' ? undefined : '{}') : JSON.stringify(input.body);
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      ...headers(token, whose),
      ...(input.key !== undefined && { [HEADERS.idempotencyKey]: input.key }),
      ...(input.verifier !== undefined && { [HEADERS.nonceVerifier]: input.verifier }),
      ...(input.ifMatch !== undefined && { [HEADERS.ifMatch]: `"${input.ifMatch}"` }),
      ...(body !== undefined && {
        'content-type': endpoint.bodyType === 'octet' ? 'application/octet-stream' : 'application/json',
      }),
    },
    ...(body !== undefined && { body }),
    ...(endpoint.cookies && { credentials: 'same-origin' as const }),
    ...(input.signal && { signal: input.signal }),
  };
  const early = endpoint.method === 'GET' ? takeStart(url, token) : null;
  const response = (await early) ?? (await send(url, init, AbortSignal.timeout(endpoint.timeout ?? TIMEOUT_MS)));
  const answer = await jsonOf(response, input.signal);
  online.sawAnswer();
  demandOwn(response, whose, asker);
  clientAge.sawStatus(response.status);
  observeEpoch(response.headers.get(HEADERS.dbEpoch));
  observeServerTime(response.headers.get(HEADERS.heardAt), response.headers.get(HEADERS.personId));
  if (!response.ok || (answer as { success?: unknown } | null)?.success !== true) {
    if (response.status === 401 && token !== null && token === readToken()) sessionEnded();
    throw refusalOf(response.status, answer);
  }
  const parsed = endpoint.answer.safeParse(answer);
  if (!parsed.success)
    throw new ApiError('The server sent an answer that this version does not understand.', response.status, UNEXPECTED);
  return parsed.data as AnswerOf<E>;
}

/**
 * The bytes of a bill, or a small picture of it (DOC-16), and what the server says that they sum up to. A bill that is
 * refused is logged too (DOC-15).
 */
export async function download(
  fingerPrint: string,
  signal?: AbortSignal,
  preview?: PreviewSize,
): Promise<{ bytes: ArrayBuffer; sum: string }> {
  const asker = iAm();
  const response = await send(baseUrls().file + documentPath(fingerPrint, preview), {
    headers: headers(),
    ...(signal && { signal }),
  });
  demandOwn(response, asker ?? null, asker);
  if (!response.ok) {
    if (preview === undefined) console.warn('Failed to download document');
    throw refusalOf(response.status, await jsonOf(response, signal));
  }
  online.sawAnswer();
  const bytes = await response.arrayBuffer();
  // They may have been long on their way: whoever is here now would keep them.
  demandOwn(response, asker ?? null, asker);
  return { bytes, sum: digestOf(response.headers.get('content-digest')) ?? fingerPrint };
}

/**
 * The SHA-256 of an answer's bytes in hex, as the server says it (RFC 9530): of a photo that others see without its
 * position it is not the fingerPrint.
 */
function digestOf(header: string | null): string | null {
  const base64 = /sha-256=:([A-Za-z0-9+/=]+):/.exec(header ?? '')?.[1];
  return base64 === undefined
    ? null
    : [...atob(base64)].map((sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

/** Whether our server answers at all. */
async function reachable(): Promise<boolean> {
  try {
    const response = await fetch('/healthz', {
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    return response.ok && (response.headers.get('content-type') ?? '').includes('json');
  } catch {
    return false;
  }
}

setProbe(reachable);

/** The fetch that the outbox sends with: what it sees tells whether we are online. */
export const watchedFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init);
    if ((response.headers.get('content-type') ?? '').includes('json') || response.headers.has(HEADERS.tusResumable)) {
      online.sawAnswer();
      observeServerTime(response.headers.get(HEADERS.heardAt), response.headers.get(HEADERS.personId));
    } else online.sawFailure();
    clientAge.sawStatus(response.status);
    return response;
  } catch (error) {
    online.sawFailure();
    throw error;
  }
};
