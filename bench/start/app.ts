import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { openPage, type MeasuredPage } from '../support/browser.ts';
import type { Link } from '../support/link.ts';
import { forget, interaction, settle, stopWorkers, visit, watchFor, type Visit } from './visit.ts';

export const LIST = '/raise-local/expense';
export const CARD = 'main li[aria-label^="EXP"]';

export interface Opening {
  cold: Visit;
  warm: Visit;
  offline: Visit;
  /** Interaction to next paint, by action. */
  acts: Record<string, number>;
  /** From the tap until what it opens is seen, by action: a frame that shows nothing of it yet ends the former. */
  stands: Record<string, number>;
  /** The worst layout shift of the openings and the actions. */
  cls: number;
}

export async function signIn(
  context: BrowserContext,
  url: string,
  email = 'employee@example.com',
  list = LIST,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: new RegExp(`(?:^|\\s)${email.replaceAll('.', '\\.')}$`) }).click();
  await page.waitForURL((address) => address.pathname !== '/');
  await page.goto(`${url}${list}`);
  await page.locator(CARD).first().waitFor();
  await wait(1_000);
  await page.close();
}

const DIALOG = '[role="dialog"]';
interface Action {
  act: (page: Page) => Promise<void>;
  /** What it opens, and how that is left. */
  opens?: string;
  back?: (page: Page) => Promise<void>;
}
/** The main things people do on the list, each from the list as it stands. */
const ACTIONS: Record<string, Action> = {
  'open a claim': {
    act: (page) => page.locator(`${CARD} button`).first().tap(),
    opens: DIALOG,
    back: (page) => page.keyboard.press('Escape'),
  },
  'new claim': {
    act: (page) => page.getByRole('button', { name: 'File New Expense' }).tap(),
    opens: DIALOG,
    back: (page) => page.keyboard.press('Escape'),
  },
  'open the filters': {
    act: (page) =>
      page
        .getByRole('button', { name: /^Filter/ })
        .first()
        .tap(),
    opens: DIALOG,
    back: (page) => page.keyboard.press('Escape'),
  },
  'next page': { act: (page) => page.getByRole('button', { name: 'Next page' }).tap() },
};

async function actOn(opened: MeasuredPage): Promise<Pick<Opening, 'acts' | 'stands'>> {
  const acts: Record<string, number> = {};
  const stands: Record<string, number> = {};
  const worse = (of: Record<string, number>, name: string, ms: number): void => {
    of[name] = Math.max(of[name] ?? 0, ms);
  };
  for (const [name, { act, opens, back }] of Object.entries(ACTIONS)) {
    // The first time a screen's own code may still be on its way; the second is what it costs from then on. The worse
    // counts.
    for (let n = 0; n < 2; n++) {
      const stood = opens === undefined ? undefined : await watchFor(opened, opens);
      worse(acts, name, await interaction(opened, () => act(opened.page)));
      if (stood) worse(stands, name, await stood());
      if (back) await back(opened.page);
      await wait(500);
    }
  }
  return { acts, stands };
}

/** One run of the app with a fresh profile: signed in, then opened cold, warm and without a network. */
export async function openApp(context: BrowserContext, link: Link): Promise<Opening> {
  await signIn(context, link.url);
  await forget(context, link.url);
  const first = await visit(context, `${link.url}${LIST}`, CARD);
  await settle(first.opened);
  await first.opened.page.close();
  await stopWorkers(context);
  const second = await visit(context, `${link.url}${LIST}`, CARD);
  const taken = await actOn(second.opened);
  const shifts = (await second.opened.seen()).cls;
  await second.opened.page.close();
  await stopWorkers(context);
  link.setDown(true);
  const third = await visit(context, `${link.url}${LIST}`, CARD);
  await third.opened.page.close();
  link.setDown(false);
  return {
    cold: first.visit,
    warm: second.visit,
    offline: third.visit,
    ...taken,
    cls: Math.max(first.visit.cls, shifts, third.visit.cls),
  };
}

async function fileOne(page: Page, bill: Buffer, n: number, submit: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'File New Expense' }).click();
  const form = page.getByRole('dialog', { name: 'Raise Local Expenses' });
  await form.getByRole('radio', { name: 'Mobile Bill' }).check();
  await form.getByLabel('Claim amount').fill(String(100 + n));
  await form.getByLabel('Remarks', { exact: true }).fill(`Recharge ${n}`);
  await form
    .getByLabel('Bills', { exact: true })
    .setInputFiles({ name: `bill-${n}.jpg`, mimeType: 'image/jpeg', buffer: bill });
  await form.getByRole('listitem').first().waitFor();
  // A photo is made to fit before it is saved with its claim: a tap before that waits for it too (DOC-17).
  await form.getByText(/^(Reading|Making it fit)…$/).waitFor({ state: 'hidden' });
  await submit();
  await form.waitFor({ state: 'hidden' });
}

/**
 * Runs in the page: from the next click until one card more waits in the list, stamped after the frame that shows it.
 * Text, because it must arrive there as it is written here.
 */
const WATCH_WAITING = `{
  const count = () => document.querySelectorAll('main li[data-waiting]').length;
  window.__saved = new Promise((resolve) => {
    addEventListener('click', (event) => {
      const from = count();
      const look = () => {
        if (count() === from) return void requestAnimationFrame(look);
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
        channel.port2.postMessage(0);
      };
      requestAnimationFrame(look);
    }, { capture: true, once: true });
  });
}
undefined;`;

/**
 * Milliseconds from the tap on Submit until the claim stands in the list as one that waits (it does only once it is on
 * the disk), with no network, at 4 x CPU.
 */
export async function tapToSaved(context: BrowserContext, link: Link, bill: Buffer, times: number): Promise<number[]> {
  await signIn(context, link.url);
  const opened = await openPage(context, CARD, false);
  const { page } = opened;
  await page.goto(`${link.url}${LIST}`);
  await page.locator(CARD).first().waitFor();
  await settle(opened);
  link.setDown(true);
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    await opened.throttle(true);
    await fileOne(page, bill, n, async () => {
      const submit = page.getByRole('button', { name: 'Submit' });
      await submit.scrollIntoViewIfNeeded();
      await wait(1_500);
      await page.evaluate(WATCH_WAITING);
      await submit.tap();
      taken.push(
        await Promise.race([
          page.evaluate(() => (window as unknown as { __saved: Promise<number> }).__saved),
          wait(15_000, Number.NaN),
        ]),
      );
    });
    await opened.throttle(false);
    await wait(500);
  }
  await page.close();
  link.setDown(false);
  return taken;
}

/** How long the outbox takes to show itself with nothing in it, and with `claims` waiting with a bill each. */
export async function openOutbox(
  context: BrowserContext,
  link: Link,
  bill: (n: number) => Buffer,
  claims: number,
  rounds: number,
): Promise<{ empty: number[]; full: number[] }> {
  await signIn(context, link.url);
  const opened = await openPage(context, CARD, false);
  const { page } = opened;
  await page.goto(`${link.url}${LIST}`);
  await page.locator(CARD).first().waitFor();
  await settle(opened);
  link.setDown(true);
  const open = async (selector: string): Promise<number[]> => {
    const times: number[] = [];
    for (let n = 0; n < rounds; n++) {
      await stopWorkers(context);
      const again = await visit(context, `${link.url}/outbox`, selector);
      times.push(again.visit.shown ?? Number.NaN);
      await again.opened.page.close();
    }
    return times;
  };
  const empty = await open('main h2, main p');
  for (let n = 0; n < claims; n++)
    await fileOne(page, bill(n), n, () => page.getByRole('button', { name: 'Submit' }).click());
  const full = await open('main li');
  await page.close();
  link.setDown(false);
  return { empty, full };
}
