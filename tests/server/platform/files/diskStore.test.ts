import { createHash } from 'node:crypto';
import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDiskStore } from '#server/platform/files/diskStore.ts';
import { openFileStore } from '#server/platform/files/store.ts';
import { refusalOf } from '#server/platform/base/errors.ts';
import { FILES_RESERVE } from '#server/platform/base/storageSpace.ts';
import { gathered } from '#tests/support/pieces.ts';
import { traceFiles } from './support/traceFiles.ts';

const bill = Buffer.from('a bill');
const hash = createHash('sha256').update(bill).digest('hex');
const type = 'application/pdf';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kharcha-files-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const fileOf = (name: string) => path.join(dataDir, 'files', name.slice(0, 2), name);
const everything = () =>
  fs
    .readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('bills on the disk', () => {
  it('are given back as they were, under the hash of their content', async () => {
    const files = openFileStore({ dataDir });
    expect(await files.get(hash)).toBeNull();
    expect(await files.has(hash)).toBe(false);
    await files.put(hash, bill, type);
    expect(await files.has(hash)).toBe(true);
    expect(await files.get(hash)).toEqual(bill);
    expect(readFileSync(fileOf(hash))).toEqual(bill);
    await files.remove(hash);
    await files.remove(hash);
    expect(await files.get(hash)).toBeNull();
  });

  it('U1: are stored once, however often and at once they come', async () => {
    const files = openFileStore({ dataDir });
    await Promise.all(Array.from({ length: 20 }, () => files.put(hash, bill, type)));
    await files.put(hash, bill, type);
    expect(everything()).toEqual([hash]);
  });

  it('U2: are synced before they have their name, and their name before the answer', () => {
    const steps = traceFiles(path.resolve('server/platform/files/store.ts'), dataDir, hash, bill.toString());
    expect(steps).toEqual(['sync part', `rename part to ${hash}`, `sync folder ${hash.slice(0, 2)}`, 'answer']);
  });

  it('U4: of an upload that broke off leave nothing after the next start', () => {
    openFileStore({ dataDir });
    writeFileSync(path.join(dataDir, 'files', 'parts', `${hash}.0011`), 'a b');
    openFileStore({ dataDir });
    expect(everything()).toEqual([]);
  });

  it('U4: whose writing another start on the folder took away are asked for again', async () => {
    const files = openFileStore({ dataDir });
    async function* pieces() {
      yield await Promise.resolve(bill.subarray(0, 3));
      openFileStore({ dataDir });
      yield bill.subarray(3);
    }
    const error = await files.putStream(pieces(), type).catch((thrown: unknown) => thrown);
    expect(refusalOf(error)).toMatchObject({ status: 503, details: { retryAfter: 2 } });
    expect(everything()).toEqual([]);
    await files.put(hash, bill, type);
    expect(await files.get(hash)).toEqual(bill);
  });

  it('are mended by the next upload when the stored file is cut short', async () => {
    const files = openFileStore({ dataDir });
    await files.put(hash, bill, type);
    writeFileSync(fileOf(hash), 'a b');
    await files.put(hash, bill, type);
    expect(await files.get(hash)).toEqual(bill);
  });

  it('are refused when the content is not what the hash says, or the name is no hash', async () => {
    const files = openFileStore({ dataDir });
    await expect(files.put(hash, Buffer.from('another'), type)).rejects.toMatchObject({ name: 'WrongContent' });
    for (const name of ['../../etc/passwd', '', `${hash}/x`, hash.toUpperCase(), hash.slice(1)])
      await expect(files.get(name)).rejects.toThrow('Not a content hash');
    expect(everything()).toEqual([]);
  });

  it('X45: are refused with STORAGE_FULL while the disk is nearly full, those stored can be read', async () => {
    let free = FILES_RESERVE * 2;
    const files = openDiskStore(dataDir, () => Promise.resolve(free));
    await files.put(hash, bill, type);
    free = FILES_RESERVE;
    const other = Buffer.from('another');
    const error = await files
      .put(createHash('sha256').update(other).digest('hex'), other, type)
      .catch((thrown: unknown) => thrown);
    expect(refusalOf(error)).toMatchObject({ status: 507, code: 'STORAGE_FULL' });
    expect(await files.get(hash)).toEqual(bill);
  });

  it('of any size come piece by piece, are synced, and leave nothing when they break off', async () => {
    let free = FILES_RESERVE * 2;
    const files = openDiskStore(dataDir, () => Promise.resolve(free));
    async function* pieces(count: number, breakAt = Infinity) {
      for (let n = 0; n < count; n += 1) {
        if (n === breakAt) throw new Error('cut off');
        yield Buffer.alloc(100_000, n);
      }
    }
    const whole = await gathered(pieces(300));
    const stored = await files.putStream(pieces(300), 'text/csv');
    expect(stored).toEqual({ hash: createHash('sha256').update(whole).digest('hex'), size: 30_000_000 });
    expect(await files.putStream(pieces(300), 'text/csv')).toEqual(stored);
    const read = await files.stream(stored.hash);
    expect(read?.size).toBe(30_000_000);
    expect(read && (await gathered(read.bytes)).equals(whole)).toBe(true);
    expect(await files.stream('0'.repeat(64))).toBeNull();
    await expect(files.putStream(pieces(300, 200), 'text/csv')).rejects.toThrow('cut off');
    free = FILES_RESERVE;
    expect(refusalOf(await files.putStream(pieces(300), 'text/csv').catch((error: unknown) => error))).toMatchObject({
      code: 'STORAGE_FULL',
    });
    expect(everything()).toEqual([stored.hash]);
  });

  it('cannot go where a file is in the way, which is said in a sentence', () => {
    writeFileSync(path.join(dataDir, 'files'), '');
    expect(() => openFileStore({ dataDir })).toThrow(
      expect.objectContaining({
        name: 'StartupError',
        message: expect.stringContaining(path.join(dataDir, 'files')) as string,
      }),
    );
    expect(existsSync(path.join(dataDir, 'files'))).toBe(true);
    expect(readdirSync(dataDir)).toEqual(['files']);
  });
});
