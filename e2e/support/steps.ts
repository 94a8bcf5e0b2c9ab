import { expect, type Locator, type Page } from '@playwright/test';
import type { Bill } from './bills.ts';

/** What people do, in their words. Labels are those of the screens. */

export const LISTS = {
  mine: '/raise-local/expense',
  conveyance: '/raise-local/conveyance',
  trips: '/raise-travel-request',
  travel: '/raise-travel-expense',
  queue: '/approve-local/expense',
  tripQueue: '/approve-travel-request',
  travelQueue: '/approve-travel-expense',
  conveyanceQueue: '/approve-local/conveyance',
  admin: '/view-travel-request',
  review: '/view-local/expense',
  travelReview: '/view-travel-expense',
  conveyanceReview: '/view-local/conveyance',
} as const;

/** Signs in as one of the demo's people and waits for the first screen after it. */
export async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/`);
  await page.getByRole('button', { name: new RegExp(`(?:^|\\s)${email.replaceAll('.', '\\.')}$`) }).click();
  await page.waitForURL((address) => !['/', '/login'].includes(address.pathname));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Waits until the worker answers this page: what an offline start needs is kept (SW-4). */
async function untilStarts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
}

/** Has the worker fetch what it does not keep yet of the app; answers whether it says that all of it came. */
export const keepApp = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<unknown>((done) => {
      port1.onmessage = ({ data }: MessageEvent<{ all?: unknown }>) => done(data.all);
    });
    active?.postMessage({ type: 'KEEP_APP' }, [port2]);
    return answer;
  });

/** Waits until the worker keeps the whole app: from now on every address opens without a network. */
export async function untilKept(page: Page): Promise<void> {
  await untilStarts(page);
  expect(await keepApp(page), 'the whole app is kept').toBe(true);
}

/** Waits until what opens and reads PDFs is kept too, which is fetched when the page has been open for a while. */
export async function untilEnginesKept(page: Page): Promise<void> {
  const missing = (): Promise<string[]> =>
    page.evaluate(async () => {
      const kept = (await (await caches.open('kharcha-engines')).keys()).map(({ url }) => url);
      return ['pdfEngine', 'pdfReading', 'pdfScan', 'pdf.worker'].filter(
        (name) => !kept.some((url) => url.includes(`/${name}`)),
      );
    });
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
}

/** Waits until the device holds the answer of this endpoint: a page may be left the moment its rows are shown. */
export async function untilAnswerKept(page: Page, endpoint: string): Promise<void> {
  const isKept = (name: string): Promise<boolean> =>
    page.evaluate(async (asked) => {
      for (const { name: database = '' } of await indexedDB.databases()) {
        const keys = await new Promise<IDBValidKey[]>((done, fail) => {
          const opening = indexedDB.open(database);
          opening.onerror = () => fail(opening.error);
          opening.onsuccess = () => {
            const db = opening.result;
            if (!db.objectStoreNames.contains('reads')) return done([]);
            const all = db.transaction('reads').objectStore('reads').getAllKeys();
            all.onsuccess = () => done(all.result);
            db.close();
          };
        });
        if (keys.some((key) => String(key).includes(`"${asked}"`))) return true;
      }
      return false;
    }, name);
  await expect.poll(() => isKept(endpoint)).toBe(true);
}

export interface NewExpense {
  type?: 'Mobile Bill' | 'Others';
  amount: string;
  remarks: string;
  /** dd-MM-yyyy; the form's own proposal unless said. */
  day?: string;
  bills: Bill[];
}

export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

/** dd-MM-yyyy of today in the organisation's time zone. */
export const today = (): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', day: '2-digit', month: '2-digit', year: 'numeric' })
    .format(new Date())
    .replaceAll('/', '-');

export async function openNewExpense(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'File New Expense' }).click();
  const form = dialog(page, 'Raise Local Expenses');
  await expect(form).toBeVisible();
  return form;
}

async function chooseType(form: Locator, type: 'Mobile Bill' | 'Others'): Promise<void> {
  await form.getByRole('radio', { name: type }).check();
}

/** Attaches bills and waits until their photos have been made to fit. */
export async function attach(form: Locator, bills: Bill[]): Promise<void> {
  await form.getByLabel('Bills', { exact: true }).setInputFiles(bills);
  await expect(form.getByText(/^(?:Reading|Making it fit)…$/)).toHaveCount(0, { timeout: 30_000 });
}

export async function fillExpense(form: Locator, expense: NewExpense): Promise<void> {
  await chooseType(form, expense.type ?? 'Mobile Bill');
  const day = form.getByLabel('Expense date', { exact: true });
  await day.fill(expense.day ?? today());
  await day.press('Tab');
  await form.getByLabel('Claim amount').fill(expense.amount);
  await form.getByLabel('Remarks', { exact: true }).fill(expense.remarks);
  await attach(form, expense.bills);
}

/** Files a local expense from the list and waits until the device says that it is safe. */
export async function fileExpense(page: Page, expense: NewExpense): Promise<void> {
  const form = await openNewExpense(page);
  await fillExpense(form, expense);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toBeHidden();
}

/** The card of the list that carries this text. */
export const card = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text }).first();

/** `within`: milliseconds, where more is done before it comes than a page waits for otherwise. */
export async function expectToast(page: Page, text: string | RegExp, within?: number): Promise<void> {
  // Each note by itself: all good ones stand in one region, and another may have come just before.
  const toast = page.getByRole('alert').or(page.getByRole('status')).getByText(text).first();
  await expect(toast).toBeVisible(within === undefined ? {} : { timeout: within });
}

/** Asks until the answer is as wanted: for what happens behind the screen. */
export async function eventually<T>(
  ask: () => Promise<T>,
  wanted: (value: T) => boolean,
  what: string,
  within = 60_000,
): Promise<T> {
  const end = Date.now() + within;
  for (let last: T | undefined; ;) {
    last = await ask();
    if (wanted(last)) return last;
    if (Date.now() > end) throw new Error(`${what}: still ${JSON.stringify(last)?.slice(0, 500)}`);
    await new Promise((done) => setTimeout(done, 250));
  }
}

/** Leaves; with something unsent the app asks, and `keep` answers. */
export async function signOut(page: Page, unsent?: 'Log out and keep' | 'Send now'): Promise<void> {
  if ((page.viewportSize()?.width ?? 1280) < 768) await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  if (unsent) await page.getByRole('button', { name: unsent }).click();
  await page.waitForURL((address) => address.pathname === '/');
}

/** Reads and closes every toast: an error stays until somebody does. */
export async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close message' });
  while ((await close.count()) > 0) await close.first().click();
}

/**
 * The network is there again, and the browser says so, as a phone's does that leaves the tunnel: the app asks at once.
 * Without that word it asks by its own clock, seconds later (the story waits for it).
 */
export async function comesBack(network: { up: () => Promise<void> }, page: Page): Promise<void> {
  await network.up();
  await page.evaluate(() => void window.dispatchEvent(new Event('online')));
}
