import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeBefore } from '../../support/before.ts';
import { startPostgres } from '../../support/postgres.ts';
import { roomyFolder } from '../../support/roomyFolder.ts';
import { runCommand, type Ended } from './command.ts';
import { endAll, startProcess, stopProcess } from './process.ts';

const home = mkdtempSync(join(roomyFolder(), 'kharcha-upgrade-'));
const postgres = await startPostgres(roomyFolder());
afterAll(async () => {
  endAll();
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
});

const upgradeCheck = (settings: Record<string, string>): Ended =>
  runCommand('upgradeCheck', { SECRETS_KEY: 'none', ...settings });

const RAN = /^ {2}00\d\d_\w+ +\d+\.\d s$/m;
const WOULD = /^\d+ migrations? would run, in \d+\.\d s, and this build would start\. /m;

describe('npm run upgrade:check', () => {
  test('on the embedded database: before the start, and on a backup while the server runs', async () => {
    const dataDir = join(home, 'data');
    await makeBefore(dataDir, undefined);
    const settings = { DATA_DIR: dataDir, DEMO: '0' };
    const first = upgradeCheck(settings);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toContain(`Rehearsed on a copy of ${dataDir} (`);
    expect(first.stdout).toMatch(RAN);
    expect(first.stdout).toMatch(WOULD);
    expect(first.stdout).toContain('The start makes a backup before it changes the database.');
    expect(readdirSync(dataDir)).not.toContain('backups');

    const server = startProcess({ ...settings, SECRETS_KEY: 'none' });
    await server.ready;
    const second = upgradeCheck(settings);
    expect([second.code, second.stderr]).toEqual([0, '']);
    expect(second.stdout).toMatch(/^Rehearsed on a copy of the backup \S+ \(.*\), because a server uses /);
    await stopProcess(server);
    expect(upgradeCheck(settings).stdout).toContain('There is nothing to migrate, and this build would start.');

    const demo = upgradeCheck({ ...settings, DEMO: '1' });
    expect([demo.code, demo.stdout]).toEqual([1, expect.stringContaining('is in real use, and the demo would let')]);
    expect(demo.stdout).toContain('Go on with the build that runs.');
  });

  test('on PostgreSQL', async () => {
    const { url } = await makeBefore(join(home, 'nothing'), postgres.url);
    const { code, stdout, stderr } = upgradeCheck({ DATABASE_URL: url ?? '', DATA_DIR: home });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(RAN);
    expect(stdout).toMatch(WOULD);
    expect(stdout).toContain('Make a backup with the tools of PostgreSQL before the start');
  });

  test('refuses in one sentence what it cannot read', () => {
    const nowhere = upgradeCheck({ DATA_DIR: join(home, 'nobody') });
    expect([nowhere.code, nowhere.stdout]).toEqual([1, '']);
    expect(nowhere.stderr).toMatch(/^There is no database in .*\. Set DATA_DIR to the folder of the server\.\n$/);
    const away = upgradeCheck({ DATABASE_URL: 'postgres://kharcha:secret-word@127.0.0.1:1/kharcha' });
    expect([away.code, away.stdout]).toEqual([1, '']);
    expect(away.stderr).toMatch(/^The database at 127\.0\.0\.1:1\/kharcha does not answer/);
    expect(away.stderr).not.toContain('secret-word');
  });
});
