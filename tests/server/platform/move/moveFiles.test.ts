import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDiskStore } from '#server/platform/files/diskStore.ts';
import { moveFiles } from '#server/platform/move/moveFiles.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';

const home = mkdtempSync(join(roomyFolder(), 'kharcha-files-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const small = Buffer.from('%PDF-1.7 a bill of a few bytes');
const large = randomBytes(9_000_000);

/** A store that takes so many files before it is away, and keeps the types it was told. */
function failing(store: FileStore, after: number): FileStore & { types: string[] } {
  const types: string[] = [];
  let left = after;
  return {
    ...store,
    types,
    put: async (hash, bytes, type) => {
      if (left === 0) throw new Error('The store is away');
      left -= 1;
      types.push(type);
      await store.put(hash, bytes, type);
    },
  };
}

it('every file of a folder is sent to another store, and a move that was ended goes on', async () => {
  const [from, to] = [join(home, 'from'), openDiskStore(join(home, 'to'))];
  const store = openDiskStore(from);
  const bills = Array.from({ length: 40 }, (_, n) => Buffer.from(`${small.toString()} ${n}`));
  for (const bytes of [...bills, large]) await store.put(hashOf(bytes), bytes, 'application/pdf');
  const away = failing(to, 10);
  await expect(moveFiles(from, away)).rejects.toThrow('The store is away');
  expect(new Set(away.types)).toEqual(new Set(['application/pdf']));
  const { sent, there, damaged } = await moveFiles(from, to);
  expect([there, sent + there, damaged]).toEqual([expect.any(Number), 41, []]);
  expect(there).toBeGreaterThanOrEqual(10);
  for (const bytes of [...bills, large]) expect((await to.get(hashOf(bytes)))?.equals(bytes)).toBe(true);
  expect(await moveFiles(from, to)).toEqual({ sent: 0, there: 41, damaged: [] });
});

it('a damaged file is named and not sent, and nothing else is taken for a file', async () => {
  const [from, to] = [join(home, 'damaged'), openDiskStore(join(home, 'whole'))];
  openDiskStore(from);
  for (const bytes of [small, large]) {
    const hash = hashOf(bytes);
    mkdirSync(join(from, 'files', hash.slice(0, 2)), { recursive: true });
    writeFileSync(
      join(from, 'files', hash.slice(0, 2), hash),
      bytes.map((byte) => byte ^ 1),
    );
    writeFileSync(join(from, 'files', hash.slice(0, 2), `${hash}.part`), bytes);
  }
  writeFileSync(join(from, 'files', 'parts', 'stream.0a'), small);
  writeFileSync(join(from, 'files', '.DS_Store'), small);
  const { sent, there, damaged } = await moveFiles(from, to);
  expect([sent, there, damaged.toSorted()]).toEqual([0, 0, [hashOf(small), hashOf(large)].toSorted()]);
  for (const bytes of [small, large]) expect(await to.has(hashOf(bytes))).toBe(false);
  expect(existsSync(join(from, 'files', hashOf(small).slice(0, 2), hashOf(small)))).toBe(true);
});

it('a file that the disk does not give is named, and keeps no other from its way', async () => {
  const [from, to] = [join(home, 'unreadable'), openDiskStore(join(home, 'readable'))];
  await openDiskStore(from).put(hashOf(small), small, 'application/pdf');
  const lost = 'ab'.repeat(32);
  // Opens, as a file on a failing disk does, and is not read.
  mkdirSync(join(from, 'files', 'ab', lost), { recursive: true });
  expect(await moveFiles(from, to)).toEqual({ sent: 1, there: 0, damaged: [lost] });
});

it.skipIf(process.getuid?.() === 0)('what this user may not read is not called damaged', async () => {
  const [from, to] = [join(home, 'closed'), openDiskStore(join(home, 'open'))];
  await openDiskStore(from).put(hashOf(small), small, 'application/pdf');
  const folder = join(from, 'files', hashOf(small).slice(0, 2));
  for (const [place, open] of [
    [join(folder, hashOf(small)), 0o600],
    [folder, 0o700],
  ] as const) {
    chmodSync(place, 0);
    await expect(moveFiles(from, to)).rejects.toThrow(/ cannot be read \(EACCES\)\. Make it readable for this user/);
    chmodSync(place, open);
  }
  expect(await moveFiles(from, to)).toMatchObject({ sent: 1, damaged: [] });
});
