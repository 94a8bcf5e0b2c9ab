import { createServer, type AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { endAll, migratedFolder, newFolder, removeFolder, startProcess } from './process.ts';

const folder = newFolder();
const migrated = await migratedFolder();
afterAll(() => {
  endAll();
  removeFolder(folder);
  removeFolder(migrated);
});

/** Starts it, expects it to refuse, and answers what it said: one sentence, no stack. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const server = startProcess({ DATA_DIR: join(folder, 'data'), ...settings });
  const { code } = await server.exit;
  const said = server
    .stderr()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
  expect([code, server.stdout()]).toEqual([1, '']);
  expect(said).toHaveLength(1);
  expect(said[0]).not.toMatch(/^\s+at |node:/);
  return said[0] ?? '';
}

// It waits two minutes for its database: the other tests run meanwhile.
const away = refusal({
  DATA_DIR: join(folder, 'away'),
  DATABASE_URL: 'postgres://kharcha:secret-word@127.0.0.1:1/kharcha',
});
away.catch(() => undefined);

describe('refuses to start and says why (Z71)', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['a port that is no number', { PORT: 'http' }, /^PORT must be a whole number/],
    [
      'a demo that the network can reach',
      { DEMO: '1', HOST: '0.0.0.0' },
      /^DEMO lets anybody sign in as anybody, .* DEMO_PUBLIC=1/,
    ],
    ['a demo by default that the network can reach', { HOST: '0.0.0.0' }, /^DEMO lets anybody sign in/],
    ['a switch that is neither on nor off', { DEMO: 'maybe' }, /^DEMO must be 1 or 0/],
    ['a time zone that is none', { ORG_TIME_ZONE: 'Asia/Bangalore2' }, /^ORG_TIME_ZONE is not a time zone/],
    [
      'a database of another kind',
      { DATABASE_URL: 'mysql://root@localhost/x' },
      /^DATABASE_URL must start with postgres:\/\//,
    ],
    ['a file store of another kind', { FILES_URL: 'ftp://x' }, /^FILES_URL must start with s3:\/\//],
    [
      'a real run that others reach without a key for its secrets',
      { DEMO: '0', HOST: '0.0.0.0' },
      /^SECRETS_KEY is not set, .* SECRETS_KEY=none if/,
    ],
  ])('%s', async (_, settings, message) => {
    expect(await refusal(settings)).toMatch(message);
  });

  test('a data folder that is a file', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'text');
    expect(await refusal({ DATA_DIR: file })).toBe(`DATA_DIR ${file} is a file, not a folder.`);
    expect(await refusal({ DATA_DIR: join(file, 'below') })).toContain('is a file, not a folder');
  });

  test('S19 secrets that are sealed by a key which is not given', async () => {
    const SECRETS_KEY = 'q8Vh-9sQw7Zt2Lm8Xr4Np6Bd1Fg5Jc0Ya';
    const settings = { DATA_DIR: migrated, DEMO: '0' };
    const server = startProcess({ ...settings, SECRETS_KEY });
    await server.ready;
    server.child.kill('SIGTERM');
    await server.exit;
    const said = await refusal(settings);
    expect(said).toMatch(/^The secrets of this database are sealed by key [0-9a-f]{8}, and /);
    expect(said).toMatch(/[0-9a-f]{8}, and SECRETS_KEY and SECRETS_KEY_FILE are not set\. Start it with that key/);
  });

  test('a port that is taken, an address that is not ours; the folder is free again after each', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    const { port } = other.address() as AddressInfo;
    const settings = { DATA_DIR: await migratedFolder(), DEMO: '0', SECRETS_KEY: 'none' };
    expect(await refusal({ ...settings, PORT: String(port) })).toBe(
      `Port ${port} on 127.0.0.1 is taken by another program. Stop that one, or set PORT to another number.`,
    );
    other.close();
    expect(await refusal({ ...settings, HOST: '203.0.113.7' })).toBe(
      'HOST 203.0.113.7 is not an address of this machine.',
    );
    removeFolder(settings.DATA_DIR);
  });

  test('a database that is away', async () => {
    const said = await away;
    expect(said).toContain('127.0.0.1');
    expect(said).not.toContain('secret-word');
  });
});
