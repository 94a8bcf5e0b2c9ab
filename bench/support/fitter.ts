import { readdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { systemBrowser } from '../../scripts/browser.mjs';

const CLIENT = path.join(import.meta.dirname, '..', '..', 'dist', 'client');
const ORIGIN = 'http://localhost:1';

/** Where the page keeps the photo and what became of it. */
type Held = Window & { photo?: ArrayBuffer; made?: ArrayBuffer };

/** Makes photos fit in the built app's own worker, in steps, so that each can be measured. */
export interface Fitter {
  page: Page;
  /** Brings a photo into the page. */
  bring(photo: Buffer): Promise<void>;
  fit(): Promise<void>;
  /** What became of it; the page forgets both. */
  take(): Promise<Buffer>;
}

/** The photo through the worker of the build, as the form asks it. */
const fit = (page: Page, worker: string): Promise<void> =>
  page.evaluate(async (address) => {
    const held = window as Held;
    const bytes = held.photo;
    const decoder = new Worker(address, { type: 'module' });
    held.made = await new Promise<ArrayBuffer | undefined>((resolve, reject) => {
      decoder.addEventListener('error', () => reject(new Error('No worker.')));
      decoder.addEventListener('message', ({ data }: MessageEvent<{ made: ArrayBuffer | null } | { failed: true }>) => {
        if ('failed' in data) reject(new Error('Not decoded.'));
        else resolve(data.made ?? bytes);
      });
      decoder.postMessage({ kind: 'fit', bytes, type: 'image/jpeg' });
    }).finally(() => decoder.terminate());
  }, worker);

const fetchPhoto = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    (window as Held).photo = await (await fetch('/photo')).arrayBuffer();
  });

/** Its bytes, as text that reaches this process. */
const made = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const held = window as Held;
    const photo = new Blob(held.made ? [held.made] : []);
    delete held.photo;
    delete held.made;
    return new Promise<string>((done) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => done(String(reader.result)));
      reader.readAsDataURL(photo);
    });
  });

/** Needs a browser and a build. */
export async function withFitter<T>(work: (fitter: Fitter) => Promise<T>): Promise<T> {
  const executablePath = systemBrowser();
  const name = readdirSync(path.join(CLIENT, 'assets')).find((file) => /^picture\.worker-.*\.js$/.test(file));
  if (!executablePath || name === undefined) throw new Error('A browser and a build are needed: npm run build.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    let brought: Buffer = Buffer.alloc(0);
    // Nothing listens there: what is asked for is answered here.
    await page.route(`${ORIGIN}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/photo') return route.fulfill({ contentType: 'image/jpeg', body: brought });
      if (pathname.startsWith('/assets/')) return route.fulfill({ path: path.join(CLIENT, pathname) });
      return route.fulfill({ contentType: 'text/html', body: '<title>Photos</title>' });
    });
    await page.goto(ORIGIN);
    return await work({
      page,
      bring: (photo) => {
        brought = photo;
        return fetchPhoto(page);
      },
      fit: () => fit(page, `/assets/${name}`),
      take: async () => Buffer.from((await made(page)).split(',')[1] ?? '', 'base64'),
    });
  } finally {
    await browser.close();
  }
}
