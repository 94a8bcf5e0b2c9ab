import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupFile } from '#server/platform/database/backups/backup.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { backupKeyOf } from '#server/platform/settings/secretVariables.ts';
import { quietLog } from '../../support/dataDir.ts';
import { PEOPLE } from '../../support/people.ts';
import { roomyFolder } from '../../support/roomyFolder.ts';
import { NOW, peopled } from '../../support/server.ts';
import { runCommand, type Ended } from './command.ts';

const home = mkdtempSync(join(roomyFolder(), 'kharcha-restore-'));
const folder = join(home, 'data');
const NAME = '2026-07-15T06-30-00Z';
const fail = (error: Error): never => {
  throw error;
};
const open = () => openEmbedded({ dataDir: folder, log: quietLog, onFatal: fail });
const people = async (): Promise<number> => {
  const database = await open();
  const rows = await database.db.selectFrom('people').select('id').execute();
  await database.close();
  return rows.length;
};

beforeAll(async () => {
  cpSync(await peopled(), folder, { recursive: true });
  const database = await open();
  await database.backups.make(NOW);
  await database.db
    .deleteFrom('people')
    .where('id', 'not in', database.db.selectFrom('people').select('manager_id').where('manager_id', 'is not', null))
    .execute();
  await database.close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const changedAt = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[Math.floor(at)] = (changed[Math.floor(at)] ?? 0) ^ 1;
  return changed;
};

const restore = (settings: Record<string, string>, ...words: string[]): Ended =>
  runCommand('restore', settings, ...words);

describe('M11 npm run restore', () => {
  test('lists the backups with what is in them when none is named, and changes nothing', () => {
    const before = readdirSync(folder);
    const { code, stdout } = restore({ DATA_DIR: folder });
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `newest first:\\n  ${NAME} +0 claims of ${PEOPLE.length} people\\n\\n` +
            `Stop the server, then: npm run restore -- ${NAME}\\n$`,
        ),
      ),
    ]);
    expect(readdirSync(folder)).toEqual(before);
  });

  test.each<[string, Record<string, string>, string[], RegExp]>([
    ['a folder without backups', { DATA_DIR: home }, [], /^There are no backups in .* Set DATA_DIR/],
    ['a name that is none', { DATA_DIR: folder }, ['yesterday'], /^There is no backup named yesterday in /],
    [
      'a database elsewhere',
      { DATA_DIR: folder, DATABASE_URL: 'postgres://x:secret-word@127.0.0.1/x' },
      ['latest'],
      /^DATABASE_URL names a PostgreSQL server\./,
    ],
  ])('refuses %s in one sentence', (_, settings, words, message) => {
    const { code, stdout, stderr } = restore(settings, ...words);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('secret-word');
  });

  test('refuses while a server runs on the folder', async () => {
    const database = await open();
    const { code, stderr } = restore({ DATA_DIR: folder }, NAME);
    await database.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`is in use by process ${process.pid}. Stop it`);
  });

  test('leaves everything as it was when the backup is damaged, or lacks what it should have', async () => {
    const before = await people();
    const whole = readFileSync(backupFile(folder, NAME));
    const note = (name: string, count: number) => JSON.stringify({ name, at: NOW + 1, counts: { people: count } });
    /** As builds before this one left them. */
    const asFolder = (name: string): string => {
      const copy = join(folder, 'backups', name);
      cpSync(join(folder, 'database'), join(copy, 'database'), { recursive: true });
      return copy;
    };
    for (const [name, spoil] of [
      ['2026-07-15T06-40-00Z', (file: string) => writeFileSync(`${file}.backup`, whole.subarray(0, -1))],
      ['2026-07-15T06-50-00Z', (file: string) => writeFileSync(`${file}.backup`, changedAt(whole, whole.length / 2))],
      [
        '2026-07-15T07-00-00Z',
        (file: string) => {
          const copy = asFolder(file.split('/').at(-1) ?? '');
          writeFileSync(join(copy, 'database', 'global', 'pg_control'), Buffer.alloc(8192, 1));
          writeFileSync(join(copy, 'backup.json'), note('2026-07-15T07-00-00Z', 1));
        },
      ],
      [
        '2026-07-15T08-00-00Z',
        (file: string) => {
          const copy = asFolder(file.split('/').at(-1) ?? '');
          writeFileSync(join(copy, 'backup.json'), note('2026-07-15T08-00-00Z', PEOPLE.length + 1));
        },
      ],
    ] as const) {
      const place = join(folder, 'backups', name);
      spoil(place);
      // What a file says of itself is of the backup that it was made from.
      const asked = existsSync(place) ? name : NAME;
      if (!existsSync(place)) renameSync(`${place}.backup`, backupFile(folder, NAME));
      const { code, stderr } = restore({ DATA_DIR: folder }, asked);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(new RegExp(`^The backup ${asked} cannot be used: [^]*Nothing was changed\\.`)),
      ]);
      rmSync(place, { recursive: true, force: true });
      writeFileSync(backupFile(folder, NAME), whole);
    }
    expect(readdirSync(folder).filter((one) => /replaced|restored/.test(one))).toEqual([]);
    expect(await people()).toBe(before);
  });

  test('opens an encrypted one with its key, and says which that is without', async () => {
    const BACKUP_KEY = 'nV3-kQ8wZr5Tt1Lp7Xh9Bd2Fg6Jc4YsAe';
    const dataDir = join(home, 'encrypted');
    cpSync(await peopled(), dataDir, { recursive: true });
    const backups = { every: 0, keys: [backupKeyOf(BACKUP_KEY)], away: null };
    const database = await openEmbedded({ dataDir, log: quietLog, onFatal: fail, backups });
    await database.backups.make(NOW);
    await database.close();
    const settings = { DATA_DIR: dataDir };
    expect(restore(settings).stdout).toMatch(/claims of \d+ people, encrypted by key [0-9a-f]{8}\n/);
    const refused = /^The backup .* cannot be used: It is encrypted by key [0-9a-f]{8}, and BACKUP_KEY /;
    expect(restore(settings, 'latest').stderr).toMatch(refused);
    const other = restore({ ...settings, BACKUP_KEY: BACKUP_KEY.split('').toReversed().join('') }, 'latest');
    expect([other.code, other.stderr]).toEqual([1, expect.stringMatching(refused)]);
    const rotated = `pW8-other0Zr5Tt1Lp7Xh9Bd2Fg6Jc4YsX,${BACKUP_KEY}`;
    expect(restore({ ...settings, BACKUP_KEY: rotated }, 'latest')).toMatchObject({ code: 0, stderr: '' });
  });

  test('puts the newest back and keeps what was there', async () => {
    expect(await people()).toBeLessThan(PEOPLE.length);
    const { code, stdout } = restore({ DATA_DIR: folder }, 'latest');
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Restored:\n  ${NAME}`)]);
    const aside = /is kept in (\S+)/.exec(stdout)?.[1] ?? '';
    expect(existsSync(join(aside, 'PG_VERSION'))).toBe(true);
    expect(await people()).toBe(PEOPLE.length);
  });

  test('makes a database where there is none any more', async () => {
    rmSync(join(folder, 'database'), { recursive: true });
    const { code, stdout } = restore({ DATA_DIR: folder }, NAME);
    expect([code, stdout.includes('is kept in')]).toEqual([0, false]);
    expect(await people()).toBe(PEOPLE.length);
  });
});
