import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { PutObjectCommandOutput, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { StartupError } from '#server/platform/base/errors.ts';
import { checkContent, checkHash, spool } from './spool.ts';
import type * as s3Sdk from './s3Sdk.ts';
import type { FileStore } from './store.ts';

/** The object store did not do as asked after several tries. */
class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  /** Mapped to 503, try again. */
  readonly code = 'ETIMEDOUT';
}

const ATTEMPTS = 5;
/** Milliseconds that an attempt may take: a part of a large file on a slow link included. */
const TIMEOUT = 25_000;

function readAddress(filesUrl: string): { bucket: string; endpoint: string; region: string } {
  const url = URL.canParse(filesUrl) ? new URL(filesUrl) : null;
  if (url?.protocol !== 's3:' || url.host === '')
    throw new StartupError('FILES_URL is not an address such as s3://bucket?endpoint=https://host&region=name.');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint)) throw new StartupError(`The endpoint in FILES_URL is not an address: ${endpoint}`);
  return { bucket: url.host, endpoint: endpoint.replace(/\/+$/, ''), region };
}

type Sdk = typeof s3Sdk;
type Keys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** The keys of the environment; undefined: the machine's own role, where the address says `credentials=role`. */
function keysOf(filesUrl: string, variables: Readonly<Record<string, string | undefined>>): Keys | undefined {
  if (new URL(filesUrl).searchParams.get('credentials') === 'role') return undefined;
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = variables;
  if (!accessKeyId || !secretAccessKey)
    throw new StartupError(
      'FILES_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, ' +
        'or credentials=role in it for the role of the machine.',
    );
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

const statusOf = (error: unknown): number | undefined =>
  (error as Partial<S3ServiceException> | null)?.$metadata?.httpStatusCode;

/** Files as objects named by their hash. `put` resolves when the store has confirmed bytes with the right checksum. */
export function openS3Store(
  filesUrl: string,
  variables: Readonly<Record<string, string | undefined>>,
  timeout = TIMEOUT,
): FileStore {
  const { bucket, endpoint, region } = readAddress(filesUrl);
  const credentials = keysOf(filesUrl, variables);
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const open = (): NonNullable<typeof opened> =>
    (opened ??= import('./s3Sdk.ts').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        endpoint,
        region,
        ...(credentials && { credentials }),
        forcePathStyle: true,
        maxAttempts: ATTEMPTS,
        // Each upload brings the checksum that is its name; stores that are not Amazon's know no others.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: { requestTimeout: timeout, connectionTimeout: timeout, throwOnRequestTimeout: true },
      }),
    })));
  const objectOf = (hash: string): { Bucket: string; Key: string } => {
    checkHash(hash);
    return { Bucket: bucket, Key: `${hash.slice(0, 2)}/${hash}` };
  };

  /** Runs a request. An answer with one of these statuses is `null`; what fails for good is `StoreUnavailable`. */
  async function ask<Answer>(
    run: (client: S3Client, sdk: Sdk) => Promise<Answer>,
    ...expected: readonly number[]
  ): Promise<Answer | null> {
    const { client, sdk } = await open();
    try {
      return await run(client, sdk);
    } catch (error) {
      const status = statusOf(error);
      if (status !== undefined && expected.includes(status)) return null;
      if (error instanceof StoreUnavailable) throw error;
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      // The store's own code, such as AccessDenied or RequestTimeTooSkewed, or what became of the connection.
      throw new StoreUnavailable(`The file store did not do as asked (${status ?? 'no answer'} ${name}): ${message}`);
    }
  }

  const read = (hash: string): Promise<Buffer | null> =>
    ask(async (client, { GetObjectCommand }) => {
      const { Body } = await client.send(new GetObjectCommand(objectOf(hash)));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    }, 404);

  const stream = (hash: string): Promise<{ size: number; bytes: Readable } | null> =>
    ask(async (client, { GetObjectCommand }) => {
      const { Body, ContentLength } = await client.send(new GetObjectCommand(objectOf(hash)));
      return { size: ContentLength ?? 0, bytes: Body as Readable };
    }, 404);

  /** Reads a file back, from a store that does not say what it has. */
  async function assertSameContent(hash: string): Promise<void> {
    const sum = createHash('sha256');
    for await (const piece of (await stream(hash))?.bytes ?? []) sum.update(piece as Buffer);
    if (sum.digest('hex') !== hash) throw new StoreUnavailable('The file store holds other bytes than were sent.');
  }

  const checksumOf = (hash: string): string => Buffer.from(hash, 'hex').toString('base64');

  return {
    put: async (hash, bytes, type) => {
      checkContent(hash, bytes);
      const object = {
        ...objectOf(hash),
        Body: bytes,
        ContentType: type,
        ContentMD5: createHash('md5').update(bytes).digest('base64'),
        ChecksumSHA256: checksumOf(hash),
      };
      const stored = await ask((client, { PutObjectCommand }) => {
        const send = (condition: { IfNoneMatch?: string }): Promise<PutObjectCommandOutput> =>
          client.send(new PutObjectCommand({ ...object, ...condition }));
        // A store that cannot compare: writing the same bytes again is as good.
        return send({ IfNoneMatch: '*' }).catch((error: unknown) => {
          if (statusOf(error) === 501) return send({});
          throw error;
        });
      }, 412);
      // There already: perhaps by our own attempt whose answer was lost.
      if (stored === null) return;
      if (stored.ChecksumSHA256 !== object.ChecksumSHA256) await assertSameContent(hash);
    },
    putStream: async (pieces, type) => {
      // The name is the hash of all of it.
      const file = path.join(tmpdir(), `kharcha-${randomBytes(9).toString('hex')}`);
      try {
        const spooled = await spool(file, pieces);
        const stored = await ask((client, { Upload }) => {
          const params = { ...objectOf(spooled.hash), Body: createReadStream(file), ContentType: type };
          return new Upload({ client, params: { ...params, ChecksumAlgorithm: 'SHA256' } }).done();
        });
        const said = stored?.ChecksumSHA256 ?? '';
        // Of a file in parts the store confirms each part, and says a checksum of their checksums.
        if (said !== checksumOf(spooled.hash) && !/-\d+$/.test(said)) await assertSameContent(spooled.hash);
        return spooled;
      } finally {
        await rm(file, { force: true });
      }
    },
    get: read,
    stream,
    has: async (hash) =>
      (await ask((client, { HeadObjectCommand }) => client.send(new HeadObjectCommand(objectOf(hash))), 404)) !== null,
    remove: async (hash) => {
      await ask((client, { DeleteObjectCommand }) => client.send(new DeleteObjectCommand(objectOf(hash))), 404);
    },
  };
}
