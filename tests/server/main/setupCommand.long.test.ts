import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { urlOf } from '#contract/endpoint.ts';
import { getOrganisation, signInByLink } from '#contract/calls/organisation.ts';
import { Api } from '../../support/api.ts';
import { runCommand } from './command.ts';
import { endAll, newFolder, removeFolder, startProcess, stopProcess } from './process.ts';

const home = newFolder();
afterAll(() => {
  endAll();
  removeFolder(home);
});
const settings = { DATA_DIR: join(home, 'data'), DEMO: '0', PUBLIC_URL: 'http://127.0.0.1:1', SECRETS_KEY: 'none' };
const setup = (...words: string[]) => runCommand('setup', settings, ...words);

describe('ORG-8 ORG-33 npm run setup', () => {
  test('makes the first admin once, and later a link that signs that admin in', async () => {
    expect(setup()).toMatchObject({ code: 1, stderr: expect.stringContaining('npm run setup -- --admin') as string });
    const first = [
      '--admin',
      'Tara@acme.example',
      '--name',
      'Tara Bose',
      '--organisation',
      'Acme',
      '--time-zone',
      'Asia/Dubai',
    ];
    const made = /^tara@acme\.example is organisation admin since \d{4}-\d\d-\d\d\.\n$/;
    expect(setup(...first)).toMatchObject({ code: 0, stdout: expect.stringMatching(made) as string });
    const again = 'The organisation has an admin already.\n';
    expect(setup('--admin', 'mallory@acme.example')).toEqual({ code: 1, stdout: '', stderr: again });
    const nobody = 'mallory@acme.example is no organisation admin at work.\n';
    expect(setup('--sign-in', 'mallory@acme.example')).toEqual({ code: 1, stdout: '', stderr: nobody });
    const { code, stdout } = setup('--sign-in', 'tara@acme.example');
    const secret = /^Open this within 60 minutes, once:\nhttp:\/\/127\.0\.0\.1:1\/setup#sign-in=([\w-]{43})\n$/;
    expect([code, secret.test(stdout)]).toEqual([0, true]);

    const server = startProcess(settings);
    const api = new Api(await server.ready, null);
    const body = { secret: secret.exec(stdout)?.[1], attempt: 'attempt-of-a-browser' };
    const opened = await api.post(urlOf(signInByLink), body, { platform: '' });
    const signedIn = new Api(await server.ready, String(opened.body['token']));
    expect((await signedIn.get(urlOf(getOrganisation))).body).toMatchObject({
      data: { name: 'Acme', people: 1, timeZone: 'Asia/Dubai' },
    });
    await stopProcess(server);
  });
});
