import type { Endpoint } from '#contract/endpoint.ts';
import { HEADERS } from '#contract/headers.ts';
import { baseUrls } from './config.ts';
import { readToken } from '#start/cookies.ts';
import { anotherPerson, noNetwork, refusalOf } from './errors.ts';
import { addressOf, headers, jsonOf, send, type CallInput } from './http.ts';
import { online } from './online.ts';
import { sessionEnded } from './sessionEnd.ts';
import { currentSession } from './sessionStore.ts';
import { withRecentSignIn } from './signInAgain.ts';

/** Files that need the token: no plain link would get them, so they are fetched and then saved. */

/** Silence after which the server counts as gone. */
const SILENCE_MS = 60_000;
/** How long a browser may take to open what it is to save. */
const KEPT_MS = 60_000;

export interface SaveInput extends Pick<CallInput, 'query' | 'list' | 'parts' | 'signal' | 'key'> {
  /** Its name where the server gives none. */
  name: string;
  /** How many bytes have come. */
  onBytes?: (bytes: number) => void;
}

/** The name in a content-disposition (RFC 6266), without folders and control characters; null where there is none. */
export function nameIn(disposition: string | null): string | null {
  const full = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="([^"]*)"|filename=([^;\s]+)/i.exec(disposition ?? '');
  let name = plain?.[1] ?? plain?.[2] ?? '';
  try {
    if (full !== undefined) name = decodeURIComponent(full);
  } catch {
    // A name that cannot be read is no name.
  }
  const safe = name
    .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_')
    .replace(/^\.+/, '')
    .trim();
  return safe === '' ? null : safe;
}

/** Puts bytes where this browser puts downloads. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** Reads a body to its end, saying after each piece how many bytes have come. */
async function bytesOf(response: Response, heard: (bytes: number) => void): Promise<BlobPart[]> {
  const pieces: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
    bytes += piece.value.byteLength;
    heard(bytes);
  }
  return pieces;
}

/**
 * Fetches a file and saves it; answers its name. Nothing is saved of a file that did not come whole.
 * Throws ApiError as `call` does, and what the signal was aborted with.
 */
export const saveFile = (endpoint: Endpoint, input: SaveInput): Promise<string> =>
  withRecentSignIn(() => saveOnce(endpoint, input));

function saveOnce(endpoint: Endpoint, { onBytes, name, signal, key, ...input }: SaveInput): Promise<string> {
  const token = readToken();
  // A change whose answer is a file: the same again under its key gives the file again.
  const change = endpoint.method !== 'GET' && { method: endpoint.method, body: '{}' };
  const said = {
    ...headers(token),
    ...(change && { 'content-type': 'application/json' }),
    ...(key !== undefined && { [HEADERS.idempotencyKey]: key }),
  };
  return save(
    addressOf(endpoint, input),
    { headers: said, ...change, ...(signal && { signal }) },
    token,
    name,
    onBytes,
  );
}

/** Saves a file from a signed address, without a token (PAY-9). Throws as `saveFile` does. */
export const saveAddress = (address: string, name: string, signal?: AbortSignal): Promise<string> =>
  save(address.startsWith('/') ? baseUrls().expense + address : address, { ...(signal && { signal }) }, null, name);

async function save(
  url: string,
  init: RequestInit,
  token: string | null,
  name: string,
  onBytes?: (bytes: number) => void,
): Promise<string> {
  const asker = currentSession()?.email;
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  wait();
  try {
    const response = await send(url, init, silence.signal);
    if (!response.ok) {
      const answer = await jsonOf(response, init.signal);
      online.sawAnswer();
      if (response.status === 401 && token !== null && token === readToken()) sessionEnded();
      throw refusalOf(response.status, answer);
    }
    // A captive portal's page is no file of ours.
    if ((response.headers.get('content-type') ?? '').includes('html')) await jsonOf(response, init.signal);
    online.sawAnswer();
    const pieces = await bytesOf(response, (bytes) => {
      wait();
      onBytes?.(bytes);
    }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw noNetwork();
    });
    // Whoever asked for it has left: it is not put before the next one (ID-1).
    if (currentSession()?.email !== asker) throw anotherPerson();
    const saved = nameIn(response.headers.get('content-disposition')) ?? name;
    saveAs(new Blob(pieces, { type: response.headers.get('content-type') ?? 'application/octet-stream' }), saved);
    return saved;
  } finally {
    clearTimeout(timer);
  }
}
