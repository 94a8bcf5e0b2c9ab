import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { openPack, writePack, type PackedBill } from '#server/demo/billPack.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { openFileStore } from '#server/platform/files/store.ts';

const home = mkdtempSync(path.join(tmpdir(), 'kharcha-pack-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let folders = 0;
const freshFolder = (): string => mkdtempSync(path.join(home, `${++folders}-`));
const hashOf = (bytes: Buffer): string => sha256(bytes);

const bills: PackedBill[] = Array.from({ length: 40 }, (_, n) => {
  // Among the bytes is what separates the pack's list from its bills.
  const bytes = Buffer.from(`\n{"bill": ${n}}\n${'x'.repeat(n)}`);
  return { hash: hashOf(bytes), bytes, type: 'application/pdf' };
});

test('packed bills can be read before they are stored, and are stored once they are unpacked', async () => {
  const dataDir = freshFolder();
  await writePack(dataDir, bills);
  const store = openFileStore({ dataDir });
  const { files, unpack } = openPack(dataDir, store);
  for (const { hash, bytes } of bills) {
    expect(await store.has(hash)).toBe(false);
    expect(await files.has(hash)).toBe(true);
    expect(await files.get(hash)).toEqual(bytes);
    const streamed = await files.stream(hash);
    expect(streamed?.size).toBe(bytes.length);
    expect(streamed && (await buffer(streamed.bytes))).toEqual(bytes);
  }
  await unpack();
  for (const { hash, bytes } of bills) expect(await store.get(hash)).toEqual(bytes);
  expect(existsSync(path.join(dataDir, 'demo-bills.pack'))).toBe(false);
  expect(await openPack(dataDir, store).files.has('0'.repeat(64))).toBe(false);
});

test('servers that start together on one folder each write it whole', async () => {
  const dataDir = freshFolder();
  await Promise.all(Array.from({ length: 4 }, () => writePack(dataDir, bills)));
  expect(readdirSync(dataDir)).toEqual(['demo-bills.pack']);
  const store = openFileStore({ dataDir });
  await openPack(dataDir, store).unpack();
  for (const { hash, bytes } of bills) expect(await store.get(hash)).toEqual(bytes);
});

test('a server that ends meanwhile stores the rest after its next start', async () => {
  const dataDir = freshFolder();
  await writePack(dataDir, bills);
  const store = openFileStore({ dataDir });
  let stored = 0;
  const first = openPack(dataDir, {
    ...store,
    put: async (...bill) => {
      await store.put(...bill);
      if (++stored === 10) void first.end();
    },
  });
  await first.unpack();
  expect(stored).toBeLessThan(bills.length);
  await openPack(dataDir, store).unpack();
  for (const { hash, bytes } of bills) expect(await store.get(hash)).toEqual(bytes);
});

test('a bill that is removed before its turn stays removed', async () => {
  const dataDir = freshFolder();
  await writePack(dataDir, bills);
  const store = openFileStore({ dataDir });
  const { files, unpack } = openPack(dataDir, store);
  const gone = bills.at(-1)?.hash ?? '';
  await files.remove(gone);
  expect(await files.has(gone)).toBe(false);
  await unpack();
  expect(await store.has(gone)).toBe(false);
});
