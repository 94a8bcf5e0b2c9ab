import { loadSheet } from './loadSheet.ts';
import { openSnapshot, STYLES, type Snapshot } from './snapshot.ts';
import { watchTaps } from './taps.ts';
import { draw } from './tree.ts';
import { watchTyping } from './typed.ts';

/** The grey frame of index.html, in whose place a snapshot comes. */
const FRAME = '.k-static';

const come = (sheet: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => {
    if (sheet.sheet) return resolve();
    sheet.addEventListener('load', () => resolve());
    sheet.addEventListener('error', () => resolve());
  });

/** When the document is read and these sheets are there; the app's code may still be on its way. */
async function pageIsStyled(styles: readonly string[]): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
  const sheets = (): HTMLLinkElement[] => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const there = sheets().map((sheet) => sheet.getAttribute('href'));
  for (const href of styles.filter((each) => STYLES.test(each) && !there.includes(each))) loadSheet(href);
  await Promise.all(sheets().map(come));
}

/**
 * Draws what this start page showed last, if this very session took it, and keeps taps on it. The app draws itself in
 * its place; when that has happened already, nothing is drawn any more (P22). Answers whether it was drawn.
 */
export async function showSnapshot(path: string, token: string, build: string): Promise<boolean> {
  const snapshot = await openSnapshot(token, { path, build, width: innerWidth });
  if (!snapshot) return false;
  await pageIsStyled(snapshot.styles);
  return put(snapshot);
}

function put({ nodes, waiting }: Snapshot): boolean {
  const root = document.getElementById('root');
  const frame = root?.querySelector(FRAME);
  if (!root || !frame) return false;
  const picture = document.createElement('div');
  picture.className = 'k-snapshot';
  // A screen reader hears the list once: when it is the app's.
  picture.setAttribute('aria-hidden', 'true');
  picture.append(draw(nodes, document));
  window.kharchaSnapshot = { waiting, taps: watchTaps(picture), typed: watchTyping(picture) };
  frame.replaceWith(picture);
  return true;
}
