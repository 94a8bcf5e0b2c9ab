import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { backupFile, backupsOf, listBackups } from '#server/platform/database/backups/backup.ts';
import { fetched, momentOf, type BackupOptions, type BackupStore } from '#server/platform/database/backups/keeper.ts';
import { restoreBackup } from '#server/platform/database/backups/restore.ts';
import { openEmbedded, type EmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { backupKeyOf } from '#server/platform/settings/secretVariables.ts';
import { makeDataDirs } from '#tests/support/dataDir.ts';

/** When backups are made, where they go and which stay. */

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOON = Date.UTC(2026, 6, 15, 12);
const KEY = backupKeyOf('first key of the backups, long enough');
const dataDirs = await makeDataDirs();
let opened: EmbeddedDatabase[] = [];
let said: string[] = [];
afterAll(() => dataDirs.remove());
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  opened = [];
  said = [];
});

const say = (message: string): void => void said.push(message);
async function open(options: Partial<BackupOptions> = {}, dataDir = dataDirs.fresh()) {
  const database = await openEmbedded({
    dataDir,
    log: { info: () => undefined, warn: say, error: say },
    onFatal: (error) => {
      throw error;
    },
    backups: { every: 15 * MINUTE, keys: [], away: null, ...options },
  });
  opened.push(database);
  return { dataDir, database, keeper: database.backups };
}
const moments = async (dataDir: string): Promise<number[]> => (await listBackups(dataDir)).map(({ at }) => at);
const change = ({ db }: EmbeddedDatabase): Promise<unknown> =>
  db.updateTable('organisation').set({ updated_at: Date.now() }).execute();

/** A place that holds files in a folder, and fails when it is told to. */
function placeIn(folder: string): BackupStore & { fails: boolean } {
  mkdirSync(folder, { recursive: true });
  const place = {
    fails: false,
    list: async () => {
      if (place.fails) throw new Error('no answer');
      return readdirSync(folder);
    },
    put: async (name: string, file: string) => copyFileSync(file, path.join(folder, name)),
    get: async (name: string, file: string) => {
      mkdirSync(path.dirname(file), { recursive: true });
      copyFileSync(path.join(folder, name), file);
    },
    remove: async (name: string) => {
      rmSync(path.join(folder, name));
    },
  };
  return place;
}

describe('M11 backups of the embedded database', () => {
  it('are made every quarter of an hour in which something changed, and once a day in any case', async () => {
    const { dataDir, database, keeper } = await open();
    await keeper.look(NOON);
    expect(await moments(dataDir)).toEqual([NOON]);
    await keeper.look(NOON + 30 * MINUTE);
    expect(await moments(dataDir)).toEqual([NOON]);
    await change(database);
    await keeper.look(NOON + 14 * MINUTE);
    expect(await moments(dataDir)).toEqual([NOON]);
    await keeper.look(NOON + 15 * MINUTE);
    expect(await moments(dataDir)).toEqual([NOON + 15 * MINUTE, NOON]);
    await keeper.look(NOON + 14 * MINUTE + DAY);
    expect(await moments(dataDir)).toHaveLength(2);
    await keeper.look(NOON + 15 * MINUTE + DAY);
    expect((await moments(dataDir))[0]).toBe(NOON + 15 * MINUTE + DAY);
    expect(said).toEqual([]);
  });

  it('know after a new start that nothing has changed since', async () => {
    const { dataDir, database, keeper } = await open();
    await keeper.look(NOON);
    await database.close();
    opened = [];
    await (await open({}, dataDir)).keeper.look(NOON + 60 * MINUTE);
    expect(await moments(dataDir)).toEqual([NOON]);
  });

  it('are not made by themselves where the setting says 0', async () => {
    const { dataDir, keeper } = await open({ every: 0 });
    await keeper.look(NOON);
    expect(await moments(dataDir)).toEqual([]);
  });

  it('a failure is said and tried again later; what a broken one left is removed', async () => {
    const { dataDir, database, keeper } = await open();
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(backupsOf(dataDir), 'a file in the way');
    await keeper.look(NOON);
    expect(said).toEqual([expect.stringMatching(/^The backup of the database failed: /)]);
    await keeper.look(NOON + 4 * MINUTE);
    expect(said).toHaveLength(1);
    rmSync(backupsOf(dataDir));
    mkdirSync(path.join(backupsOf(dataDir), 'left.partial'), { recursive: true });
    await keeper.look(NOON + 5 * MINUTE);
    expect(readdirSync(backupsOf(dataDir))).toEqual([path.basename(backupFile(dataDir, '2026-07-15T12-05-00Z'))]);
    expect(await database.ready()).toBe(true);
  });

  it('folders of builds before are listed, restored and removed like the others', async () => {
    const { dataDir, database, keeper } = await open();
    const name = '2026-02-01T00-00-00Z';
    const folder = path.join(backupsOf(dataDir), name);
    await database.close();
    opened = [];
    mkdirSync(folder, { recursive: true });
    cpSync(path.join(dataDir, 'database'), path.join(folder, 'database'), { recursive: true });
    const note = { name, at: momentOf(name), counts: { people: 0 } };
    writeFileSync(path.join(folder, 'backup.json'), JSON.stringify(note));
    expect(await listBackups(dataDir)).toEqual([{ ...note, file: folder, keyId: null }]);
    expect((await restoreBackup(dataDir, name, NOON)).backup.name).toBe(name);
    const again = await open({}, dataDir);
    await again.keeper.make(Date.UTC(2026, 1, 2));
    expect(existsSync(folder)).toBe(true);
    await again.keeper.make(NOON + 800 * DAY);
    expect(existsSync(folder)).toBe(false);
    expect(keeper.running).toBe(false);
  });
});

describe('backups away from the machine', () => {
  it('go there encrypted, are rehearsed from there, and come back where nothing else is left', async () => {
    const folder = path.join(dataDirs.fresh(), 'away');
    const away = placeIn(folder);
    const { dataDir, database, keeper } = await open({ keys: [KEY], away });
    expect(await keeper.rehearse()).toBeNull();
    await keeper.look(NOON);
    expect(readdirSync(folder)).toEqual(['2026-07-15T12-00-00Z']);
    expect(readFileSync(path.join(folder, '2026-07-15T12-00-00Z')).subarray(0, 16).toString()).toBe('kharcha backup 1');
    expect(await keeper.ages()).toEqual({ newest: NOON, newestAway: NOON, failing: false });
    expect(await keeper.rehearse()).toBe('2026-07-15T12-00-00Z');
    expect(readdirSync(dataDir)).not.toContain('restore-rehearsal');

    const elsewhere = path.join(dataDirs.fresh(), 'new');
    await fetched(away, elsewhere, '2026-07-15T12-00-00Z');
    await expect(restoreBackup(elsewhere, '2026-07-15T12-00-00Z', NOON, [])).rejects.toThrow(
      `The backup 2026-07-15T12-00-00Z cannot be used: It is encrypted by key ${KEY.id}, and BACKUP_KEY is not set. ` +
        'Nothing was changed.',
    );
    await restoreBackup(elsewhere, '2026-07-15T12-00-00Z', NOON, [KEY]);
    expect((await open({}, elsewhere)).database.kind).toBe('embedded');
    expect(await database.ready()).toBe(true);
  });

  it('a machine that has only the place does not begin anew: its own would be the newest there', async () => {
    const folder = path.join(dataDirs.fresh(), 'away');
    const away = placeIn(folder);
    const dataDir = path.join(dataDirs.fresh(), 'new');
    away.fails = true;
    await expect(open({ away }, dataDir)).rejects.toThrow(/BACKUP_URL does not say whether there are backups/);
    away.fails = false;
    writeFileSync(path.join(folder, '2026-07-15T12-00-00Z'), '');
    await expect(open({ away }, dataDir)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('npm run restore -- 2026-07-15T12-00-00Z') as string,
    });
    expect(readdirSync(dataDir)).not.toContain('database');
    await away.remove('2026-07-15T12-00-00Z');
    expect((await open({ away }, dataDir)).database.kind).toBe('embedded');
  });

  it('a rehearsal of a damaged one fails with its name and the reason', async () => {
    const { dataDir, keeper } = await open();
    await keeper.make(NOON);
    const file = backupFile(dataDir, '2026-07-15T12-00-00Z');
    writeFileSync(file, readFileSync(file).subarray(0, 100_000));
    await expect(keeper.rehearse()).rejects.toThrow(
      'The backup 2026-07-15T12-00-00Z cannot be used: It is damaged, or somebody has changed it. Nothing was changed.',
    );
    expect(readdirSync(dataDir)).not.toContain('restore-rehearsal');
  });

  it('a place that does not answer is said, and gets it when it is back; old ones are removed there too', async () => {
    const folder = path.join(dataDirs.fresh(), 'away');
    const away = placeIn(folder);
    for (const name of ['2024-01-01T00-00-00Z', '2026-07-15T11-00-00Z']) writeFileSync(path.join(folder, name), '');
    away.fails = true;
    const { dataDir, keeper } = await open({ away });
    await keeper.look(NOON);
    expect(said).toEqual(['The backup of the database is not in BACKUP_URL: no answer']);
    expect(await moments(dataDir)).toEqual([NOON]);
    expect(await keeper.ages()).toEqual({ newest: NOON, newestAway: null, failing: true });
    away.fails = false;
    await keeper.look(NOON + MINUTE);
    expect(await keeper.ages()).toEqual({ newest: NOON, newestAway: null, failing: true });
    await keeper.look(NOON + 6 * MINUTE);
    expect(readdirSync(folder).toSorted()).toEqual(['2026-07-15T11-00-00Z', '2026-07-15T12-00-00Z']);
    expect(await keeper.ages()).toEqual({ newest: NOON, newestAway: NOON, failing: false });
  });
});
