import { uploadFile } from '#contract/calls/files.ts';
import { knownKeys } from '#contract/calls/users.ts';
import { HEADERS, PLATFORM } from '#contract/headers.ts';
import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import { sendingOf } from '#contract/sending.ts';
import type { Bill, Entry } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import type { RawResponse } from './outcome.ts';

/** Requests of the outbox, and nothing but requests: what an answer means is decided in outcome.ts. */

const PATIENCE_MS = 15_000;
/** The slowest link that is still waited for. */
const SLOWEST_BYTES_PER_MS = 20;

/** How long one request may take, by the bytes it carries. */
export const patience = (bytes: number): number => PATIENCE_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_MS);

export const address = (env: OutboxEnv, url: string): string =>
  /^https?:/.test(url) ? url : (env.baseUrl ?? '') + url;

/** One request with a timeout in milliseconds. Never throws. */
export async function ask(env: OutboxEnv, url: string, init: RequestInit, limit: number): Promise<RawResponse> {
  try {
    const signal = env.timeout?.(limit);
    // A redirect is never ours; a cached answer is no answer.
    const response = await env.fetch(url, {
      ...init,
      redirect: 'error',
      cache: 'no-store',
      credentials: 'same-origin',
      ...(signal && { signal }),
    });
    const date = Date.parse(response.headers.get('date') ?? '');
    return {
      status: response.status,
      type: response.type,
      redirected: response.redirected,
      contentType: response.headers.get('content-type') ?? '',
      body: await response.text(),
      echoedKey: response.headers.get(HEADERS.idempotencyKey),
      retryAfter: response.headers.get('retry-after'),
      epoch: response.headers.get(HEADERS.dbEpoch),
      date: Number.isNaN(date) ? null : date,
      tus: response.headers.has(HEADERS.tusResumable)
        ? {
            offset: response.headers.get(HEADERS.uploadOffset),
            length: response.headers.get(HEADERS.uploadLength),
            location: response.headers.get('location'),
          }
        : null,
      heard: response.headers.get(HEADERS.heardAt),
    };
  } catch (error) {
    const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : '';
    return { failed: name === 'TimeoutError' || name === 'AbortError' ? 'timeout' : 'network' };
  }
}

/** Headers of every request for this person. */
export const common = (env: OutboxEnv, { owner }: Pick<Entry, 'owner'>, token: string): Record<string, string> => ({
  ...env.headers?.(),
  [HEADERS.platform]: PLATFORM,
  [HEADERS.token]: token,
  // Whose store it lies in is whose it is, whatever the address was when it was made (P10). Servers of old compare the
  // address.
  [HEADERS.account]: env.person?.email ?? owner,
  ...(env.person?.id !== undefined && { [HEADERS.personId]: env.person.id }),
  ...(env.clientVersion !== undefined && { [HEADERS.clientVersion]: env.clientVersion }),
});

/** Headers of an upload, in one piece or in parts. */
export const uploadHeaders = (env: OutboxEnv, entry: Pick<Entry, 'owner'>, token: string): Record<string, string> => ({
  ...common(env, entry, token),
  ...env.uploadHeaders?.(),
});

/** Where the body of a call names its files. */
export const filesField = (endpoint: string): string => sendingOf(endpoint).files ?? 'billUrl';

/** The body of the call as text: the body as made, with the bills' fingerPrints behind those it names itself. */
export function bodyText(entry: Entry): string {
  if (entry.bills.length === 0) return JSON.stringify(entry.body);
  const field = filesField(entry.endpoint);
  const named = entry.body[field];
  const own = entry.bills.map(({ fingerPrint, name }) => ({ fingerPrint, name }));
  return JSON.stringify({ ...entry.body, [field]: [...(Array.isArray(named) ? (named as unknown[]) : []), ...own] });
}

/** Uploads one bill; the fingerPrint of its bytes does the key's work. */
export function sendBill(
  env: OutboxEnv,
  entry: Entry,
  bill: Bill,
  bytes: ArrayBuffer,
  token: string,
): Promise<RawResponse> {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type: bill.type }), bill.name);
  return ask(
    env,
    address(env, urlOf(uploadFile)),
    { method: uploadFile.method, headers: uploadHeaders(env, entry, token), body: form },
    patience(bytes.byteLength),
  );
}

/** Sends the call itself: the frozen text, under the entry's own key. */
export function sendCall(env: OutboxEnv, entry: Entry, text: string, token: string): Promise<RawResponse> {
  const headers = {
    ...common(env, entry, token),
    'content-type': 'application/json',
    [HEADERS.idempotencyKey]: entry.id,
    ...(entry.ifMatch !== undefined && { [HEADERS.ifMatch]: `"${entry.ifMatch}"` }),
    ...(entry.wasId !== undefined && {
      [HEADERS.recordId]: entry.wasId,
      ...(entry.receipt !== undefined && { [HEADERS.recordReceipt]: entry.receipt }),
    }),
    ...(entry.saved && { [HEADERS.savedAt]: String(entry.saved.at), [HEADERS.heardAt]: entry.saved.heard }),
  };
  return ask(env, address(env, entry.url), { method: entry.method, headers, body: text }, patience(text.length));
}

/** Reads something for the queue itself; undefined when no answer of our server came. */
export async function askServer(
  env: OutboxEnv,
  owner: string,
  entry: Endpoint,
  query: Record<string, string>,
  token: string,
): Promise<unknown> {
  const facts = await ask(
    env,
    address(env, urlOf(entry, { query })),
    { method: entry.method, headers: common(env, { owner }, token) },
    patience(0),
  );
  if ('failed' in facts || facts.redirected || facts.status !== 200) return undefined;
  try {
    return JSON.parse(facts.body) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Whether our server is in reach, past whatever refuses one entry: it is well, it answers this person's calls, and it
 * has not carried out that entry (its answer may be what got lost).
 */
export async function isInReach(env: OutboxEnv, { id, owner }: Entry, token: string): Promise<boolean> {
  const health = await ask(env, address(env, '/healthz'), { method: 'GET' }, patience(0));
  if ('failed' in health || health.redirected || health.status !== 200 || !/^\s*\{"success":true\b/.test(health.body))
    return false;
  const known = knownKeys.answer.safeParse(await askServer(env, owner, knownKeys, { keys: id }, token));
  return known.success && !known.data.data.includes(id);
}
