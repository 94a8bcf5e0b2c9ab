import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { openPage, withBrowser } from './support/browser.ts';
import { withDemo } from './support/demo.ts';
import type { Link } from './support/link.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/stats.ts';
import { signIn } from './start/app.ts';

const DECISIONS = 20;
/** What a practised thumb takes from seeing a claim to the button; the rest of the time is ours. */
const LOOK_MS = 450;
const CARD = 'main article';

/** Bytes of what the deck shows without a network: the rows of its page, and the small pictures of their bills. */
const bytesAhead = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    let bytes = 0;
    for (const name of names.filter((each) => each.startsWith('kharcha-') && each !== 'kharcha-device')) {
      const db = await new Promise<IDBDatabase>((done, failed) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => done(opening.result);
        opening.onerror = () => failed(opening.error);
      });
      const rows = await new Promise<{ sealed: ArrayBuffer }[]>((done, failed) => {
        const asking = db.transaction('previews').objectStore('previews').getAll();
        asking.onsuccess = () => done(asking.result);
        asking.onerror = () => failed(asking.error);
      });
      for (const { sealed } of rows) bytes += sealed.byteLength;
      db.close();
    }
    return bytes;
  });

/** Milliseconds per decision from the moment a claim stands there until the next one does, without a network. */
async function decide(context: BrowserContext, link: Link): Promise<{ ahead: number; taken: number[] }> {
  await signIn(context, link.url, 'manager@example.com', '/approve-local/expense');
  const opened = await openPage(context, CARD, false);
  const { page } = opened;
  await page.goto(`${link.url}/deck`);
  await page.locator(CARD).waitFor();
  await wait(25_000);
  const ahead = await bytesAhead(page);
  link.setDown(true);
  await opened.throttle(true);
  const taken: number[] = [];
  for (let n = 0; n < DECISIONS; n += 1) {
    const before = await page.locator(CARD).textContent();
    const from = performance.now();
    await wait(LOOK_MS);
    await page.getByRole('button', { name: 'Approve', exact: true }).tap();
    await page.waitForFunction(([card, text]) => document.querySelector(card ?? '')?.textContent !== text, [
      CARD,
      before,
    ] as const);
    taken.push(performance.now() - from);
  }
  await page.close();
  link.setDown(false);
  return { ahead, taken };
}

/** The approval deck: what lies on the phone before the network is gone, and how long a decision takes. */
export const benchDeck = (rows: Figure[]): Promise<void> =>
  withDemo(async ({ browser, link }) => {
    const { ahead, taken } = await withBrowser(browser, link.url, (context) => decide(context, link));
    rows.push(
      {
        budget: 'small pictures of bills that are kept for the deck',
        unit: 'kB',
        figure: ahead / 1_000,
        goal: { atMost: 600 },
        digits: 0,
      },
      {
        budget: `a decision in the deck without a network, median of ${DECISIONS}, 4 x slower CPU`,
        unit: 'ms',
        figure: median(taken),
        goal: { atMost: 4_000 },
        digits: 0,
      },
    );
  });
