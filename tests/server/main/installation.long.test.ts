import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openDemoIdentity } from '#server/demo/demoPlugin.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { quietLog } from '../../support/dataDir.ts';
import { Api } from '../../support/api.ts';
import { peopled } from '../../support/server.ts';
import { endAll, newFolder, removeFolder, startProcess, stopProcess } from './process.ts';

const home = newFolder();
afterAll(() => {
  endAll();
  removeFolder(home);
});

async function refusal(settings: Record<string, string>): Promise<string> {
  const server = startProcess(settings);
  const { code } = await server.exit;
  expect([code, server.stdout()]).toEqual([1, '']);
  return server
    .stderr()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'))
    .join('\n');
}

/** What is in a folder as the build before left it: it says nothing of what it is. */
async function unmarked(name: string, demo: boolean): Promise<string> {
  const folder = join(home, name);
  cpSync(await peopled(), folder, { recursive: true });
  const database = await openDatabase({ dataDir: folder, log: quietLog });
  if (demo) await openDemoIdentity({ db: database.db, keys: [] }, () => Date.now());
  await database.durable();
  await database.close();
  return folder;
}

describe('S5 a database knows whether it is a demo', () => {
  test('S5 a demo runs as nothing else, the build before’s too: its sessions open nothing', async () => {
    const folder = await unmarked('demo', true);
    const said =
      `What is in ${folder} is a demo, in which anybody could sign in as anybody. ` +
      'To begin for real, set DATA_DIR to another folder; to go on with the demo, set DEMO=1.';
    expect(await refusal({ DATA_DIR: folder, GOOGLE_CLIENT_ID: 'x.apps.googleusercontent.com' })).toBe(said);
    const demo = startProcess({ DATA_DIR: folder, DEMO: '1', DEMO_COMPANIES: '0' });
    const api = new Api(await demo.ready, null);
    const { body } = await api.post('/demo/credential', { email: 'admin@example.com' });
    expect((await api.post('/api/v1/account/googlelogin/v2', body['data'])).status).toBe(200);
    expect(demo.stderr() + demo.stdout()).toContain('This is a demo: anybody can sign in as anybody');
    await stopProcess(demo);
    expect(await refusal({ DATA_DIR: folder, DEMO: '0' })).toBe(said);
  });

  test('S5 one in real use is opened to nobody, whether DEMO is set or the settings are forgotten', async () => {
    const folder = await unmarked('real', false);
    const forgotten: Record<string, string>[] = [{ DEMO: '1' }, {}];
    for (const settings of forgotten)
      expect(await refusal({ DATA_DIR: folder, ...settings })).toBe(
        `What is in ${folder} is in real use, and the demo would let anybody sign in as anybody. ` +
          'To go on with it, set DEMO=0; to begin a demo, set DATA_DIR to another folder.',
      );
    const real = startProcess({ DATA_DIR: folder, DEMO: '0' });
    expect((await new Api(await real.ready, null).get('/demo/accounts')).status).toBe(404);
    await stopProcess(real);
  });
});
