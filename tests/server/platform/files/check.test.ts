import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { checkFiles, LOOKED_AT_ONCE } from '#server/platform/files/checkJob.ts';
import { openFileStore } from '#server/platform/files/store.ts';
import { quietLog, template } from '#tests/support/dataDir.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { randomFrom } from '#tests/support/recordedDisk.ts';

const dataDir = mkdtempSync(path.join(roomyFolder(), 'kharcha-check-'));
let database: Database;
beforeAll(async () => {
  cpSync(await template('empty'), dataDir, { recursive: true });
  database = await openDatabase({ dataDir, log: quietLog });
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('U3: finds every file that is missing, and in a sample those that are damaged', async () => {
  const files = openFileStore({ dataDir });
  const hashes: string[] = [];
  for (let number = 0; number < 40; number++) {
    const bytes = Buffer.from(`bill ${number}`);
    const hash = createHash('sha256').update(bytes).digest('hex');
    hashes.push(hash);
    await files.put(hash, bytes, 'text/plain');
    await database.db
      .insertInto('files')
      .values({ hash, size: bytes.length, type: 'text/plain', created_at: 1 })
      .execute();
  }
  const check = (sample: number) => checkFiles({ db: database.db, files, sample, random: randomFrom(1), named: 2 });
  const none = { count: 0, hashes: [] };
  expect(await check(1)).toEqual({ checked: 40, hashed: 40, missing: none, damaged: none });

  const [missing, damaged] = hashes as [string, string];
  await files.remove(missing);
  writeFileSync(path.join(dataDir, 'files', damaged.slice(0, 2), damaged), 'bill x');
  const one = (hash: string) => ({ count: 1, hashes: [hash] });
  expect(await check(1)).toEqual({ checked: 40, hashed: 40, missing: one(missing), damaged: one(damaged) });
  const sampled = await check(10);
  expect(sampled).toMatchObject({ checked: 40, missing: one(missing) });
  expect(sampled.hashed).toBeGreaterThan(0);
  expect(sampled.hashed).toBeLessThan(15);
});

it('U3: asks for some beside each other, as an object store is mostly waited for, and for no more', async () => {
  const files = openFileStore({ dataDir });
  let [asked, most] = [0, 0];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const has = async (hash: string): Promise<boolean> => {
    most = Math.max(most, ++asked);
    if (asked === LOOKED_AT_ONCE) open();
    await gate;
    const found = await files.has(hash);
    asked--;
    return found;
  };
  const found = await checkFiles({
    db: database.db,
    files: { ...files, has },
    sample: 1_000,
    random: () => 0.5,
    named: 2,
  });
  expect(found).toMatchObject({ checked: 40, hashed: 0 });
  expect(most).toBe(LOOKED_AT_ONCE);
});

it('U3: of a store that is another one all are missing; they are counted, and some named', async () => {
  const files = { ...openFileStore({ dataDir }), has: () => Promise.resolve(false) };
  const found = await checkFiles({ db: database.db, files, sample: 1_000, random: () => 0.5, named: 2 });
  expect([found.missing.count, found.missing.hashes.length]).toEqual([40, 2]);
});
