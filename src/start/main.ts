import { HEADERS, PLATFORM } from '#contract/headers.ts';
import { readToken } from './cookies.ts';
import { loadSheet } from './loadSheet.ts';
import { KEYS, notedDeviceId, readLocal } from './local.ts';
import { addressApart } from './opened.ts';
import { beginPieces, firstPaint, keepInstallOffer, painted, showColours } from './page.ts';
import { pathOf, startAddress, startPageOf } from './pages.ts';
import { showSnapshot } from './show.ts';

/**
 * Runs beside the app's own code, before it is there: takes over the chosen colours, asks for the first list, and draws
 * what this page showed last. One small file by itself: it shares no piece with the app.
 */

keepInstallOffer();

const page = document.documentElement;

/** The screen's own files, beside the app's. */
function fetchScreen(path: string): void {
  const files = (JSON.parse(page.getAttribute('data-first') ?? '{}') as Record<string, string[]>)[path] ?? [];
  for (const file of files) {
    if (file.endsWith('.css')) {
      loadSheet(file);
      continue;
    }
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}

/** Asks the server what the screen will ask (src/data/boot.ts), where that is known. */
function askFirst(address: string, token: string, build: string): void {
  const url = (readLocal(KEYS.starts) as Record<string, unknown> | null)?.[address];
  if (typeof url !== 'string' || !/^(https?:\/)?\/[^/]/.test(url)) return;
  const headers = {
    [HEADERS.token]: token,
    [HEADERS.platform]: PLATFORM,
    [HEADERS.clientVersion]: build,
    [HEADERS.deviceId]: notedDeviceId() ?? '',
  };
  const answer = fetch(url, { headers, redirect: 'error', credentials: 'omit' }).catch(() => null);
  Object.assign(window, { kharchaStart: { url, token, answer } });
}

/** Longest that the app waits for each, in milliseconds: a frame or a store that hangs must not keep it from coming. */
const PATIENCE_MS = 1_000;
/** What `work` answers; null where it fails, or takes too long. */
const within = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([work.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))]);

/** Begins the app's code, which index.html has had fetched, once what is drawn is seen. */
async function beginApp(drawn: Promise<boolean | null>): Promise<void> {
  const shown = await drawn.catch(() => false);
  await beginPieces(() => (shown ? painted() : undefined));
}

/** Draws and asks for what belongs to this address. Answers whether something was drawn. */
async function start(): Promise<boolean | null> {
  showColours();
  const token = readToken();
  const path = pathOf(location);
  if (token === null || path === '/' || path === '/login') {
    page.setAttribute('data-signed-out', '');
    return false;
  }
  const build = page.getAttribute('data-build') ?? 'dev';
  const startPage = startPageOf(location);
  fetchScreen(path);
  askFirst(startAddress(location), token, build);
  if (startPage === null) return false;
  await within(firstPaint());
  return within(showSnapshot(startPage, token, build));
}

const apart = addressApart(window, document.referrer);
if (apart === null) void beginApp(start());
else location.replace(apart);
