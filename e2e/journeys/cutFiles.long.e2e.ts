import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { keepApp, signIn, untilKept } from '../support/steps.ts';

/** Takes files of screens from the worker and the browser; answers how many. */
async function forgetFiles(context: BrowserContext, page: Page): Promise<number> {
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  return page.evaluate(async () => {
    let gone = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (/\/assets\/_signedIn\./.test(request.url) && (await cache.delete(request))) gone += 1;
    }
    return gone;
  });
}

/** Addresses under which the worker keeps something that is empty. */
const keptEmpty = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const empty: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if ((await (await cache.match(request))?.arrayBuffer())?.byteLength === 0) empty.push(request.url);
    }
    return empty;
  });

test('SW-2: a connection that is cut in the headers of a file leaves no empty file behind @phone', async ({
  site,
  page,
  context,
  complaints,
}) => {
  complaints.forgive(/Failed to load|Failed to fetch|ERR_|preload/);
  await signIn(page, site.url, 'employee@example.com');
  await untilKept(page);
  expect(await forgetFiles(context, page)).toBeGreaterThan(20);
  // Chromium takes what comes of an answer in its headers for an answer without a body, where there is no TLS.
  for (const after of [120, 200, 280, 360]) {
    site.network.set({ kind: 'cut', direction: 'down', after });
    expect(await keepApp(page)).toBe(false);
  }
  site.network.set({ kind: 'clear' });
  await untilKept(page);
  expect(await keptEmpty(page)).toEqual([]);
});
