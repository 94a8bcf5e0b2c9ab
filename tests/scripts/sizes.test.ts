import { describe, expect, it } from 'vitest';
import { closure, needsRareScreen, judge, keysOf, namedBy } from '../../scripts/sizes.mjs';

const manifest = {
  'index.html': {
    file: 'assets/index.js',
    imports: ['_a.js'],
    dynamicImports: ['src/routes/list.tsx?split'],
    css: ['assets/index.css'],
  },
  '_a.js': { file: 'assets/a.js', imports: ['index.html'] },
  'src/routes/list.tsx?split': {
    file: 'assets/list.js',
    name: 'list',
    imports: ['_a.js'],
    css: ['assets/list.css'],
    isDynamicEntry: true,
  },
};

describe('sizes: what the first list weighs', () => {
  it('takes what is named, what that imports, and the styles, once each, and no lazy piece', () => {
    expect(closure(manifest, ['index.html'])).toEqual(['assets/index.js', 'assets/index.css', 'assets/a.js']);
    expect(closure(manifest, ['index.html', ...keysOf(manifest, 'list')])).toEqual([
      'assets/index.js',
      'assets/index.css',
      'assets/a.js',
      'assets/list.js',
      'assets/list.css',
    ]);
    expect(() => closure(manifest, ['gone'])).toThrow('gone');
  });

  it('takes what the page names, and not what it names of another screen', () => {
    const page =
      '<html data-app="/assets/react.js /assets/app.js" data-first=\'{"/home":["/assets/home.js"]}\'>' +
      '<script src="/assets/start.js"></script><link rel="stylesheet" href="/assets/app.css"></html>';
    const files = ['assets/app.css', 'assets/app.js', 'assets/home.js', 'assets/react.js', 'assets/start.js'];
    expect(namedBy(page, files)).toEqual(files.filter((file) => file !== 'assets/home.js'));
  });

  it('finds what is kept everywhere and needs a screen of a few at once', () => {
    const manifest = {
      a: { file: 'assets/list.js', imports: ['b'], dynamicImports: ['c'] },
      b: { file: 'assets/shared.js', imports: ['c'] },
      c: { file: 'assets/companyPeople-x1.js', imports: ['d'] },
      d: { file: 'assets/companyImport-x1.js' },
      e: { file: 'assets/_signedIn.people_.import-x1.js', imports: ['d'] },
    };
    expect(needsRareScreen(manifest)).toEqual([['assets/shared.js', 'assets/companyPeople-x1.js']]);
  });

  it('names what is over its budget, and lets pass what the worker keeps for nobody', () => {
    const sizes = {
      'assets/index.js': 90,
      'assets/index.css': 20,
      'assets/list.js': 70,
      'assets/pdf-x1.js': 900,
      'assets/big.js': 60,
      'assets/indianCities-Ab_1.js': 31,
      'assets/companyPolicy-Ab_1.js': 21,
      'sw.js': 500,
      'dashboard.js': 500,
    };
    const budgets = { firstScript: 100, firstAll: 100, everything: 240, lazyPiece: 60, cities: 30, rare: 20 };
    const lines = judge(
      sizes,
      ['assets/index.js', 'assets/index.css'],
      ['assets/list.js', 'assets/big.js', 'assets/pdf-x1.js', 'assets/indianCities-Ab_1.js'],
      budgets,
    );
    expect(lines.filter(({ bytes, budget }) => bytes > budget).map(({ name }) => name)).toEqual([
      'first list, all',
      'cities',
      'kept where used',
      'assets/list.js',
    ]);
    expect(lines.find(({ name }) => name === 'all screens')?.bytes).toBe(240);
  });
});
