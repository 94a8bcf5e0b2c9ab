import { PLACES } from '#domain/session.ts';

/** First parts of the app's own addresses. Any other path shows the app too, saying that nothing is there, as a 404. */
const FIRST_PARTS: ReadonlySet<string> = new Set(['', 'login', 'setup', 'leaving', 'not-found', ...PLACES]);

export const isAppPath = (path: string): boolean => FIRST_PARTS.has(path.split('/')[1] ?? '');

/** Paths that are the server's: what is not found there is answered as data, never with a page. */
const SERVER_PATHS = /^\/(?:api|demo|assets|icons|screenshots)(?:\/|$)|^\/(?:healthz|readyz|metrics)$/;

/** How many nested escapes are decoded before a path is given up. */
const DEPTH = 4;

/**
 * A path as the most lenient reader would see it: escapes, signs nobody sees, parameters, dots and slashes of either
 * kind resolved.
 */
function loosely(path: string): string {
  let text = path;
  for (let depth = 0; depth < DEPTH && text.includes('%'); depth += 1)
    text = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const parts: string[] = [];
  for (const part of text.normalize('NFKC').toLowerCase().replaceAll('\\', '/').split('/')) {
    const name = part.replace(/;.*/, '').replace(/[^a-z0-9._-]/g, '');
    if (name === '..') parts.pop();
    else if (name !== '' && name !== '.') parts.push(name);
  }
  return `/${parts.join('/')}`;
}

/**
 * Whether a path may be a page: not the server's own however it is spelled, and its last part does not look like a file
 * or a hidden one.
 */
export const mayBePage = (path: string): boolean =>
  !SERVER_PATHS.test(path) &&
  !SERVER_PATHS.test(loosely(path)) &&
  !path.slice(path.lastIndexOf('/') + 1).includes('.') &&
  !path.includes('/.') &&
  !path.includes('//');
