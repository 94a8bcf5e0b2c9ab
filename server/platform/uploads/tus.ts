import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Server } from '@tus/server';
import { ERRORS, EVENTS, type Lock, type Locker, type RequestRelease } from '@tus/utils';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { startUpload } from '#contract/calls/files.ts';
import { MESSAGES } from '#contract/error.ts';
import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { HEADERS } from '#contract/headers.ts';
import { malformed, notFound, Refusal, unavailable } from '#server/platform/base/errors.ts';
import { UploadStore } from './parts.ts';
import type { Context } from '#server/platform/http/context.ts';

/** The tus protocol between our routes and our store: headers in, headers out, refusals in our own envelope. */

/** How long a request that another one takes the place of has to put away what came. */
const DRAIN_MILLIS = 1_000;
const PASSED_ON = [
  HEADERS.tusResumable,
  HEADERS.uploadLength,
  HEADERS.uploadOffset,
  HEADERS.uploadMetadata,
  'upload-defer-length',
  'upload-concat',
  'content-type',
  'content-length',
];
const ANSWERED = [HEADERS.tusResumable, HEADERS.uploadLength, HEADERS.uploadOffset, 'location'];

interface Held {
  release: RequestRelease;
  free: Promise<void>;
}

/**
 * One request at a time for each upload, in this process: the next one asks the one before to end, whose connection is
 * probably dead. Between processes the count in the database decides.
 */
export class UploadTurns implements Locker {
  readonly #held = new Map<string, Held>();

  newLock(id: string): Lock {
    let end: (() => void) | undefined;
    return {
      lock: async (signal, release) => {
        for (let before = this.#held.get(id); before; before = this.#held.get(id)) {
          await before.release();
          await before.free;
          if (signal.aborted) throw ERRORS.ERR_LOCK_TIMEOUT;
        }
        const free = new Promise<void>((resolve) => (end = resolve));
        this.#held.set(id, { release, free });
      },
      unlock: async () => {
        this.#held.delete(id);
        end?.();
      },
    };
  }
}

/** What the tus server refuses by, as our own refusal. */
function refusalFor(status: number): Refusal {
  if (status === 404 || status === 410) return notFound();
  if (status === 409) return new Refusal('CONFLICT', 'The upload stands elsewhere. Ask where, and go on from there.');
  if (status === 413) return new Refusal('FILE_TOO_LARGE', MESSAGES.fileTooLarge);
  return status === 500 ? unavailable() : malformed('This is not a request of an upload by tus 1.0.0.');
}

function asError(thrown: unknown): unknown {
  const status =
    typeof thrown === 'object' && thrown !== null && 'status_code' in thrown ? thrown.status_code : undefined;
  return typeof status === 'number' ? refusalFor(status) : thrown;
}

function webRequest(request: FastifyRequest, id: string | undefined): Request {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = request.headers[name.toLowerCase()];
    if (typeof value === 'string') headers.set(name, value);
  }
  const address = `http://uploads${startUpload.path}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
  const body =
    request.body instanceof Readable && request.headers['content-length'] !== '0'
      ? { body: Readable.toWeb(request.body) as ReadableStream, duplex: 'half' }
      : {};
  return new Request(address, { method: request.method, headers, ...body } as RequestInit);
}

/** Carries one request out by the protocol. Throws what our envelope makes a refusal of. */
export async function serveTus(
  context: Context,
  turns: UploadTurns,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { uploadId } = request.params as { uploadId?: string };
  const store = new UploadStore(context);
  const failed: { with?: unknown } = {};
  let expiring = uploadId;
  const server = new Server({
    path: startUpload.path,
    datastore: store,
    locker: turns,
    lockDrainTimeout: DRAIN_MILLIS,
    maxSize: FILE_BYTES_LIMIT - 1,
    relativeLocation: true,
    namingFunction: () => randomBytes(16).toString('hex'),
    onUploadFinish: async (_request, { id }) => ({
      status_code: 200,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ success: true, data: await store.finish(id) }),
    }),
    onResponseError: (_request, error) => {
      failed.with = error;
      return undefined;
    },
  });
  server.on(EVENTS.POST_CREATE, (_request: unknown, upload: { id: string }) => (expiring = upload.id));
  // Said of refusals too: by it the client knows whose they are, as a HEAD has no body.
  reply.header(HEADERS.tusResumable, '1.0.0');
  const answer = await server.handleWeb(webRequest(request, uploadId) as Parameters<Server['handleWeb']>[0]);
  if ('with' in failed) throw asError(failed.with);
  if (answer.status >= 400) throw refusalFor(answer.status);
  for (const name of ANSWERED) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  const text = answer.body === null || request.method === 'HEAD' ? '' : await answer.text();
  if (request.method !== 'DELETE' && expiring !== undefined && text === '')
    reply.header(HEADERS.uploadExpires, new Date(await store.expiresAt(expiring)).toUTCString());
  if (text !== '') reply.type('application/json; charset=utf-8');
  return reply.code(answer.status).send(text === '' ? undefined : text);
}
