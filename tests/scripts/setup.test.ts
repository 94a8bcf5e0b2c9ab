import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completeLock, machineOf } from '../../scripts/completeLock.mjs';
import { quickBrowser, systemBrowser } from '../../scripts/browser.mjs';
import { nodeIsNewEnough, reasonToInstall, stampOf, underLock } from '../../scripts/setup.mjs';

const folder = () => mkdtempSync(join(tmpdir(), 'kharcha-setup-'));

describe('setup: packages that fit the lock', () => {
  it('knows the same lock again, whatever its line ends, and a changed one or another machine apart', () => {
    expect(stampOf('a\r\nb', 'm')).toBe(stampOf('a\nb', 'm'));
    expect(stampOf('a\nc', 'm')).not.toBe(stampOf('a\nb', 'm'));
    expect(stampOf('a', 'arm64')).not.toBe(stampOf('a', 'x64'));
  });

  it('installs into an empty folder, after a change of the lock, and when a program is missing', () => {
    const root = folder();
    expect(reasonToInstall(root, 's', ['vite'])).toMatch(/no packages/);
    mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
    expect(reasonToInstall(root, 's', ['vite'])).toMatch(/changed/);
    writeFileSync(join(root, 'node_modules', '.kharcha-stamp'), 's');
    expect(reasonToInstall(root, 's', ['vite'])).toMatch(/vite is missing/);
    writeFileSync(join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'vite.cmd' : 'vite'), '');
    expect(reasonToInstall(root, 's', ['vite'])).toBeNull();
    expect(reasonToInstall(root, 't', ['vite'])).toMatch(/changed/);
  });

  it('lets one run at a time install, and takes over the lock of a dead one', async () => {
    const lock = join(folder(), 'lock');
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((done) => setTimeout(done, 5));
      inside -= 1;
    };
    await Promise.all([1, 2, 3].map(() => underLock(lock, work, () => new Promise((done) => setTimeout(done, 1)))));
    expect(most).toBe(1);

    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), '4194999');
    await expect(underLock(lock, () => Promise.resolve('done'))).resolves.toBe('done');
  });

  it('refuses a Node below 20.19 only', () => {
    expect(['20.18.9', '18.20.0'].map((version) => nodeIsNewEnough(version))).toEqual([false, false]);
    expect(['20.19.0', '22.1.0'].map((version) => nodeIsNewEnough(version))).toEqual([true, true]);
  });
});

describe('completeLock: a lock that npm ci takes on every platform', () => {
  it('reads the machine from a package name', () => {
    expect(machineOf('@oxlint/binding-linux-arm64-musl')).toEqual({ cpu: ['arm64'], libc: ['musl'], os: ['linux'] });
    expect(machineOf('@oxlint/binding-linux-ppc64-gnu')).toEqual({ cpu: ['ppc64'], libc: ['glibc'], os: ['linux'] });
    expect(machineOf('@oxlint-tsgolint/darwin-arm64')).toEqual({ cpu: ['arm64'], os: ['darwin'] });
    expect(machineOf('@oxlint/binding-win32-ia32-msvc')).toEqual({ cpu: ['ia32'], os: ['win32'] });
    expect(machineOf('@oxlint/binding-android-arm-eabi')).toEqual({ cpu: ['arm'], os: ['android'] });
    expect(machineOf('left-pad')).toBeNull();
  });

  it('adds what is missing, once, and leaves what is there', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/tool': {
          version: '2.0.0',
          dev: true,
          optionalDependencies: { 'tool-darwin-x64': '2.0.0', 'tool-linux-x64-gnu': '2.0.0', loose: '^1.0.0' },
        },
        'node_modules/tool-linux-x64-gnu': { version: '2.0.0', resolved: 'kept' },
      } as Record<string, object>,
    };
    expect(completeLock(lock)).toEqual(['tool-darwin-x64']);
    expect(lock.packages['node_modules/tool-darwin-x64']).toEqual({
      version: '2.0.0',
      dev: true,
      optional: true,
      cpu: ['x64'],
      os: ['darwin'],
    });
    expect(lock.packages['node_modules/tool-linux-x64-gnu']).toHaveProperty('resolved', 'kept');
    expect(completeLock(lock)).toEqual([]);
  });

  it('has completed the lock of this repository', () => {
    expect(completeLock(JSON.parse(readFileSync('package-lock.json', 'utf8')))).toEqual([]);
  });
});

describe('browser: found, or said loudly to be missing', () => {
  it('takes CHROME_BIN before all else, and no other when that is wrong', () => {
    expect(systemBrowser({ CHROME_BIN: '/opt/mine', PATH: '/usr/bin' }, () => true)).toBe('/opt/mine');
    expect(
      systemBrowser({ CHROME_BIN: '/opt/mine', PATH: '/usr/bin' }, (path: string) => path !== '/opt/mine'),
    ).toBeNull();
  });

  it('looks along the PATH, Chromium first', () => {
    const there = new Set([join('/b', 'chromium'), join('/a', 'google-chrome')]);
    expect(
      systemBrowser({ PATH: ['/a', '/b'].join(process.platform === 'win32' ? ';' : ':') }, (path: string) =>
        there.has(path),
      ),
    ).toBe(join('/b', 'chromium'));
  });

  it('takes the one without windows for what is only looked at, where there is one and nobody has said which', () => {
    const shell = join('/b', 'chromium-headless-shell');
    const env = { PATH: ['/a', '/b'].join(process.platform === 'win32' ? ';' : ':') };
    const whole = join('/a', 'chromium');
    expect(quickBrowser(env, (path: string) => path === shell || path === whole)).toBe(shell);
    expect(quickBrowser(env, (path: string) => path === whole)).toBe(whole);
    expect(quickBrowser({ ...env, CHROME_BIN: '/opt/mine' }, () => true)).toBe('/opt/mine');
    expect(quickBrowser(env, () => false)).toBeNull();
  });
});
