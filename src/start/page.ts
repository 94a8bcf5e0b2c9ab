import { readScheme, SHOWN_IN } from './scheme.ts';

/** What the start scripts of the sign-in page (signIn.ts) and of every other page (main.ts) both do. */

/** The offer to install may come before the code that shows its button (src/data/install.ts). */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    Object.assign(window, { kharchaInstall: event });
  });
  addEventListener('appinstalled', () => Object.assign(window, { kharchaInstall: undefined }));
}

export function showColours(): void {
  const scheme = readScheme();
  const dark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute(SHOWN_IN, dark ? 'dark' : 'light');
}

/** After the next frame; a page that is not shown draws none. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve);
    else requestAnimationFrame(() => setTimeout(resolve));
  });

/** Once the page's own markup is seen: work that comes before its frame keeps the page white meanwhile. */
export const firstPaint = (): Promise<void> =>
  performance.getEntriesByName('first-contentful-paint').length > 0 ? Promise.resolve() : painted();

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** A file of the app; where it does not come over a bad network, it is asked for again until it does. */
async function evaluated(piece: string, retry = FIRST_RETRY_MS): Promise<void> {
  try {
    await import(/* @vite-ignore */ piece);
  } catch (error) {
    console.warn('A file of the app did not come; it is asked for again.', error);
    await new Promise((resolve) => setTimeout(resolve, retry));
    // Past the browser's own cache, where what a cut connection left of it would stay; only what is read is kept.
    await fetch(piece, { cache: 'reload' })
      .then((answer) => answer.blob())
      .catch(() => null);
    await evaluated(piece, Math.min(2 * retry, LONGEST_RETRY_MS));
  }
}

/**
 * Begins the app: its pieces, in the order in which they are evaluated; in development it is a script of its own.
 * `between`: what each waits for, so that what a finger does meanwhile is taken and shown.
 */
export async function beginPieces(between: () => Promise<void> | undefined): Promise<void> {
  for (const piece of document.documentElement.getAttribute('data-app')?.split(' ') ?? []) {
    await between();
    await evaluated(piece);
  }
}
