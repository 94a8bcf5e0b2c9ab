import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { signIn, untilKept } from '../support/steps.ts';

/** Has the worker fetch what is missing; answers whether it says that all of it came. */
const keepApp = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<unknown>((done) => {
      port1.onmessage = ({ data }: MessageEvent<{ all?: unknown }>) => done(data.all);
    });
    active?.postMessage({ type: 'KEEP_APP' }, [port2]);
    return answer;
  });

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
  complaints,
}) => {
  complaints.forgive(/Failed to load|Failed to fetch|ERR_|preload/);
  await signIn(page, site.url, 'employee@example.com');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // Chromium takes what comes of an answer in its headers for an answer without a body, where there is no TLS.
  for (const after of [120, 200, 280, 360]) {
    site.network.set({ kind: 'cut', direction: 'down', after });
    expect(await keepApp(page)).toBe(false);
  }
  site.network.set({ kind: 'clear' });
  await untilKept(page);
  expect(await keptEmpty(page)).toEqual([]);
});
