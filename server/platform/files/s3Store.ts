import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { PutObjectCommandOutput } from '@aws-sdk/client-s3';
import { openS3, statusOf, StoreUnavailable, type S3Variables } from './s3Client.ts';
import { checkContent, checkHash, spool } from './spool.ts';
import type { FileStore } from './store.ts';

/** Files as objects named by their hash. `put` resolves when the store has confirmed bytes with the right checksum. */
export function openS3Store(filesUrl: string, variables: S3Variables, timeout?: number): FileStore {
  const { bucket, ask } = openS3({ setting: 'FILES_URL', url: filesUrl }, variables, timeout);
  const objectOf = (hash: string): { Bucket: string; Key: string } => {
    checkHash(hash);
    return { Bucket: bucket, Key: `${hash.slice(0, 2)}/${hash}` };
  };

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
