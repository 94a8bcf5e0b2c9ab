import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupStore } from '#server/platform/database/backups/keeper.ts';
import { openS3, StoreUnavailable, type S3Variables } from './s3Client.ts';

const SUFFIX = '.backup';

/** Backups as objects named by their moment, at the address of `BACKUP_URL`. Throws `StartupError`. */
export function openS3Backups(url: string, variables: S3Variables, timeout?: number): BackupStore {
  const { bucket, prefix, ask } = openS3({ setting: 'BACKUP_URL', url }, variables, timeout);
  const folder = prefix === '' ? '' : `${prefix}/`;
  const objectOf = (name: string): { Bucket: string; Key: string } => ({
    Bucket: bucket,
    Key: `${folder}${name}${SUFFIX}`,
  });
  return {
    list: async () => {
      const names: string[] = [];
      for (let token: string | undefined, more = true; more;) {
        const page = await ask((client, { ListObjectsV2Command }) =>
          client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, ContinuationToken: token })),
        );
        for (const { Key = '' } of page?.Contents ?? [])
          if (/^[\dTZ-]+$/.test(Key.slice(folder.length, -SUFFIX.length)) && Key.endsWith(SUFFIX))
            names.push(Key.slice(folder.length, -SUFFIX.length));
        token = page?.NextContinuationToken;
        more = token !== undefined;
      }
      return names;
    },
    put: async (name, file, signal) => {
      await ask(async (client, { Upload }) => {
        const params = { ...objectOf(name), Body: createReadStream(file), ContentType: 'application/octet-stream' };
        const upload = new Upload({ client, params: { ...params, ChecksumAlgorithm: 'SHA256' } });
        const stop = (): void => void upload.abort();
        signal.addEventListener('abort', stop);
        try {
          await upload.done();
        } finally {
          signal.removeEventListener('abort', stop);
        }
      });
    },
    get: async (name, file) => {
      await mkdir(path.dirname(file), { recursive: true });
      const found = await ask(async (client, { GetObjectCommand }) => {
        const { Body } = await client.send(new GetObjectCommand(objectOf(name)));
        await pipeline(Body as Readable, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
        return true;
      }, 404);
      if (found === null) throw new StoreUnavailable(`There is no backup named ${name} in BACKUP_URL.`);
    },
    remove: async (name) => {
      await ask((client, { DeleteObjectCommand }) => client.send(new DeleteObjectCommand(objectOf(name))), 404);
    },
  };
}
