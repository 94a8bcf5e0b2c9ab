import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { SNAPSHOTS } from '#start/local.ts';
import { blocked, openPage, type MeasuredPage, type Seen } from '../support/browser.ts';

/** What one opening of a page came to. Times are the page's own, from its navigation; bytes are those on the wire. */
export interface Visit {
  fcp: number | null;
  shown: number | null;
  blocked: number | null;
  /** Of the five seconds after it was shown. */
  blockedAfter: number | null;
  cls: number;
  script: number;
  all: number;
  requests: number;
  /** By the time the page has come to rest. */
  quiet: { all: number; requests: number };
  heap: number;
}

const PATIENCE = 60_000;
/** How long after the rows the page's work still counts: a person reads and taps meanwhile. */
const AFTER_MS = 5_000;

/** Opens `url` as on the field phone and waits until `selector` is seen. The page stays open. */
export async function visit(
  context: BrowserContext,
  url: string,
  selector: string,
): Promise<{ visit: Visit; opened: MeasuredPage }> {
  const opened = await openPage(context, selector);
  const { page, cdp } = opened;
  await page.goto(url, { waitUntil: 'commit', timeout: PATIENCE });
  await page
    .waitForFunction(() => (window as unknown as { __perf: Seen }).__perf.shownAt !== null, null, {
      timeout: PATIENCE,
      polling: 50,
    })
    .catch(() => undefined);
  await page.waitForLoadState('load').catch(() => undefined);
  await wait(AFTER_MS + 500);
  const seen = await opened.seen();
  const bytes = await opened.bytes(seen.foundAt ?? Infinity);
  const quiet = await opened.bytes(Infinity);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const shown = seen.shownAt;
  return {
    opened,
    visit: {
      fcp: seen.fcp,
      shown,
      blocked: shown === null ? null : blocked(seen, 0, shown),
      blockedAfter: shown === null ? null : blocked(seen, shown, shown + AFTER_MS),
      cls: seen.cls,
      script: bytes.script,
      all: bytes.total,
      requests: bytes.requests,
      quiet: { all: quiet.total, requests: quiet.requests },
      heap: usedSize,
    },
  };
}

/** Ends every service worker, as a phone does between two openings. */
export async function stopWorkers(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
  await wait(200);
  await page.close();
}

/** Forgets everything but the sign-in: what a first opening of the app on this phone would not have either. */
export async function forget(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  // What pages showed lies beside what is known of the sign-in.
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate((start) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key);
  }, SNAPSHOTS);
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'service_workers,cache_storage,indexeddb,shader_cache',
  });
  await page.close();
}

/** Lets the worker take hold of the page and finish its own fetches, without any slowing. */
export async function settle({ page, throttle }: MeasuredPage): Promise<void> {
  await throttle(false);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await Promise.race([
        new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })),
        new Promise((done) => setTimeout(done, 5_000)),
      ]);
  });
  await page.reload({ waitUntil: 'load' });
  await wait(2_500);
}

/**
 * The longest that one interaction kept the person waiting for the next frame, by the browser's own account. Below 16
 * ms it reports nothing.
 */
export async function interaction({ page }: MeasuredPage, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    (window as unknown as { __perf: Seen }).__perf.interactions = {};
  });
  await act();
  await wait(1_000);
  const { interactions } = await page.evaluate(() => (window as unknown as { __perf: Seen }).__perf);
  return Math.max(16, ...Object.values(interactions));
}

/**
 * Runs in the page: from the next click until something that fits is seen, stamped after the frame that shows it. Text,
 * because it must arrive there as it is written here.
 */
const WATCH = (selector: string): string => `{
  window.__stood = null;
  addEventListener('click', ({ timeStamp }) => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(selector)})?.checkVisibility() !== true)
        return void requestAnimationFrame(look);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { window.__stood = performance.now() - timeStamp; };
      channel.port2.postMessage(0);
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true });
}
undefined;`;

/** Milliseconds from the next tap until what it opens is seen; answers where they are to be had. */
export async function watchFor({ page }: MeasuredPage, selector: string): Promise<() => Promise<number>> {
  await page.evaluate(WATCH(selector));
  return () => page.evaluate(() => (window as unknown as { __stood: number | null }).__stood ?? Number.NaN);
}
