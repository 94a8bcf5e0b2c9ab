import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { ROOT } from '#tests/support/sources.ts';

/** The files of deploy/ as the programs read them that they are for; skipped where a program is not installed. */

const PATH = [process.env['PATH'] ?? '', '/usr/sbin', '/sbin'].join(delimiter);
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

/** A copy of a file of deploy/ in which paths of a server lead here. */
function copy(name: string, paths: Record<string, string>): string {
  const target = join(folder, name);
  const text = Object.entries(paths).reduce(
    (all, [from, to]) => all.replaceAll(from, to),
    readFileSync(deploy(name), 'utf8'),
  );
  writeFileSync(target, text);
  return target;
}

/** A certificate of its own for proxies, which refuse to read a configuration without one. */
function makeCertificate(): void {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const subject = ['-subj', '/CN=claims.example.com', '-days', '2', '-nodes', '-newkey', 'rsa:2048'];
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  writeFileSync(join(folder, 'fullchain-and-key.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
}

describe('deploy', () => {
  it('systemd-analyze verify: kharcha.service', (context) => {
    need(context, 'systemd-analyze');
    const unit = copy('kharcha.service', { '/opt/kharcha': ROOT.replace(/\/$/, '') });
    expect(run('systemd-analyze', 'verify', unit)).toBe('');
    // 0 is everything forbidden, 10 nothing; from 2 on, something that this unit forbids was lost.
    const said = run('systemd-analyze', 'security', '--offline=true', '--no-pager', unit);
    expect(Number(/exposure level[^:]*: ([\d.]+)/.exec(said)?.[1])).toBeLessThan(2);
  });

  it('nginx -t: nginx.conf', (context) => {
    need(context, 'nginx', 'openssl');
    makeCertificate();
    // Ports and folders of anybody's, as the test need not run as root.
    const site = copy('nginx.conf', {
      '/etc/ssl/kharcha': folder,
      ' 80;': ' 18080;',
      ':80;': ':18080;',
      '443 ': '18443 ',
    });
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder};`,
    );
    const whole = join(folder, 'whole.conf');
    writeFileSync(
      whole,
      `pid ${folder}/pid;\nevents {}\nhttp { access_log off; ${temporary.join(' ')} include ${site}; }\n`,
    );
    const said = run('nginx', '-t', '-c', whole);
    expect(said).toContain('test is successful');
  });

  it('haproxy -c: haproxy.cfg', (context) => {
    need(context, 'haproxy', 'openssl');
    makeCertificate();
    const said = run('haproxy', '-c', '-f', copy('haproxy.cfg', { '/etc/ssl/kharcha': folder }));
    expect(said).not.toMatch(/WARNING|ALERT/);
  });

  it('promtool check rules, and test rules: alerts.yml', (context) => {
    need(context, 'promtool');
    expect(run('promtool', 'check', 'rules', deploy('prometheus/alerts.yml'))).toContain('SUCCESS');
    for (const name of ['alerts.yml', 'alerts.test.yml'])
      copyFileSync(deploy(`prometheus/${name}`), join(folder, name));
    expect(run('promtool', 'test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });
});
