import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readBackupTop, unpackBackupFile, writeBackupFile } from '#server/platform/database/backups/backupFile.ts';
import { backupKeyOf } from '#server/platform/settings/secretVariables.ts';
import { fc } from '#tests/support/property.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';

/** A backup as one file: whole it comes back, byte for byte; anything else is refused. */

const home = mkdtempSync(path.join(roomyFolder(), 'kharcha-backup-file-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const KEY = backupKeyOf('first key of the backups, long enough');
const OTHER = backupKeyOf('other key of the backups, long enough');
const INFO = { name: '2026-07-15T00-00-00Z', at: 1, counts: { people: 3 } };
const DAMAGED = { name: 'BackupRefused', message: 'It is damaged, or somebody has changed it.' };

let count = 0;
const fresh = (): string => path.join(home, String(++count));
/** A folder with these files. */
function folderOf(files: Readonly<Record<string, Buffer>>): string {
  const folder = fresh();
  mkdirSync(path.join(folder, 'pg_notify'), { recursive: true });
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), bytes);
  }
  return folder;
}
const FILES = {
  PG_VERSION: Buffer.from('17\n'),
  'base/5/16384': Buffer.alloc(600_000, 'claims of people '),
  'base/5/empty': Buffer.alloc(0),
  'pg_wal/000000010000000000000001': Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 256)),
};
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true })
      .map((name) => path.join(folder, String(name)))
      .map((file) => [path.relative(folder, file), statSync(file).isDirectory() ? '/' : readFileSync(file, 'hex')]),
  );

const ways = [['plain', null] as const, ['encrypted', KEY] as const];
const packed = async (key: typeof KEY | null): Promise<string> => {
  const file = fresh();
  await writeBackupFile(file, INFO, folderOf(FILES), key);
  return file;
};

describe.each(ways)('a backup that is %s', (_, key) => {
  it('comes back as it was, and says what it is without its key', async () => {
    const [folder, file, to] = [folderOf(FILES), fresh(), fresh()];
    await writeBackupFile(file, INFO, folder, key);
    await unpackBackupFile(file, to, [OTHER, KEY]);
    expect(contentOf(to)).toEqual(contentOf(folder));
    expect(await readBackupTop(file)).toEqual({ info: INFO, keyId: key?.id ?? null, bytes: statSync(file).size });
    expect(statSync(file).size).toBeLessThan(20_000);
  });

  it('is refused where it was cut, wherever that is', async () => {
    const bytes = readFileSync(await packed(key));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: bytes.length - 1 }), async (length) => {
        const file = fresh();
        writeFileSync(file, bytes.subarray(0, length));
        await expect(unpackBackupFile(file, fresh(), [KEY])).rejects.toMatchObject({ name: 'BackupRefused' });
      }),
      { numRuns: 25 },
    );
  });

  it('is refused where any byte was changed, or bytes were added', async () => {
    const bytes = readFileSync(await packed(key));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, mask) => {
          const file = fresh();
          const changed = Buffer.from(bytes);
          changed[at] = (changed[at] ?? 0) ^ mask;
          writeFileSync(file, changed);
          await expect(unpackBackupFile(file, fresh(), [KEY])).rejects.toMatchObject({ name: 'BackupRefused' });
        },
      ),
      { numRuns: 40 },
    );
    const longer = fresh();
    writeFileSync(longer, Buffer.concat([bytes, Buffer.alloc(32)]));
    await expect(unpackBackupFile(longer, fresh(), [KEY])).rejects.toMatchObject(DAMAGED);
  });

  it('is refused where what it says of itself was changed', async () => {
    const text = readFileSync(await packed(key), 'latin1');
    const file = fresh();
    writeFileSync(file, text.replace('"people":3', '"people":2'), 'latin1');
    await expect(unpackBackupFile(file, fresh(), [KEY])).rejects.toMatchObject(DAMAGED);
  });
});

describe('an encrypted backup', () => {
  it('holds nothing of what is in it, and no two are alike', async () => {
    const [one, two] = [readFileSync(await packed(KEY)), readFileSync(await packed(KEY))];
    expect(one.includes('claims of people')).toBe(false);
    expect(one.subarray(-100).equals(two.subarray(-100))).toBe(false);
  });

  it('says which key it takes where that is missing', async () => {
    const file = await packed(KEY);
    await expect(unpackBackupFile(file, fresh(), [])).rejects.toMatchObject({
      message: `It is encrypted by key ${KEY.id}, and BACKUP_KEY is not set.`,
    });
    await expect(unpackBackupFile(file, fresh(), [OTHER])).rejects.toMatchObject({
      message: `It is encrypted by key ${KEY.id}, and BACKUP_KEY has ${OTHER.id}.`,
    });
    const renamed = fresh();
    writeFileSync(renamed, readFileSync(file, 'latin1').replace(KEY.id, OTHER.id), 'latin1');
    await expect(unpackBackupFile(renamed, fresh(), [OTHER])).rejects.toMatchObject(DAMAGED);
  });
});

it('a file of another kind is no backup', async () => {
  const file = fresh();
  writeFileSync(file, 'something else');
  await expect(unpackBackupFile(file, fresh(), [])).rejects.toMatchObject({
    message: 'It is no backup of this server.',
  });
});
