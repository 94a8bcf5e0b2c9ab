import type { HttpRequest, HttpResponse } from 'tus-js-client';
import Upload from 'tus-js-client/lib/upload.js';
import { startUpload } from '#contract/calls/files.ts';
import { HEADERS } from '#contract/headers.ts';
import type { Bill, Entry } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import type { RawResponse } from './outcome.ts';
import { address, ask, uploadHeaders } from './send.ts';

export { deliverInParts } from './deliverParts.ts';

/**
 * Sends one bill in parts, by the tus protocol: from where it was, in parts whose size follows the link. There is no
 * limit on the whole, only on the silence of one part. What the answers mean is decided in outcome.ts, as for a bill in
 * one piece; the library keeps the protocol, and its requests leave through the outbox's own door.
 */

/** The longest time without a word from the server. */
export const SILENCE_MS = 60_000;
/** Maximum queries of the upload offset in one attempt, when the server's offset differs from the expected one. */
const ROUNDS = 4;
const OURS = new RegExp(`^${startUpload.path}/[0-9A-Za-z_-]+$`);

export interface PartsJob {
  env: OutboxEnv;
  entry: Pick<Entry, 'owner'>;
  bill: Bill;
  bytes: ArrayBuffer;
  token: string;
  /** Bytes of the next part. */
  partBytes(): number;
  /** How long this number of bytes took; null when there was no answer. */
  measured(bytes: number, ms: number | null): void;
  /** Called with the number of bytes that are safe on the server. */
  acknowledged(offset: number): void;
  /** Before every part: whether it is still ours to send. */
  mayGoOn(): Promise<boolean>;
  /** Keeps the address of the upload, or forgets it; false when there is nowhere to keep it any more. */
  keep(url: string | undefined): Promise<boolean>;
}

/**
 * The answer that decides; `taken` when somebody else sends it by now; `unknown` when the server does not know of
 * parts.
 */
export type PartsResult = RawResponse | 'taken' | 'unknown';

interface Answered {
  method: string;
  facts: RawResponse;
}

const TAKEN = 'taken';
const codeOf = ({ facts }: Answered): string => {
  try {
    return 'failed' in facts ? '' : String((JSON.parse(facts.body) as { code?: unknown }).code ?? '');
  } catch {
    return '';
  }
};
const statusOf = ({ facts }: Answered): number => ('failed' in facts ? 0 : facts.status);
const isGone = (answer: Answered): boolean =>
  (statusOf(answer) === 404 || statusOf(answer) === 410) && codeOf(answer) !== '';

/** An answer of ours that names other bytes than those of the capture. */
function isOther(answer: Answered, hash: string): boolean {
  if ('failed' in answer.facts || answer.facts.status !== 200 || !answer.facts.tus) return false;
  return !answer.facts.body.includes(hash);
}

/** Requests of the library, through `env.fetch`. */
class Requests {
  #last: Answered | undefined;
  taken = false;
  readonly #job: PartsJob;

  constructor(job: PartsJob) {
    this.#job = job;
  }

  async send(
    method: string,
    path: string,
    own: Record<string, string>,
    body: Uint8Array<ArrayBuffer> | null,
  ): Promise<Answered> {
    const { env, entry, token } = this.#job;
    const facts = await ask(
      env,
      address(env, path),
      { method, headers: { ...uploadHeaders(env, entry, token), ...own }, ...(body && { body }) },
      SILENCE_MS,
    );
    const answered = { method, facts };
    this.#last = answered;
    return answered;
  }

  /** The answer to the last request of all, if any was made. */
  last = (): Answered | undefined => this.#last;

  /** An empty part: asked for what the last answer said, or for why a HEAD was refused, which has no body to say it. */
  askAgain = (path: string, offset: number): Promise<Answered> =>
    this.send(
      'PATCH',
      path,
      {
        [HEADERS.tusResumable]: '1.0.0',
        [HEADERS.uploadOffset]: String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      new Uint8Array(),
    );

  stack(path: () => string): { createRequest(method: string, url: string): HttpRequest; getName(): string } {
    return {
      getName: () => 'outbox',
      // The address is the one that was kept: a Location leads nowhere else with a token.
      createRequest: (method) => this.#request(method, path),
    };
  }

  #request(method: string, path: () => string): HttpRequest {
    const headers: Record<string, string> = {};
    return {
      getMethod: () => method,
      getURL: path,
      setHeader: (name, value) => void (headers[name] = value),
      getHeader: (name) => headers[name],
      setProgressHandler: () => undefined,
      abort: () => Promise.resolve(),
      getUnderlyingObject: () => undefined,
      send: (body: { bytes: Uint8Array<ArrayBuffer> } | null) =>
        this.#carry(method, path(), headers, body?.bytes ?? null),
    };
  }

  async #carry(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Uint8Array<ArrayBuffer> | null,
  ): Promise<HttpResponse> {
    const { env, measured, mayGoOn } = this.#job;
    if (body && !(await mayGoOn())) {
      this.taken = true;
      throw new Error(TAKEN);
    }
    const from = env.now();
    const { facts } = await this.send(method, path, headers, body);
    if (body) measured(body.length, 'failed' in facts ? null : env.now() - from);
    if ('failed' in facts) throw new Error(facts.failed);
    // A proxy may answer anything; only an answer that follows the protocol tells the offset of the upload.
    const said: Record<string, string | null> = {
      'Upload-Offset': facts.tus?.offset ?? null,
      'Upload-Length': facts.tus?.length ?? null,
      Location: facts.tus?.location ?? null,
    };
    return {
      getStatus: () => facts.status,
      getHeader: (name) => said[name] ?? undefined,
      getBody: () => facts.body,
      getUnderlyingObject: () => undefined,
    };
  }
}

/** One run of the library, to the last byte or to the first thing that goes wrong. */
async function run(job: PartsJob, requests: Requests, url: { now: string | undefined }): Promise<void> {
  const { bill, bytes } = job;
  const slices = {
    openFile: () =>
      Promise.resolve({
        size: bytes.byteLength,
        slice: (start: number, end: number) =>
          Promise.resolve({
            value: {
              bytes: new Uint8Array(bytes, start, Math.min(end, bytes.byteLength) - start),
              size: Math.min(end, bytes.byteLength) - start,
            },
            done: end >= bytes.byteLength,
          }),
        close: () => undefined,
      }),
  };
  await new Promise<void>((resolve, reject) => {
    // A phone too full to keep the address: that is the caller's to hear.
    const keep = (location: string): Promise<boolean> =>
      job.keep(location).catch((error: unknown) => {
        reject(error as Error);
        return false;
      });
    const upload = new Upload(new Blob([]), {
      ...Upload.defaultOptions,
      ...(url.now === undefined ? { endpoint: startUpload.path } : { uploadUrl: url.now }),
      httpStack: requests.stack(() => url.now ?? startUpload.path),
      fileReader: slices,
      metadata: { filename: bill.name, fingerPrint: bill.hash },
      chunkSize: job.partBytes(),
      retryDelays: null,
      fingerprint: () => Promise.resolve(bill.hash),
      storeFingerprintForResuming: url.now === undefined,
      urlStorage: {
        findAllUploads: () => Promise.resolve([]),
        findUploadsByFingerprint: () => Promise.resolve([]),
        removeUpload: () => Promise.resolve(),
        // Stored before the first part is sent, so that a crash leads to a resume and not to a restart.
        addUpload: async () => {
          const facts = requests.last()?.facts;
          const location = facts && !('failed' in facts) ? (facts.tus?.location ?? '') : '';
          const isOurs = OURS.test(location);
          if (isOurs && (await keep(location))) {
            url.now = location;
            return location;
          }
          requests.taken = isOurs;
          resolve();
          // The library listens to no failure here: it is left waiting, and sends nothing.
          return new Promise<never>(() => undefined);
        },
      },
      onChunkComplete: (_part, accepted) => {
        job.acknowledged(accepted);
        upload.options.chunkSize = job.partBytes();
      },
      onSuccess: () => resolve(),
      onError: () => resolve(),
    });
    upload.start();
  });
}

/** Sends what the server does not have yet. Never throws for what the network or the server did. */
export async function sendInParts(job: PartsJob): Promise<PartsResult> {
  const requests = new Requests(job);
  const url = { now: job.bill.uploadUrl };
  let answer: Answered | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    await run(job, requests, url);
    if (requests.taken) return TAKEN;
    answer = requests.last();
    if (answer === undefined) break;
    if (answer.method === 'POST')
      return [404, 405].includes(statusOf(answer)) && codeOf(answer) !== '' ? 'unknown' : answer.facts;
    const at = 'failed' in answer.facts ? null : answer.facts.tus?.offset;
    if (answer.method === 'HEAD' && !('failed' in answer.facts) && url.now !== undefined) {
      const offset = answer.facts.status === 200 && at != null ? Number(at) : 0;
      if (offset > 0) job.acknowledged(offset);
      answer = await requests.askAgain(url.now, offset);
    }
    const moved = statusOf(answer) === 409 && codeOf(answer) === 'CONFLICT';
    if (isGone(answer) || isOther(answer, job.bill.hash)) {
      if (!(await job.keep(undefined))) return TAKEN;
      url.now = undefined;
    } else if (!moved) return answer.facts;
  }
  return answer?.facts ?? { failed: 'network' };
}
