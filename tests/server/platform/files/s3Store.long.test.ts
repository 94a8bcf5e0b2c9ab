import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openS3Store } from '#server/platform/files/s3Store.ts';
import { openFileStore, type FileStore } from '#server/platform/files/store.ts';
import { refusalOf } from '#server/platform/base/errors.ts';
import { gathered } from '#tests/support/pieces.ts';

const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const type = 'application/pdf';
let bills = 0;
/** A bill that was never stored before. */
function newBill(): { bytes: Buffer; hash: string } {
  const bytes = Buffer.from(`bill ${++bills}`);
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

/** What the proxy does to the next request; null passes it on. */
type Fault =
  | null
  | 'slowDown'
  | 'silence'
  | 'cutAfterSuccess'
  | 'spoilBody'
  | 'spoilAnswer'
  | 'skewed'
  | 'thereAlready'
  | 'cannotCompare'
  | 'wrongChecksum';

let s3: S3rver;
let proxy: Server;
let folder = '';
let store: FileStore;
/** Gives an attempt half a second. For what never answers alone: a busy machine is slower than that by itself. */
let impatient: FileStore;
let faults: Fault[] = [];
let seen: { method: string; headers: IncomingMessage['headers'] }[] = [];

const spoiled = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 1));

function pass(
  incoming: IncomingMessage,
  body: Buffer,
  port: number,
  done: (status: number, headers: IncomingMessage['headers'], body: Buffer) => void,
): void {
  const outgoing = request(
    {
      port,
      host: '127.0.0.1',
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, 'content-length': body.length },
    },
    (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => done(answer.statusCode ?? 500, answer.headers, Buffer.concat(parts)));
    },
  );
  outgoing.end(body);
}

function handle(incoming: IncomingMessage, response: ServerResponse, body: Buffer, port: number): void {
  seen.push({ method: incoming.method ?? '', headers: incoming.headers });
  const fault = faults.shift() ?? null;
  const say = (status: number, code: string): void =>
    void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  if (fault === 'slowDown') say(503, 'SlowDown');
  else if (fault === 'skewed') say(403, 'RequestTimeTooSkewed');
  else if (fault === 'thereAlready') say(412, 'PreconditionFailed');
  else if (fault === 'cannotCompare') say(501, 'NotImplemented');
  else if (fault !== 'silence') {
    pass(incoming, fault === 'spoilBody' ? spoiled(body) : body, port, (status, headers, answer) => {
      if (fault === 'cutAfterSuccess') response.destroy();
      else
        response
          .writeHead(status, { ...headers, ...(fault === 'wrongChecksum' && { 'x-amz-checksum-sha256': 'AAAA' }) })
          .end(fault === 'spoilAnswer' ? spoiled(answer) : answer);
    });
  }
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kharcha-s3-'));
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'bills', configs: [] }],
  });
  const { port } = (await s3.run()) as AddressInfo;
  proxy = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => handle(incoming, response, Buffer.concat(parts), port));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const address = `s3://bills?endpoint=${endpoint}&region=ap-south-1`;
  store = openS3Store(address, keys);
  impatient = openS3Store(address, keys, 500);
});
beforeEach(() => {
  faults = [];
  seen = [];
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('bills in S3', () => {
  it('are given back as they were', async () => {
    const { bytes, hash } = newBill();
    expect(await store.get(hash)).toBeNull();
    expect(await store.has(hash)).toBe(false);
    await store.put(hash, bytes, type);
    expect(await store.has(hash)).toBe(true);
    expect(await store.get(hash)).toEqual(bytes);
    await store.remove(hash);
    await store.remove(hash);
    expect(await store.has(hash)).toBe(false);
  });

  it('U1, X48: are sent with their checksum and only where none is yet', async () => {
    const { bytes, hash } = newBill();
    await store.put(hash, bytes, type);
    expect(seen[0]).toMatchObject({
      method: 'PUT',
      headers: {
        'x-amz-checksum-sha256': Buffer.from(hash, 'hex').toString('base64'),
        'x-amz-content-sha256': hash,
        'if-none-match': '*',
        'content-type': type,
      },
    });
  });

  it.each<[string, Fault[]]>([
    ['the store is well', []],
    ['the store is busy, then cut off', ['slowDown', 'cutAfterSuccess']],
    ['the store does not say what it has', ['wrongChecksum']],
  ])('X48: of any size come piece by piece when %s', async (_, wanted) => {
    const part = Buffer.alloc(100_000, ++bills);
    async function* pieces() {
      for (let n = 0; n < 20; n += 1) yield part;
    }
    faults = [...wanted];
    const { hash, size } = await store.putStream(pieces(), 'text/csv');
    expect(faults).toEqual([]);
    expect([hash, size]).toEqual([
      createHash('sha256')
        .update(await gathered(pieces()))
        .digest('hex'),
      2_000_000,
    ]);
    const read = await store.stream(hash);
    expect(
      createHash('sha256')
        .update(read ? await gathered(read.bytes) : '')
        .digest('hex'),
    ).toBe(hash);
    expect(await store.stream('0'.repeat(64))).toBeNull();
    faults = ['wrongChecksum', 'spoilAnswer'];
    await expect(store.putStream(pieces(), 'text/csv')).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });

  it.each<[string, Fault[]]>([
    ['the store asks to slow down twice', ['slowDown', 'slowDown']],
    ['the store is silent', ['silence']],
    ['the answer is lost after the file was stored', ['cutAfterSuccess', 'thereAlready']],
    ['the answer is lost and the store cannot compare', ['cutAfterSuccess', 'cannotCompare']],
  ])('X48: are stored when %s', async (_, wanted) => {
    const { bytes, hash } = newBill();
    faults = [...wanted];
    await (faults.includes('silence') ? impatient : store).put(hash, bytes, type);
    expect(faults).toEqual([]);
    expect(await store.get(hash)).toEqual(bytes);
  });

  it.each<[string, Fault[]]>([
    ['the store stays busy', ['slowDown', 'slowDown', 'slowDown', 'slowDown', 'slowDown']],
    ['the bytes are damaged on the way', ['spoilBody']],
    ['the store holds other bytes', ['wrongChecksum', 'spoilAnswer']],
    ['the clocks differ', ['skewed']],
  ])('U2, X48: are never confirmed when %s, and the answer is 503', async (_, wanted) => {
    const { bytes, hash } = newBill();
    faults = [...wanted];
    const error = await store.put(hash, bytes, type).catch((thrown: unknown) => thrown);
    expect(refusalOf(error)?.status).toBe(503);
  });

  it('are not said to be absent when the store does not answer', async () => {
    const { hash } = newBill();
    faults = ['slowDown', 'slowDown', 'slowDown', 'slowDown', 'slowDown'];
    await expect(store.get(hash)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    faults = ['skewed'];
    await expect(store.has(hash)).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });

  it('are stored with the role of the machine where the address says so, and are not read before', () => {
    expect(() => openS3Store('s3://bucket?credentials=role', {})).not.toThrow();
  });

  it('of many megabytes go in parts, each confirmed by itself', async () => {
    const part = Buffer.alloc(1_000_000, 7);
    async function* pieces() {
      for (let n = 0; n < 12; n += 1) yield part;
    }
    const { hash } = await store.putStream(pieces(), 'text/csv');
    const puts = seen.filter(({ method }) => method === 'PUT');
    // A slow machine sends one again.
    expect(puts.length).toBeGreaterThanOrEqual(3);
    const read = await store.stream(hash);
    expect(read?.size).toBe(12_000_000);
    expect(
      createHash('sha256')
        .update(read ? await gathered(read.bytes) : '')
        .digest('hex'),
    ).toBe(hash);
  });

  it.each([
    ['https://bucket', keys, /FILES_URL is not an address such as s3:/],
    ['s3://bucket?endpoint=nowhere', keys, /endpoint in FILES_URL is not an address/],
    ['s3://bucket', {}, /needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  ])('cannot go to %s, which is said in a sentence', (filesUrl, variables, message) => {
    expect(() => openS3Store(filesUrl, variables)).toThrow(message);
  });

  it('are chosen by FILES_URL', () => {
    expect(() => openFileStore({ dataDir: folder, filesUrl: 'nonsense' })).toThrow(/FILES_URL/);
  });
});
