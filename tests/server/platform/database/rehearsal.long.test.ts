import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { migrations } from '#server/migrations/migrations.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { listBackups } from '#server/platform/database/backups/backup.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { rehearseOnFolder } from '#server/platform/database/embeddedCopy.ts';
import { makeBefore } from '#tests/support/before.ts';
import { makeDataDirs, quietLog } from '#tests/support/dataDir.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';

/** What `npm run upgrade:check` does on the embedded database. */

const home = mkdtempSync(path.join(roomyFolder(), 'kharcha-rehearsal-'));
const dataDirs = await makeDataDirs();
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
  dataDirs.remove();
});

const check = async (): Promise<void> => undefined;
const open = (dataDir: string) =>
  openEmbedded({
    dataDir,
    log: quietLog,
    onFatal: (error) => {
      throw error;
    },
  });
const strict = {
  ...migrations,
  '9999_strict': {
    up: async (db: Parameters<NonNullable<(typeof migrations)[string]>['up']>[0]) => {
      await sql`alter table people add constraint nobody check (email = '')`.execute(db);
    },
  },
};
const left = (dataDir: string): string[] => readdirSync(dataDir).filter((name) => name.startsWith('upgrade-check-'));

describe('an upgrade of the embedded database', () => {
  it('is rehearsed on a copy: what is pending runs there, and the database stays as it was', async () => {
    const before = await makeBefore(home, undefined);
    const pending = Object.keys(migrations).filter((name) => !before.migrations.includes(name));
    expect(pending.length).toBeGreaterThan(0);
    let people = 0;
    for (let time = 0; time < 2; time++) {
      const { copy, rehearsal } = await rehearseOnFolder(home, {
        check: async (db) => {
          people = (await db.selectFrom('people').select('id').execute()).length;
        },
      });
      expect(rehearsal).toEqual({
        refused: null,
        ran: pending.map((name) => ({ name, millis: expect.any(Number) as number })),
      });
      expect(people).toBeGreaterThan(5);
      expect(copy).toMatchObject({ backup: null });
      expect(copy.bytes).toBeGreaterThan(1_000_000);
    }
    expect(left(home)).toEqual([]);
  });

  it('is rehearsed on the newest backup while a server runs, and refused where there is none', async () => {
    const dataDir = dataDirs.fresh();
    const database = await open(dataDir);
    await expect(rehearseOnFolder(dataDir, { check })).rejects.toThrow(
      /is in use by process \d+\. .* There is no backup yet to rehearse on\.$/,
    );
    await database.backups.make(Date.UTC(2026, 6, 15));
    const { copy, rehearsal } = await rehearseOnFolder(dataDir, { check });
    expect([copy.backup, rehearsal]).toEqual(['2026-07-15T00-00-00Z', { ran: [], refused: null }]);
    await database.close();
    expect(left(dataDir)).toEqual([]);
  });

  it('says which migration the rows refuse and why, or what the start would refuse after all of them', async () => {
    const { rehearsal } = await rehearseOnFolder(home, { check, migrations: strict });
    expect(rehearsal.refused).toEqual({
      name: '9999_strict',
      reason: 'check constraint "nobody" of relation "people" is violated by some row',
    });
    const wrongKey = async (): Promise<never> => {
      throw new StartupError('The secrets are sealed by another key.');
    };
    expect((await rehearseOnFolder(home, { check: wrongKey })).rehearsal.refused).toEqual({
      name: null,
      reason: 'The secrets are sealed by another key.',
    });
  });

  it('is refused where there is no database', async () => {
    const empty = path.join(home, 'nothing');
    await expect(rehearseOnFolder(empty, { check })).rejects.toThrow(`There is no database in ${empty}.`);
    expect(readdirSync(home)).not.toContain('nothing');
  });
});

describe('a database that a newer build has changed', () => {
  it('is refused with the backup that this build can open, on a copy and at the start', async () => {
    const dataDir = dataDirs.fresh();
    const database = await open(dataDir);
    await database.backups.make(Date.UTC(2026, 6, 15));
    await sql`insert into kysely_migration values ('9999_future', '')`.execute(database.db);
    // Of the newer build: it knows a migration that is unknown here.
    await database.backups.make(Date.UTC(2026, 6, 16));
    await database.close();
    expect((await listBackups(dataDir)).map(({ migration }) => migration)).toEqual([
      '9999_future',
      Object.keys(migrations).at(-1),
    ]);
    const newer = 'The database was made by a newer version of this server. Start that version, or restore a backup';
    await expect(open(dataDir)).rejects.toMatchObject({
      name: 'StartupError',
      message: `${newer} made before the upgrade: npm run restore -- 2026-07-15T00-00-00Z.`,
    });
    const { rehearsal } = await rehearseOnFolder(dataDir, { check });
    expect(rehearsal).toEqual({ ran: [], refused: { name: null, reason: `${newer} made before the upgrade.` } });
  });
});
