import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SNAPSHOTS } from '#start/local.ts';
import { buildFloor } from './buildFloor.ts';
import { CARD, LIST } from './start/app.ts';
import { ARGS } from './support/browser.ts';
import { withDemo } from './support/demo.ts';
import type { Figure } from './support/report.ts';
import { say } from './support/say.ts';
import { serveFolder } from './support/serveFolder.ts';
import { median } from './support/stats.ts';

const RUNS = 5;
/** No packages of this project: a hundred megabytes for one table. */
const TOOLS = ['lighthouse@13.5.0', 'puppeteer-core@25.16.0'];
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Scores = Record<(typeof CATEGORIES)[number], number>;

/** What is used of Lighthouse and of the Puppeteer that leads its browser: one client, since each more slows a page. */
interface Lighthouse {
  navigation(page: Page, url: string, options: { flags: { disableStorageReset: boolean } }): Promise<{ lhr: Result }>;
}
interface Result {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { displayValue?: string }>;
}
interface Page {
  goto(url: string): Promise<unknown>;
  locator(selector: string): { click(): Promise<void> };
  waitForSelector(selector: string): Promise<unknown>;
  waitForFunction(expression: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  createCDPSession(): Promise<{ send(method: string, params?: object): Promise<unknown> }>;
  close(): Promise<void>;
}
interface Browser {
  defaultBrowserContext(): { overridePermissions(origin: string, permissions: readonly string[]): Promise<void> };
  newPage(): Promise<Page>;
  close(): Promise<void>;
}
interface Puppeteer {
  launch(options: { executablePath: string; args: readonly string[] }): Promise<Browser>;
}

async function installTools(folder: string): Promise<{ lighthouse: Lighthouse; puppeteer: Puppeteer }> {
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...TOOLS], { stdio: 'ignore' });
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  const load = async (name: string): Promise<unknown> => import(pathToFileURL(resolve(name)).href);
  const { default: puppeteer } = (await load('puppeteer-core')) as { default: Puppeteer };
  return { lighthouse: (await load('lighthouse')) as Lighthouse, puppeteer };
}

/** Leaves a phone on which a person is signed in, and that has nothing else of the app. */
async function signInAlone(browser: Browser, origin: string): Promise<void> {
  await browser.defaultBrowserContext().overridePermissions(origin, ['geolocation']);
  const page = await browser.newPage();
  const cdp = await page.createCDPSession();
  await cdp.send('Emulation.setGeolocationOverride', { latitude: 12.97, longitude: 77.59, accuracy: 10 });
  await page.goto(`${origin}/`);
  await page.locator('button ::-p-text(employee@example.com)').click();
  await page.waitForFunction(`location.pathname !== '/'`);
  await page.goto(`${origin}${LIST}`);
  await page.waitForSelector(CARD);
  // What pages showed lies beside what is known of the sign-in.
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate(`for (const key of Object.keys(localStorage))
    if (key.startsWith('${SNAPSHOTS}')) localStorage.removeItem(key)`);
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'service_workers,cache_storage,indexeddb,shader_cache',
  });
  await page.close();
}

const medians = (runs: readonly Scores[]): Scores =>
  Object.fromEntries(CATEGORIES.map((name) => [name, median(runs.map((run) => run[name]))])) as Scores;

/**
 * The mobile profile of Lighthouse, of the sign-in page as everybody first sees it, and of a list that a person who is
 * signed in opens with nothing else on the phone; in turn with the floor page.
 */
export async function benchLighthouse(figures: Figure[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-lighthouse-'));
  const floor = await serveFolder(await buildFloor());
  const scores: Record<'floor' | 'signIn' | 'list', Scores[]> = { floor: [], signIn: [], list: [] };
  try {
    const { lighthouse, puppeteer } = await installTools(folder);
    await withDemo(async ({ browser: executablePath, url }) => {
      for (let run = 0; run < RUNS; run += 1) {
        const browser = await puppeteer.launch({ executablePath, args: ARGS });
        const judge = async (address: string, keep = false): Promise<Scores> => {
          const page = await browser.newPage();
          const { lhr } = await lighthouse.navigation(page, address, { flags: { disableStorageReset: keep } });
          await page.close();
          say(`run ${run + 1}, ${address}: ${METRICS.map((name) => lhr.audits[name]?.displayValue).join(', ')}`);
          return Object.fromEntries(
            CATEGORIES.map((name) => [name, Math.round((lhr.categories[name]?.score ?? Number.NaN) * 100)]),
          ) as Scores;
        };
        scores.floor.push(await judge(floor.url));
        scores.signIn.push(await judge(`${url}/`));
        await signInAlone(browser, url);
        scores.list.push(await judge(`${url}${LIST}`, true));
        await browser.close();
        say(JSON.stringify(Object.fromEntries(Object.entries(scores).map(([name, all]) => [name, all.at(-1)]))));
      }
    });
  } finally {
    await floor.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const base = medians(scores.floor);
  for (const [page, runs] of [
    ['sign-in page', scores.signIn],
    ['list of a person who is signed in', scores.list],
  ] as const) {
    const { performance, ...others } = medians(runs);
    figures.push(
      {
        budget: `Lighthouse, ${page}: performance`,
        unit: '',
        figure: performance,
        floor: base.performance,
        goal: { ratioAtLeast: 1, ...(base.performance >= 97 ? { atLeast: 97 } : {}) },
      },
      {
        budget: `Lighthouse, ${page}: the least of accessibility, best practices and SEO`,
        unit: '',
        figure: Math.min(...Object.values(others)),
        goal: { atLeast: 100 },
      },
    );
  }
}
