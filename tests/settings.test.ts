import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from '#server/platform/settings/env.ts';
import { SETTINGS } from '#server/platform/settings/list.ts';
import { settingsFile, settingsTable, withSettingsTable } from '#server/platform/settings/print.ts';
import { BUILDING } from '#server/platform/settings/setting.ts';
import { ROOT, sources, withoutComments } from './support/sources.ts';

/** The list of settings is what the code reads, and the documentation is made from it. */

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const code = sources(['server', 'scripts'], /\.(?:ts|mjs)$/).map(({ path, text }) => ({
  path,
  text: withoutComments(text),
}));
/** What every process has, and what no one sets for Kharcha. */
const OF_THE_MACHINE = new Set(['PATH', 'NODE_COMPILE_CACHE', 'NODE_COMPILE_CACHE_PORTABLE']);
const PLACES = [
  /\bvariables,\s*'([A-Z][A-Z0-9_]+)'/g,
  /\b(?:env|variables)\[['"`]([A-Z][A-Z0-9_]+)['"`]\]/g,
  /\bprocess\.env\.([A-Z][A-Z0-9_]+)/g,
  /\b(AWS_[A-Z_]+)\b/g,
];
const namesIn = (text: string): string[] =>
  PLACES.flatMap((place) => [...text.matchAll(place)].map(([, name = '']) => name));

/** The variables that `readEnv` looks up when nothing is set. */
function lookedUp(): string[] {
  const names = new Set<string>();
  readEnv(
    new Proxy<Record<string, string | undefined>>(
      {},
      {
        get(_target, name) {
          names.add(String(name));
          return undefined;
        },
      },
    ),
  );
  return [...names];
}

const listed = SETTINGS.map(({ name }) => name);

describe('the list of settings', () => {
  it('names every variable that the code reads, once, and none that it does not', () => {
    const read = new Set([
      ...lookedUp(),
      ...code.filter(({ path }) => !/settings\/listOf\w+\.ts$/.test(path)).flatMap(({ text }) => namesIn(text)),
    ]);
    expect(lookedUp().length).toBeGreaterThan(40);
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
    expect(listed.toSorted()).toEqual([...read].filter((name) => !OF_THE_MACHINE.has(name)).toSorted());
  });

  it('finds a variable however it is read', () => {
    const ways = ["text(variables, 'NEW_ONE')", "process.env['NEW_ONE']", "env['NEW_ONE']", 'process.env.NEW_ONE'];
    expect(ways.map(namesIn)).toEqual(ways.map(() => ['NEW_ONE']));
  });

  it('lists no variable that is read in a way the search does not know', () => {
    const unknown = code.flatMap(({ path, text }) =>
      [...text.matchAll(/\{[^{}]*\}\s*=\s*(?:process\.env|variables)\b/g)]
        .filter(([found]) => !found.includes('AWS_'))
        .map(([found]) => `${path}: ${found}`),
    );
    expect(unknown).toEqual([]);
  });

  const demo = { DEMO: '1' };
  it.each(SETTINGS.flatMap(({ name, default: fallback }) => (fallback === null ? [] : [[name, fallback] as const])))(
    'has the default of %s, %s: to set it changes nothing',
    (name, fallback) => {
      expect(readEnv({ ...demo, [name]: fallback })).toEqual(readEnv(demo));
    },
  );

  it('has the defaults that stand in the code', () => {
    const defaults = new Map(SETTINGS.map((setting) => [setting.name, setting.default]));
    const inCode = code.flatMap(({ text }) => [
      ...text.matchAll(/\bwholeNumber\(variables, '([A-Z_]+)', ([\d_]+)/g),
      ...text.matchAll(/\b(?:text|flag)\(variables, '([A-Z_]+)'\) \?\? ('[^']+'|true|false|null)/g),
      ...text.matchAll(/\bprocess\.env\['([A-Z_]+)'\] \?\? '([^']+)'/g),
    ]);
    const asSet: Record<string, string | null> = { true: '1', false: '0', null: null };
    const wrong = inCode
      .map(([, name = '', value = '']) => ({ name, value: value.replaceAll(/'|_(?=\d)/g, '') }))
      .filter(({ name, value }) => defaults.get(name) !== (value in asSet ? asSet[value] : value));
    expect(inCode.length).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  });
});

describe('what is made from it', () => {
  it('the table of the documentation is the one that npm run settings prints', () => {
    const page = textOf('docs/operations.md');
    expect(withSettingsTable(page), 'npm run settings -- --write').toBe(page);
    for (const { name } of SETTINGS) expect(settingsTable()).toContain(`| \`${name}\` |`);
  });

  it('so is the environment file, with everything of a server explained and nothing set', () => {
    const file = settingsFile();
    expect(textOf('deploy/kharcha.env'), 'npm run settings -- --write').toBe(file);
    const lines = file.split('\n');
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
    const explained = lines.flatMap((line, index) =>
      /^#[A-Z_]+=/.test(line) && lines[index - 1]?.startsWith('# ') ? [line.slice(1).split('=')[0]] : [],
    );
    expect(explained).toEqual(SETTINGS.filter(({ group }) => group !== BUILDING).map(({ name }) => name));
  });

  it('every value that it suggests can work', () => {
    const suggested = SETTINGS.filter(({ group, secret }) => group !== BUILDING && !secret);
    for (const { name, example, default: fallback } of suggested)
      if (name !== 'SECRETS_KEY_FILE')
        expect(() => readEnv({ DEMO: '0', [name]: example ?? fallback ?? undefined }), name).not.toThrow();
  });
});
