import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { StartupError } from '#server/platform/base/startupError.ts';
import { checkContent, checkHash, hashOf } from './hash.ts';
import { spool } from './spool.ts';
import type { FileStore } from './store.ts';

/** The object store did not do as asked after several tries. */
class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  /** Read by whoever turns errors into answers: 503, try again. */
  readonly code = 'ETIMEDOUT';
}

const ATTEMPTS = 5;
const TIMEOUT = 15_000;
/** For the whole of a large file, in seconds a megabyte, beside the above. */
const SECONDS_A_MEGABYTE = 2;

export interface S3Timing {
  /** Milliseconds an attempt may take. */
  timeout: number;
  /** Milliseconds before the second attempt; doubles with each further one. */
  pause: number;
}

function readAddress(filesUrl: string): { bucket: string; endpoint: string; region: string } {
  const url = URL.canParse(filesUrl) ? new URL(filesUrl) : null;
  if (url?.protocol !== 's3:' || url.host === '')
    throw new StartupError('FILES_URL is not an address such as s3://bucket?endpoint=https://host&region=name.');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint)) throw new StartupError(`The endpoint in FILES_URL is not an address: ${endpoint}`);
  return { bucket: url.host, endpoint: endpoint.replace(/\/+$/, ''), region };
}

/** Worth another try with the same name, which is the hash of the content: it can only store the same bytes. */
const passing = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501);

/** Files as objects named by their hash. `put` resolves when the store has confirmed bytes with the right checksum. */
export function openS3Store(
  filesUrl: string,
  variables: Readonly<Record<string, string | undefined>>,
  timing: S3Timing = { timeout: TIMEOUT, pause: 200 },
): FileStore {
  const { bucket, endpoint, region } = readAddress(filesUrl);
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = variables;
  if (!accessKeyId || !secretAccessKey)
    throw new StartupError('FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    service: 's3',
    region,
    retries: 0,
  });
  const address = (hash: string): string => {
    checkHash(hash);
    return `${endpoint}/${bucket}/${hash.slice(0, 2)}/${hash}`;
  };

  /** One request with its answer read whole; tried again when the store is busy, silent or cut off. */
  async function ask(
    method: string,
    hash: string,
    headers: Record<string, string> = {},
    body?: Buffer,
  ): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
    return tryOften(async () => {
      const response = await client.fetch(address(hash), {
        method,
        headers,
        ...(body && { body: new Uint8Array(body) }),
        signal: AbortSignal.timeout(timing.timeout),
      });
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
    });
  }

  async function tryOften<Answer extends { status: number }>(once: () => Promise<Answer>): Promise<Answer> {
    let last = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await wait(timing.pause * 2 ** (attempt - 1) * (0.5 + Math.random()));
      try {
        const answer = await once();
        if (!passing(answer.status)) return answer;
        last = `status ${answer.status}`;
      } catch (error) {
        last =
          error instanceof Error
            ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`
            : String(error);
      }
    }
    throw new StoreUnavailable(`The file store does not answer (${last}).`);
  }

  /** A refusal that trying again will not change, with the store's own code (RequestTimeTooSkewed, AccessDenied …). */
  function refused(what: string, status: number, bytes: Buffer): Error {
    const code = /<Code>([^<]+)<\/Code>/.exec(bytes.toString('utf8'))?.[1] ?? '';
    return new StoreUnavailable(`The file store refused ${what}: ${status} ${code}`.trim());
  }

  async function read(hash: string): Promise<Buffer | null> {
    const { status, bytes } = await ask('GET', hash);
    if (status === 404) return null;
    if (status !== 200) throw refused('to read a file', status, bytes);
    return bytes;
  }

  async function stream(hash: string): Promise<{ size: number; bytes: Readable } | null> {
    const response = await tryOften(() => client.fetch(address(hash), { method: 'GET' }));
    if (response.status === 404) return null;
    if (response.status !== 200 || response.body === null)
      throw refused('to read a file', response.status, Buffer.from(await response.arrayBuffer()));
    return {
      size: Number(response.headers.get('content-length')),
      bytes: Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]),
    };
  }

  /** Reads a large file back, from a store that does not say what it has. */
  async function demandSame(hash: string): Promise<void> {
    const sum = createHash('sha256');
    for await (const piece of (await stream(hash))?.bytes ?? []) sum.update(piece as Buffer);
    if (sum.digest('hex') !== hash) throw new StoreUnavailable('The file store holds other bytes than were sent.');
  }

  return {
    put: async (hash, bytes, type) => {
      checkContent(hash, bytes);
      const checksum = Buffer.from(hash, 'hex').toString('base64');
      const md5 = createHash('md5').update(bytes).digest('base64');
      const headers = {
        'content-type': type,
        'content-md5': md5,
        'x-amz-content-sha256': hash,
        'x-amz-checksum-sha256': checksum,
      };
      let answer = await ask('PUT', hash, { ...headers, 'if-none-match': '*' }, bytes);
      // A store that cannot compare: writing the same bytes again is as good.
      if (answer.status === 501) answer = await ask('PUT', hash, headers, bytes);
      if (answer.status === 412) return; // There already: perhaps our own attempt whose answer was lost.
      if (answer.status !== 200) throw refused('to store a file', answer.status, answer.bytes);
      const confirmed = answer.headers.get('x-amz-checksum-sha256');
      if (confirmed === checksum) return;
      // A store that does not say what it has is asked for it.
      const stored = await read(hash);
      if (stored === null || hashOf(stored) !== hash)
        throw new StoreUnavailable('The file store holds other bytes than were sent.');
    },
    putStream: async (pieces, type) => {
      // The store wants to know size and hash before the first byte.
      const file = path.join(tmpdir(), `kharcha-${randomBytes(9).toString('hex')}`);
      try {
        const spooled = await spool(file, pieces);
        const checksum = Buffer.from(spooled.hash, 'hex').toString('base64');
        const headers = {
          'content-type': type,
          'content-length': String(spooled.size),
          'x-amz-content-sha256': spooled.hash,
          'x-amz-checksum-sha256': checksum,
        };
        const within = timing.timeout + Math.ceil(spooled.size / 1_048_576) * SECONDS_A_MEGABYTE * 1000;
        const answer = await tryOften(async () => {
          const body = Readable.toWeb(createReadStream(file)) as ReadableStream;
          const response = await client.fetch(address(spooled.hash), {
            method: 'PUT',
            headers,
            body,
            duplex: 'half',
            signal: AbortSignal.timeout(within),
          } as RequestInit);
          return {
            status: response.status,
            headers: response.headers,
            bytes: Buffer.from(await response.arrayBuffer()),
          };
        });
        if (answer.status !== 200) throw refused('to store a file', answer.status, answer.bytes);
        if (answer.headers.get('x-amz-checksum-sha256') !== checksum) await demandSame(spooled.hash);
        return spooled;
      } finally {
        await rm(file, { force: true });
      }
    },
    get: read,
    stream,
    has: async (hash) => {
      const { status, bytes } = await ask('HEAD', hash);
      if (status !== 200 && status !== 404) throw refused('to look for a file', status, bytes);
      return status === 200;
    },
    remove: async (hash) => {
      const { status, bytes } = await ask('DELETE', hash);
      if (status !== 204 && status !== 200 && status !== 404) throw refused('to remove a file', status, bytes);
    },
  };
}
