import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemBrowser } from '../scripts/browser.mjs';
import { startServer, takeBuild } from './server/serverProcess.ts';
import { withBrowser } from './support/browser.ts';
import type { Figure } from './support/report.ts';
import { openSlowLink } from './support/slowLink.ts';
import { median } from './support/stats.ts';

const RUNS = 3;

/** Milliseconds from the first paint of a first visit until the worker answers the page, and so may start it (P20). */
async function fromPaintToWorker(browser: string, url: string, cpu: number): Promise<number> {
  return withBrowser(browser, url, async (context) => {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.goto(url, { waitUntil: 'commit' });
    return page.evaluate(async () => {
      await new Promise<void>((done) => {
        if (navigator.serviceWorker.controller) done();
        navigator.serviceWorker.addEventListener('controllerchange', () => done(), { once: true });
      });
      const at = performance.now();
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      return at - (paint ?? Number.NaN);
    });
  });
}

/** How soon an offline start is possible, on a desktop and on the field phone with its slow link. */
export async function benchFirstVisit(figures: Figure[]): Promise<void> {
  const browser = systemBrowser();
  if (!browser) throw new Error('There is no browser.');
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'kharcha-bench-'));
  const server = await startServer(takeBuild(), { dataDir });
  const link = await openSlowLink(server.url);
  try {
    for (const { where, url, cpu, atMost } of [
      { where: 'desktop', url: server.url, cpu: 1, atMost: 3_000 },
      { where: 'field phone: 4 x slower CPU, 1.6 Mbit/s, 150 ms', url: link.url, cpu: 4, atMost: 8_000 },
    ]) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run += 1) times.push(await fromPaintToWorker(browser, url, cpu));
      figures.push({
        budget: `first visit, from the first paint to the worker at work, ${where}`,
        unit: 'ms',
        figure: median(times),
        goal: { atMost },
        digits: 0,
      });
    }
  } finally {
    link.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
