import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { signInTemplate } from '../../scripts/signInPage.ts';

/** index.html with what the build adds to it. */
const BUILT = readFileSync('index.html', 'utf8')
  .replace('</head>', '<link rel="modulepreload" crossorigin href="/assets/app.js"></head>')
  .replace('<noscript>', '<link rel="stylesheet" crossorigin href="/assets/app.css"><noscript>');

/** Elements that the first frame is held for and that the page does not have. */
const missed = (html: string): (string | undefined)[] =>
  [...html.matchAll(/rel="expect" href="#([\w-]+)"/g)].map(([, id]) => id).filter((id) => !html.includes(`id="${id}"`));

it.each([
  ['of the app', BUILT],
  ['of the sign-in page', signInTemplate(BUILT, { styles: '', script: 'assets/s.js', later: [] })],
])('the first frame %s is held for nothing that is not in the page', (_what, html) => {
  expect(html).toContain('<div id="root">');
  expect(missed(html)).toEqual([]);
});
