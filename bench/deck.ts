import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { fileClaim, tokenOf, uploadBill } from './support/api.ts';
import { openPage, withBrowser } from './support/browser.ts';
import { withDemo, type Demo } from './support/demo.ts';
import type { Link } from './support/link.ts';
import { photo } from './support/photos.ts';
import type { Figure } from './support/report.ts';
import { median } from './support/stats.ts';

/** They have filed nothing, and nothing waits for them. */
const CLAIMANT = 'newcomer@example.com';
const APPROVER = 'case-user@example.com';
const ADMIN = 'org-admin@example.com';
/** As many as the deck fetches ahead. */
const CLAIMS = 25;
/** Photos of bills as they lie on a desk; drawn ones where there are none. */
const BILLS = process.env['BILLS_DIR'] ?? path.join(import.meta.dirname, '..', '..', 'shared', 'bills');
const MOST_OF_A_BILL = 1_900_000;
/** What a practised thumb takes from seeing a claim to the button; the rest of the time is ours. */
const LOOK_MS = 450;
/** Without anything on the link for so long, all is there. */
const QUIET_MS = 6_000;

async function bills(): Promise<Buffer[]> {
  const names = existsSync(BILLS) ? readdirSync(BILLS).filter((name) => name.endsWith('.jpg')) : [];
  const scans = names
    .sort()
    .map((name): Buffer => readFileSync(path.join(BILLS, name)))
    .filter(({ length }) => length < MOST_OF_A_BILL)
    .slice(0, CLAIMS);
  for (let n = scans.length; n < CLAIMS; n += 1) scans.push(await photo(2, n));
  return scans;
}

/** What the claimant files waits for the approver from now on. */
async function reportTo(url: string): Promise<void> {
  const headers = { platform: 'WEB_SITE', token: await tokenOf(url, ADMIN), 'content-type': 'application/json' };
  const found = await fetch(`${url}/api/v1/people?pageSize=1&pageNumber=0&filter=SEARCH:${CLAIMANT}`, { headers });
  const { data: rows } = (await found.json()) as { data: { personId: string }[] };
  const person = `${url}/api/v1/people/${rows[0]?.personId}`;
  const { data } = (await (await fetch(person, { headers })).json()) as { data: { version: number } };
  const changed = await fetch(person, {
    method: 'PUT',
    headers: { ...headers, 'Idempotency-Key': randomUUID(), 'If-Match': `"${data.version}"` },
    body: JSON.stringify({ ...data, manager: APPROVER }),
  });
  if (!changed.ok) throw new Error(await changed.text());
}

/** Claims of one person that wait for one other, each with a bill of its own; bytes of the bills. */
async function fillDeck(url: string): Promise<number> {
  await reportTo(url);
  const token = await tokenOf(url, CLAIMANT);
  let bytes = 0;
  for (const [n, bill] of (await bills()).entries()) {
    const fingerPrint = await uploadBill(url, token, bill);
    await fileClaim(url, { email: CLAIMANT, token, amount: 200 + n, remarks: `Deck ${n}`, fingerPrint });
    bytes += bill.length;
  }
  return bytes;
}

async function quiet(link: Link): Promise<void> {
  for (let seen = -1; seen !== link.received();) {
    seen = link.received();
    await wait(QUIET_MS);
  }
}

interface Cleared {
  /** Bytes that came over the link for the deck. */
  bytes: number;
  /** Milliseconds for each, from the moment it is shown until the next one is. */
  taken: number[];
}

const approve = (page: Page): Locator => page.getByRole('button', { name: 'Approve', exact: true });

/** The next claim is shown, its bill with it. */
const nextShown = (page: Page, before: string | null): Promise<unknown> =>
  page.waitForFunction((text) => {
    const card = document.querySelector('article');
    const bill = card?.querySelector('img');
    return card && card.textContent !== text && bill?.complete && bill.naturalWidth > 0;
  }, before);

/** Somebody who has the app and nothing to decide. */
async function signIn(context: BrowserContext, link: Link): Promise<void> {
  const page = await context.newPage();
  await page.goto(link.url);
  await page.getByRole('button', { name: /(?:^|\s)case-user@example\.com$/ }).tap();
  await page.waitForURL((address) => address.pathname !== '/');
  await quiet(link);
  await page.close();
}

/** The deck opened on the field phone, and decided with the network gone. */
async function clearDeck(context: BrowserContext, link: Link): Promise<Cleared> {
  const before = link.received();
  const opened = await openPage(context, 'article');
  const { page } = opened;
  await page.goto(`${link.url}/deck`);
  await nextShown(page, null);
  await quiet(link);
  const bytes = link.received() - before;
  link.setDown(true);
  const card = page.getByRole('article');
  const taken: number[] = [];
  for (let n = 0; n < CLAIMS - 1; n += 1) {
    const from = performance.now();
    const shown = await card.textContent();
    await wait(LOOK_MS);
    await approve(page).tap();
    await nextShown(page, shown);
    taken.push(performance.now() - from);
  }
  await page.close();
  link.setDown(false);
  return { bytes, taken };
}

/** The approval deck: what it fetches ahead, and how long a decision takes with a practised thumb and no network. */
export const benchDeck = (figures: Figure[]): Promise<void> =>
  withDemo(async ({ browser, url, link }: Demo) => {
    let ofBills = 0;
    const { bytes, taken } = await withBrowser(browser, link.url, async (context) => {
      await signIn(context, link);
      ofBills = await fillDeck(url);
      return clearDeck(context, link);
    });
    figures.push(
      {
        budget: `${CLAIMS} claims in the deck with their previews, their bills being ${(ofBills / 1e6).toFixed(1)} MB`,
        unit: 'kB',
        figure: bytes / 1_000,
        goal: { atMost: 600 },
      },
      {
        budget: `${taken.length} of them decided without a network at 4 x CPU, each, ${LOOK_MS} ms of it the thumb's`,
        unit: 'ms',
        figure: median(taken),
        goal: { atMost: 4_000 },
      },
      { budget: 'the same, the slowest', unit: 'ms', figure: Math.max(...taken), goal: {} },
    );
  });
