import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import S3rver from 's3rver';

/** Keeps bills for several processes: the settings of the server, and its end. */
export async function startObjectStore(home: string): Promise<{
  settings: Record<string, string>;
  end: () => Promise<void>;
}> {
  const directory = mkdtempSync(path.join(home, 'objects-'));
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'bills', configs: [] }],
  });
  const { port } = (await s3.run()) as AddressInfo;
  return {
    settings: {
      FILES_URL: `s3://bills?endpoint=http://127.0.0.1:${port}&region=ap-south-1`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async end() {
      await s3.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
