import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#server/main/app.ts';
import { openS3Store } from '#server/platform/files/s3Store.ts';
import { openFileStore, type FileStore } from '#server/platform/files/store.ts';
import { Api } from '#tests/support/api.ts';
import { hashOf, pdf } from '#tests/support/files.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { begun, offsetOf, part, where } from '#tests/support/tus.ts';

/** Several processes over one database: a disk that all see, or S3. */
let server: TestServer;
let token = '';
const apps: FastifyInstance[] = [];

async function another(files: FileStore): Promise<Api> {
  const { env, database, clock, identity } = server;
  const app = await buildApp({
    env,
    database,
    files,
    log: pino({ level: 'silent' }),
    clock: () => clock.now,
    identities: [identity.source],
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  apps.push(app);
  return new Api(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, token);
}
beforeAll(async () => {
  server = await startServer();
  token = (await server.as('employee')).token ?? '';
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await server.close();
});

/** Parts to each in turn, and each asked where it stands. */
async function upload(bytes: Buffer, those: readonly Api[]): Promise<void> {
  const url = await begun(those[0] as Api, bytes);
  let at = 0;
  for (let n = 0; at < bytes.length; n += 1) {
    const api = those[n % those.length] as Api;
    const answer = await part(api, url, at, bytes.subarray(at, at + 40_000));
    at = offsetOf(answer);
    for (const each of those) expect(offsetOf(await where(each, url))).toBe(at);
    if (at === bytes.length) expect((answer.body['data'] as { fingerPrint: string }).fingerPrint).toBe(hashOf(bytes));
  }
}

it('P12: parts that come to several processes are one file', async () => {
  const first = await another(openFileStore({ dataDir: server.dataDir }));
  const second = await another(openFileStore({ dataDir: server.dataDir }));
  await upload(pdf('several processes', 150_000), [first, second]);
  // At one place at once: one of the two counts, whichever process it came to.
  const bytes = pdf('at once', 60_000);
  const url = await begun(first, bytes);
  const both = await Promise.all([first, second].map((api) => part(api, url, 0, bytes.subarray(0, 30_000))));
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const last = await part(second, url, 30_000, bytes.subarray(30_000));
  expect((last.body['data'] as { fingerPrint: string }).fingerPrint).toBe(hashOf(bytes));
});

it('P12: parts lie in S3 as on a disk, and leave nothing there but the file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kharcha-s3-'));
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'bills', configs: [] }],
  });
  const { port } = (await s3.run()) as AddressInfo;
  const files = openS3Store(`s3://bills?endpoint=http://127.0.0.1:${port}`, {
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  });
  const stored = new Set<string>();
  const watched: FileStore = {
    ...files,
    put: async (hash, ...rest) => {
      await files.put(hash, ...rest);
      stored.add(hash);
    },
    remove: async (hash) => {
      await files.remove(hash);
      stored.delete(hash);
    },
  };
  const bytes = pdf('to S3', 110_000);
  await upload(bytes, [await another(watched), await another(watched)]);
  expect([...stored]).toEqual([hashOf(bytes)]);
  expect((await files.get(hashOf(bytes)))?.equals(bytes)).toBe(true);
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});
