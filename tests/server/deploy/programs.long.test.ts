import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { classify } from '#outbox/outcome.ts';
import { fillIn, makeCertificate, nginxConfig } from '#tests/support/deployed.ts';
import { freePort, PATH } from '#tests/support/programs.ts';
import { ROOT } from '#tests/support/sources.ts';

/** The files of deploy/ as the programs read them that they are for; skipped where a program is not installed. */

const deploy = (name: string): string => join(ROOT, 'deploy', name);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kharcha-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function need(context: TestContext, ...programs: string[]): void {
  for (const program of programs)
    if (!PATH.split(delimiter).some((place) => existsSync(join(place, program))))
      context.skip(`${program} is not installed`);
}

/** Runs a program to its end; throws what it said where it was not content. */
function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env: { PATH }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
  return `${stdout}${stderr}`;
}

interface Told {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** What a proxy says of a change; asked until it listens. */
async function ask(port: number): Promise<Told> {
  const once = (): Promise<Told> =>
    new Promise((resolve, reject) => {
      const asked = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/v1/localExpense',
        headers: { host: 'claims.example.com' },
        rejectUnauthorized: false,
      });
      asked.on('error', reject).on('response', (answer) => {
        let body = '';
        answer.on('data', (bytes: Buffer) => (body += bytes.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      });
      asked.end('{}');
    });
  for (;;) {
    const told = await once().catch(() => null);
    if (told) return told;
    await wait(20);
  }
}

/** Runs a proxy with nobody behind it, asks it once, and ends it. */
async function askAlone(port: number, program: string, ...args: string[]): Promise<Told> {
  const child = spawn(program, args, { cwd: folder, env: { PATH }, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    return await ask(port);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Devices wait for it as it asks, and count no failure. */
function expectToBeWaitedFor({ status, headers, body }: Told): void {
  const text = (name: string): string | null => (typeof headers[name] === 'string' ? headers[name] : null);
  expect(JSON.parse(body)).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  expect(text('cache-control')).toBe('no-store');
  const facts = { status, type: 'basic', redirected: false, body, echoedKey: null, date: null };
  const more = { contentType: text('content-type') ?? '', retryAfter: text('retry-after') };
  expect(classify({ ...facts, ...more }, { key: 'a-key' })).toEqual({ kind: 'busy', status: 503, retryAfter: 5_000 });
}

describe('deploy', () => {
  it('systemd-analyze verify: kharcha.service', (context) => {
    need(context, 'systemd-analyze');
    const unit = fillIn(folder, 'kharcha.service', { '/opt/kharcha': ROOT.replace(/\/$/, '') });
    expect(run('systemd-analyze', 'verify', unit)).toBe('');
    // 0 is everything forbidden, 10 nothing; from 2 on, something that this unit forbids was lost.
    const said = run('systemd-analyze', 'security', '--offline=true', '--no-pager', unit);
    expect(Number(/exposure level[^:]*: ([\d.]+)/.exec(said)?.[1])).toBeLessThan(2);
  });

  it('nginx -t: nginx.conf', (context) => {
    need(context, 'nginx', 'openssl');
    // Ports and folders of anybody's, as the test need not run as root.
    const said = run('nginx', '-t', '-c', nginxConfig(folder, { http: 18080, https: 18443 }));
    expect(said).toContain('test is successful');
  });

  it('haproxy -c: haproxy.cfg and haproxy-postgresql.cfg', (context) => {
    need(context, 'haproxy', 'openssl');
    makeCertificate(folder);
    const here = fillIn(folder, 'haproxy.cfg', { '/etc/ssl/kharcha': folder });
    for (const file of [here, deploy('haproxy-postgresql.cfg')])
      expect(run('haproxy', '-c', '-f', file)).not.toMatch(/WARNING|ALERT/);
  });

  it('nginx and haproxy: while no process answers, devices are told as by the server', async (context) => {
    need(context, 'nginx', 'haproxy', 'openssl');
    const [http, https, nobody] = [await freePort(), await freePort(), await freePort()];
    const config = nginxConfig(folder, { http, https, servers: [nobody] });
    expectToBeWaitedFor(await askAlone(https, 'nginx', '-c', config, '-g', 'daemon off;'));
    const haproxy = fillIn(folder, 'haproxy.cfg', {
      '/etc/ssl/kharcha': folder,
      'bind :80': `bind :${http}`,
      ':443': `:${https}`,
      '127.0.0.1:3000': `127.0.0.1:${nobody}`,
    });
    expectToBeWaitedFor(await askAlone(https, 'haproxy', '-db', '-f', haproxy));
  });

  it('promtool check rules, and test rules: alerts.yml', (context) => {
    need(context, 'promtool');
    expect(run('promtool', 'check', 'rules', deploy('prometheus/alerts.yml'))).toContain('SUCCESS');
    for (const name of ['alerts.yml', 'alerts.test.yml'])
      copyFileSync(deploy(`prometheus/${name}`), join(folder, name));
    expect(run('promtool', 'test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });
});
