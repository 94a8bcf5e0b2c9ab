import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { themeCss } from '../../scripts/themeCss.ts';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:tsx?|css)$/.test(path))
  .map((path) => ({ path, text: readFileSync(`src/${path}`, 'utf8') }));

describe('styles', () => {
  it('theme.css is what theme.ts says', () => {
    expect(readFileSync('src/app/theme.css', 'utf8')).toBe(themeCss());
  });

  it('every piece of Mantine that is used brings its styles', () => {
    const used = new Set(
      sources.flatMap(({ text }) =>
        [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
          names.split(',').map((name) => name.replace(/^\s*type\s+.*/, '').trim()),
        ),
      ),
    );
    const sheets = [...used].filter(
      (name) => name !== '' && existsSync(`node_modules/@mantine/core/styles/${name}.css`),
    );
    const imported = sources.map(({ text }) => text).join('\n');
    expect(sheets.filter((name) => !imported.includes(`@mantine/core/styles/${name}.css`))).toEqual([]);
    expect(used.size).toBeGreaterThan(0);
  });
});
