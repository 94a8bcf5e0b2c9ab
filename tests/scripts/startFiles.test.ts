import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { firstInWorker, startFiles } from '../../scripts/startFiles.ts';
import { firstFiles, staticShell } from '../../scripts/staticShell.ts';

const chunk = (
  fileName: string,
  more: { imports?: string[]; isEntry?: boolean; css?: string[] } = {},
): Rolldown.OutputChunk =>
  ({
    type: 'chunk',
    fileName,
    imports: more.imports ?? [],
    isEntry: more.isEntry ?? false,
    viteMetadata: { importedCss: new Set(more.css) },
  }) as unknown as Rolldown.OutputChunk;
const bundle = Object.fromEntries(
  [
    chunk('assets/app-1.js', { isEntry: true, imports: ['assets/react-1.js'], css: ['assets/app-1.css'] }),
    chunk('assets/react-1.js'),
    chunk('assets/_signedIn.home-1.js', { imports: ['assets/list-1.js'] }),
    chunk('assets/_signedIn.home_.stand-in-1.js', { imports: ['assets/standIn-1.js'] }),
    chunk('assets/list-1.js', { imports: ['assets/app-1.js'], css: ['assets/list-1.css'] }),
    chunk('assets/standIn-1.js'),
    { type: 'asset', fileName: 'assets/start-1.js' },
  ].map((each) => [each.fileName, each]),
) as Rolldown.OutputBundle;

const HOME = ['_signedIn.home'];

describe('SW-4 P20: the files of an offline start', () => {
  it('are the entry’s and the first screens’, with what they import and their styles, and no other screen’s', () => {
    expect([...startFiles(bundle, HOME)].toSorted()).toEqual([
      'assets/_signedIn.home-1.js',
      'assets/app-1.css',
      'assets/app-1.js',
      'assets/list-1.css',
      'assets/list-1.js',
      'assets/react-1.js',
      'assets/start-1.js',
      'index.html',
    ]);
  });

  it('are marked in the worker’s manifest, which says how long each file is', () => {
    const { plugin, transform } = firstInWorker(HOME);
    (plugin.generateBundle as (options: unknown, bundle: unknown) => void)(null, bundle);
    const files = [
      { url: 'assets/app-1.js', size: 9_000 },
      { url: 'assets/standIn-1.js', size: 800 },
    ];
    expect(transform(files).manifest).toEqual([
      { url: 'assets/app-1.js', size: 9_000, bytes: 9_000, first: true },
      { url: 'assets/standIn-1.js', size: 800, bytes: 800 },
    ]);
  });

  it('fail the build when one of the pieces is not there any more', () => {
    expect(() => startFiles(bundle, ['_signedIn.home', '_signedIn.gone'])).toThrow('no piece _signedIn.gone');
  });
});

describe('the page as it is served', () => {
  const handler = (html: string): string => {
    const { transformIndexHtml } = staticShell([], 'b1');
    return (transformIndexHtml as unknown as { handler: (html: string, context: object) => string }).handler(html, {});
  };
  const page = '<html lang="en"><head><style id="shell"></style></head><body><noscript></noscript></body></html>';

  it('names its build, which the start script and an update go by', () =>
    expect(handler(page)).toContain('<html data-build="b1" data-first=\'{}\' lang="en">'));

  it('has the app begun by the start script: its pieces in the order in which they are evaluated', () => {
    const script = (file: string): string => `<script type="module" crossorigin src="/assets/${file}.js"></script>`;
    const preload = (file: string): string => `<link rel="modulepreload" crossorigin href="/assets/${file}.js">`;
    const head = script('react') + script('app') + preload('runtime');
    const served = handler(page.replace('</head>', `${head}</head>`));
    expect(served).toContain('<html data-app="/assets/runtime.js /assets/react.js /assets/app.js"');
    expect(served).toContain(preload('react') + preload('app') + preload('runtime'));
    expect(served).not.toContain('<script');
  });

  it.each([['<html'], ['<style id="shell"></style>']])('fails the build when it has no %s any more', (place) =>
    expect(() => handler(page.replace(place, ''))).toThrow(place),
  );

  it('fails the build when a first screen has no piece of its own any more', () =>
    expect(() => firstFiles(bundle, page)).toThrow('_signedIn.approve-local.expense'));
});
