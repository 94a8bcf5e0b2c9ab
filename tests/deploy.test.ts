import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importPeople } from '#contract/calls/people.ts';
import { FILE_BYTES_LIMIT, MAX_IMPORT_BYTES, MAX_JSON_BYTES } from '#contract/limits.ts';
import { unavailable } from '#server/platform/base/errors.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { SETTINGS } from '#server/platform/settings/list.ts';
import { ROOT } from './support/sources.ts';

/** What deploy/ promises fits what the server does. Their own programs read the files in programs.long.test.ts. */

const textOf = (name: string): string => readFileSync(join(ROOT, 'deploy', name), 'utf8');
/** Lines that are not comments. */
const linesOf = (name: string): string[] =>
  textOf(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
const env = readEnv({});
const known = SETTINGS.map(({ name }) => name);

describe('the unit of systemd', () => {
  const lines = linesOf('kharcha.service');
  const valueOf = (key: string): string =>
    lines.find((line) => line.startsWith(`${key}=`))?.slice(key.length + 1) ?? '';

  it('leaves time for an orderly end, and files for every connection', () => {
    const [, millis = ''] = /GRACE = ([\d_]+)/.exec(readFileSync(join(ROOT, 'server/main/shutdown.ts'), 'utf8')) ?? [];
    expect(Number(valueOf('TimeoutStopSec')) * 1000).toBeGreaterThan(3 * Number(millis.replaceAll('_', '')));
    expect(Number(valueOf('LimitNOFILE'))).toBeGreaterThan(2 * env.maxConnections);
  });

  it('sets settings that are there', () => {
    const set = [...valueOf('Environment').matchAll(/(\w+)=/g)].map(([, name]) => name!);
    expect(set.filter((name) => name !== 'NODE_ENV' && !known.includes(name))).toEqual([]);
    expect(set).toContain('DATA_DIR');
  });

  it('forbids what the server does not need, and lets it write machine code', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        'NoNewPrivileges=yes',
        'ProtectSystem=strict',
        'ProtectHome=yes',
        'PrivateTmp=yes',
        'PrivateDevices=yes',
        'CapabilityBoundingSet=',
        'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6',
        'SystemCallFilter=@system-service',
      ]),
    );
    expect(valueOf('MemoryDenyWriteExecute')).toBe('');
    expect(valueOf('User')).toBe('kharcha');
  });
});

describe('the examples of proxies', () => {
  const [nginx, haproxy] = [linesOf('nginx.conf').join('\n'), linesOf('haproxy.cfg').join('\n')];
  const megabyte = 1_048_576;

  it('pass every body on that the server takes, unbuffered, and little more', () => {
    const most = [
      Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]) * megabyte,
      Number(/content-length\) gt (\d+)/.exec(haproxy)?.[1]),
    ];
    for (const bytes of most) {
      expect(bytes).toBeGreaterThan(FILE_BYTES_LIMIT + 65_536);
      expect(bytes).toBeGreaterThan(MAX_JSON_BYTES);
      expect(bytes).toBeLessThanOrEqual(3 * megabyte);
    }
    const people = new RegExp(`location = ${importPeople.path} \\{\\s+client_max_body_size (\\d+)m;`).exec(nginx)?.[1];
    expect(haproxy).toContain(`gt ${3 * megabyte} } !{ path ${importPeople.path} }`);
    const large = [Number(people) * megabyte, Number(haproxy.match(/content-length\) gt \d+/g)?.[1]?.split(' ')[2])];
    for (const bytes of large) {
      expect(bytes).toBeGreaterThan(MAX_IMPORT_BYTES + 65_536);
      expect(bytes).toBeLessThanOrEqual(11 * megabyte);
    }
    expect(nginx).toContain('proxy_request_buffering off;');
    expect(haproxy).not.toContain('http-buffer-request');
  });

  it('say themselves what the server says while it cannot be reached, in its own envelope', () => {
    const { answer, details } = unavailable();
    for (const text of [nginx, haproxy]) {
      const said = [...text.matchAll(/'(\{"success":.*?\})'/g)].map(([, body]) => JSON.parse(body ?? '') as unknown);
      expect(said.length).toBeGreaterThan(0);
      for (const body of said) expect(body).toEqual(answer);
    }
    for (const status of [502, 503, 504])
      expect(haproxy).toMatch(new RegExp(`http-error status ${status} .* hdr retry-after \\d`));
    expect(nginx).toContain('error_page 502 503 504 = @away;');
    // The server's own answers pass: it knows better how long to wait.
    expect(nginx).not.toContain('proxy_intercept_errors on');
    expect(details.retryAfter).toBeGreaterThan(0);
  });

  it('try a process that failed again before devices come back, as the others may have ended by then', () => {
    const seconds = Number(/^server 127\.0\.0\.1:\d+ fail_timeout=(\d+)s;$/m.exec(nginx)?.[1]);
    expect(seconds).toBeLessThan(Number(/add_header Retry-After (\d+) always;/.exec(nginx)?.[1]));
  });

  it('report one address and the scheme, and drop what clients claim', () => {
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(nginx).toContain('proxy_set_header X-Forwarded-Proto $scheme;');
    expect(nginx).toContain('proxy_set_header Forwarded "";');
    expect(haproxy).toContain('set-header X-Forwarded-For %[src]');
    expect(haproxy).toContain('set-header X-Forwarded-Proto https');
    expect(haproxy).toContain('del-header Forwarded');
    for (const text of [nginx, haproxy]) expect(text.toLowerCase()).not.toContain('strict-transport-security');
  });

  it('are silent for longer than the server allows a body to be, and lead to its port', () => {
    const seconds = [
      Number(/client_body_timeout (\d+)s;/.exec(nginx)?.[1]),
      Number(/timeout client (\d+)s/.exec(haproxy)?.[1]),
    ];
    for (const each of seconds) expect(each).toBeGreaterThan(env.bodySilenceSeconds);
    for (const text of [nginx, haproxy]) expect(text).toContain(`127.0.0.1:${env.port}`);
    expect(haproxy).toContain('uri /readyz');
  });
});

describe('the example of Patroni', () => {
  const lines = linesOf('patroni.yml');

  it('acknowledges nothing that one machine alone has, and lets nobody lead who lacks any of it', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        'synchronous_mode: true',
        'synchronous_mode_strict: true',
        'maximum_lag_on_failover: 0',
        "fsync: 'on'",
        "full_page_writes: 'on'",
        "synchronous_commit: 'on'",
        '- data-checksums',
      ]),
    );
    // With the v3 API Patroni 3.0.2 loses what was acknowledged once a leader was paused.
    expect(lines).toContain('etcd:');
    expect(lines.filter((line) => line.startsWith('etcd3:'))).toEqual([]);
  });

  it('renews a lease twice before it ends, as Patroni demands, and is back before a start of ours gives up', () => {
    const numberOf = (key: string): number =>
      Number(lines.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2));
    expect(numberOf('loop_wait') + 2 * numberOf('retry_timeout')).toBeLessThanOrEqual(numberOf('ttl'));
    const start = readFileSync(join(ROOT, 'server/main/start.ts'), 'utf8');
    const patience = Number(/DATABASE_PATIENCE = ([\d_]+)/.exec(start)?.[1]?.replaceAll('_', ''));
    expect(2 * numberOf('ttl') * 1000).toBeLessThan(patience);
  });

  it('comes with what leads to the machine that takes changes, and leaves one that does no more at once', () => {
    const haproxy = linesOf('haproxy-postgresql.cfg');
    expect(haproxy).toEqual(expect.arrayContaining(['mode tcp', 'option httpchk OPTIONS /primary']));
    expect(haproxy.find((line) => line.startsWith('default-server '))).toContain('on-marked-down shutdown-sessions');
    const machines = haproxy.filter((line) => line.startsWith('server ')).map((line) => line.split(' ')[1]);
    expect(machines).toEqual(['pg1', 'pg2', 'pg3']);
  });

  it('has room for two of our processes, TLS, and no password in it', () => {
    const most = Number(lines.find((line) => line.startsWith('max_connections: '))?.split(' ')[1]);
    expect(most).toBeGreaterThanOrEqual(2 * 25);
    expect(lines).toContain("ssl: 'on'");
    expect(lines.filter((line) => /^- host(?!ssl)/.test(line) || /password:/i.test(line))).toEqual([]);
  });
});

describe('the Containerfile', () => {
  const lines = linesOf('Containerfile');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  it('builds in one stage and runs in another, not as root, with a health check', () => {
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
    expect(last).toEqual(expect.arrayContaining(['USER node', 'VOLUME /data', 'STOPSIGNAL SIGTERM']));
    expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
    expect(last.join('\n')).toContain('/readyz');
    // Nothing of the repository's history, data or tests, and no secret, gets into a layer.
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.data', 'node_modules', 'dist', '**/*.env']));
  });

  it('has every command, which npm scripts run from source elsewhere', () => {
    const bundle = readFileSync(join(ROOT, 'scripts/lib/serverBundle.mjs'), 'utf8');
    expect(bundle).toContain("below('server/main/commands')");
  });

  it('sets settings that are there, and runs what the build makes', () => {
    const set = last.flatMap((line) => (line.startsWith('ENV ') ? [...line.matchAll(/(\w+)=/g)] : []));
    expect(set.map(([, name]) => name!).filter((name) => name !== 'NODE_ENV' && !known.includes(name))).toEqual([]);
    expect(last.at(-1)).toBe('CMD ["node", "--enable-source-maps", "dist/server/server.js"]');
    const major = /node:(\d+)-/.exec(lines[0] ?? '')?.[1];
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
    expect(Number(major)).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
  });
});
