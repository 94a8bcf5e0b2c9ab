import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { quietLog } from '../../support/dataDir.ts';
import { PEOPLE } from '../../support/people.ts';
import { roomyFolder } from '../../support/roomyFolder.ts';
import { NOW, peopled } from '../../support/server.ts';
import { runCommand } from './command.ts';

const home = mkdtempSync(join(roomyFolder(), 'kharcha-restore-killed-'));
const whole = join(home, 'whole');
const NAME = '2026-07-15T06-30-00Z';
const fail = (error: Error): never => {
  throw error;
};
const open = (dataDir: string) => openEmbedded({ dataDir, log: quietLog, onFatal: fail });
async function people(dataDir: string): Promise<number> {
  const database = await open(dataDir);
  const rows = await database.db.selectFrom('people').select('id').execute();
  await database.close();
  return rows.length;
}

/** Ends the process as a power cut would, right before or after its n-th rename below the data folder. */
const killedAt = (when: 'before' | 'after', n: number): Record<string, string> => {
  const code = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { rename } = fs.promises;
    let left = ${n};
    fs.promises.rename = async (from, to) => {
      const last = String(from).startsWith(process.env.DATA_DIR) && --left === 0;
      if (last && '${when}' === 'before') process.kill(process.pid, 'SIGKILL');
      await rename(from, to);
      if (last) process.kill(process.pid, 'SIGKILL');
    };
    syncBuiltinESMExports();`;
  return { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(code)}"` };
};

/** A folder with a backup of everybody, in whose database only one person is left. */
function copied(name: string): string {
  const dataDir = join(home, name);
  cpSync(whole, dataDir, { recursive: true });
  return dataDir;
}

beforeAll(async () => {
  cpSync(await peopled(), whole, { recursive: true });
  const database = await open(whole);
  await database.backups.make(NOW);
  await database.db.updateTable('people').set({ manager_id: null }).execute();
  await database.db
    .deleteFrom('people')
    .where('id', '<>', (eb) => eb.selectFrom('people').select('id').orderBy('id').limit(1))
    .execute();
  await database.close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('M11 D2: a restore that is killed', () => {
  test.each([1, 2, 3].flatMap((n) => (['before', 'after'] as const).map((when) => [when, n] as const)))(
    '%s its rename %i: the server starts with the database of before or the restored one, never with none',
    async (when, n) => {
      const dataDir = copied(`${when}-${n}`);
      const { code, stdout } = runCommand('restore', { DATA_DIR: dataDir, ...killedAt(when, n) }, NAME);
      expect([code, stdout]).toEqual([null, '']);
      const there = await people(dataDir);
      expect([1, PEOPLE.length]).toContain(there);
      // Once more, and it is there in any case.
      expect(runCommand('restore', { DATA_DIR: dataDir }, NAME)).toMatchObject({ code: 0, stderr: '' });
      expect(await people(dataDir)).toBe(PEOPLE.length);
    },
  );

  test('where no database was: the server says so, and makes none that would push the backups out', async () => {
    const dataDir = copied('unpacked-in-part');
    rmSync(join(dataDir, 'database'), { recursive: true });
    runCommand('restore', { DATA_DIR: dataDir, ...killedAt('before', 1) }, NAME);
    await expect(open(dataDir)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining(`npm run restore -- ${NAME}`) as string,
    });
    expect(readdirSync(dataDir)).not.toContain('database');
    expect(runCommand('restore', { DATA_DIR: dataDir }, NAME)).toMatchObject({ code: 0 });
    expect(await people(dataDir)).toBe(PEOPLE.length);
  });
});
