import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { HEADERS, ORGANISATION_COOKIE } from '#contract/headers.ts';
import { readCookie, readToken } from '#start/cookies.ts';
import { ApiError, captivePortal, noNetwork, refusalOf, UNEXPECTED } from './errors.ts';
import { addressOf, headers, TIMEOUT_MS, type CallInput } from './http.ts';
import { online } from './online.ts';
import { sessionEnded } from './sessionEnd.ts';
import { withRecentSignIn } from './signInAgain.ts';

/** A file that is sent at once and looked at while it goes. `fetch` cannot tell how far it has come. */

export interface UploadInput extends Pick<CallInput, 'parts' | 'query' | 'signal'> {
  /** How much of the file has gone, 0 to 1; 1: the server is reading it. */
  onSent?: (part: number) => void;
}

/**
 * Sends one file and answers what the server says of it. Throws ApiError as `call` does; of a sheet that was refused
 * with the provider's own errorMessage.
 */
export const uploadFile = <E extends Endpoint>(
  endpoint: E,
  file: File,
  input: UploadInput = {},
): Promise<AnswerOf<E>> => withRecentSignIn(() => uploadOnce(endpoint, file, input));

function uploadOnce<E extends Endpoint>(
  endpoint: E,
  file: File,
  { onSent, signal, ...input }: UploadInput,
): Promise<AnswerOf<E>> {
  const token = readToken();
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const lost = (): void => {
      online.sawFailure();
      reject(noNetwork());
    };
    request.open(endpoint.method, addressOf(endpoint, input));
    request.timeout = endpoint.timeout ?? TIMEOUT_MS;
    for (const [name, value] of Object.entries(headers(token))) request.setRequestHeader(name, value);
    const organisation = readCookie(ORGANISATION_COOKIE);
    if (organisation) request.setRequestHeader(HEADERS.organisation, organisation);
    request.upload.onprogress = ({ loaded, total }) => onSent?.(total > 0 ? loaded / total : 0);
    request.onerror = lost;
    request.ontimeout = lost;
    request.onabort = () =>
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('Stopped.', 'AbortError'));
    request.onload = () => {
      try {
        resolve(answerOf(endpoint, request, token));
      } catch (error) {
        reject(error instanceof Error ? error : noNetwork());
      }
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

function answerOf<E extends Endpoint>(endpoint: E, request: XMLHttpRequest, token: string | null): AnswerOf<E> {
  const { status } = request;
  if (!(request.getResponseHeader('content-type') ?? '').includes('json')) {
    online.sawFailure();
    throw captivePortal(status);
  }
  const answer = JSON.parse(request.responseText) as { success?: unknown } | null;
  online.sawAnswer();
  if (status < 200 || status > 299 || answer?.success !== true) {
    if (status === 401 && token !== null && token === readToken()) sessionEnded();
    throw refusalOf(status, answer);
  }
  const parsed = endpoint.answer.safeParse(answer);
  if (!parsed.success)
    throw new ApiError('The server sent an answer that this version does not understand.', status, UNEXPECTED);
  return parsed.data as AnswerOf<E>;
}
