import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv, assertSecretsKey, warnOfPlain } from '#server/platform/settings/env.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { FIRST, SECOND, keys } from './secretFixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SECRETS_KEY: FIRST });
});
afterAll(() => server.close());

describe('S19 the setting', () => {
  const ids = (settings: Record<string, string>) => readEnv(settings).secretsKeys.map(({ id }) => id);
  const file = (text: string): string => {
    const path = join(server.dataDir, 'keys');
    writeFileSync(path, text);
    return path;
  };

  it('names keys in the environment or in a file, the newest first', () => {
    expect(ids({})).toEqual([]);
    expect(ids({ SECRETS_KEY: FIRST })).toEqual(keys(FIRST).map(({ id }) => id));
    expect(ids({ SECRETS_KEY: `${SECOND}, ${FIRST}` })).toEqual(keys(SECOND, FIRST).map(({ id }) => id));
    expect(ids({ SECRETS_KEY_FILE: file(`${SECOND}\n${FIRST}\n`) })).toEqual(keys(SECOND, FIRST).map(({ id }) => id));
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'a key that could be guessed',
      () => ({ SECRETS_KEY: 'secret' }),
      /^SECRETS_KEY could be guessed, .* Set at least 32 random characters/,
    ],
    ['a second one that could be guessed', () => ({ SECRETS_KEY: `${FIRST} secret` }), /^SECRETS_KEY could be guessed/],
    [
      'a file with one that could be guessed',
      () => ({ SECRETS_KEY_FILE: file('0123456789'.repeat(4)) }),
      /^SECRETS_KEY_FILE could be guessed/,
    ],
    ['a file without one', () => ({ SECRETS_KEY_FILE: file('\n') }), /holds no key\.$/],
    [
      'a file that is not there',
      () => ({ SECRETS_KEY_FILE: '/nowhere/keys' }),
      /^SECRETS_KEY_FILE \/nowhere\/keys cannot be read \(ENOENT\)\.$/,
    ],
    ['both', () => ({ SECRETS_KEY: FIRST, SECRETS_KEY_FILE: file(SECOND) }), /not both\.$/],
  ])('refuses %s, and tells none of it', (_name, settings, message) => {
    expect(() => readEnv(settings())).toThrow(message);
    expect(() => readEnv(settings())).not.toThrow(new RegExp(`${FIRST}|${'0123456789'.repeat(4)}`));
  });

  it.each<[string, Record<string, string>, boolean]>([
    ['this machine alone', { DEMO: '0' }, true],
    ['the network', { DEMO: '0', HOST: '0.0.0.0' }, false],
    ['an address that people use', { PUBLIC_URL: 'https://claims.example.com' }, false],
    ['the network, with a key', { DEMO: '0', HOST: '0.0.0.0', SECRETS_KEY: FIRST }, true],
    ['the network, said to be plain', { DEMO: '0', HOST: '0.0.0.0', SECRETS_KEY: 'none' }, true],
    ['a public demo', { DEMO: '1', DEMO_PUBLIC: '1', HOST: '0.0.0.0' }, true],
  ])('is demanded in real use: %s', (_name, settings, starts) => {
    const demanding = expect(() => assertSecretsKey(readEnv(settings)));
    if (starts) demanding.not.toThrow();
    else demanding.toThrow(/^SECRETS_KEY is not set, .* SECRETS_KEY=none if/);
  });

  it('what is plain in real use is said in the log', () => {
    const said = (settings: Record<string, string>): string[] => {
      const lines: string[] = [];
      warnOfPlain({ warn: (line) => void lines.push(line) }, readEnv(settings));
      return lines;
    };
    expect([said({ DEMO: '0' }).length, said({ DEMO: '0', SECRETS_KEY: FIRST }).length, said({}).length]).toEqual([
      1, 0, 0,
    ]);
  });
});
