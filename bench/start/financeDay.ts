import { chromium, type Page } from '@playwright/test';
import { ask, fileClaim, tokenOf, uploadBill } from '../support/api.ts';

/** A finance user's day at the desk: hundreds of rows, and no hand on the mouse. */

const REVIEW = '/view-local/expense';
const PEOPLE = ['employee@example.com', 'employee2@example.com'];
/** Uploads per hour are limited; one bill each will do for them all. */
const PER_BULK = 100;

/** Local claims, this many, that their manager has approved. */
async function fillDesk(url: string, rows: number, bill: Buffer): Promise<void> {
  const ids: string[] = [];
  for (const email of PEOPLE) {
    const token = await tokenOf(url, email);
    const fingerPrint = await uploadBill(url, token, bill);
    for (let n = 0; n < rows / PEOPLE.length; n += 1)
      ids.push(await fileClaim(url, { email, token, amount: 100 + n, remarks: `Desk ${n}`, fingerPrint }));
  }
  const manager = await tokenOf(url, 'manager@example.com');
  for (let at = 0; at < ids.length; at += PER_BULK) {
    await ask(
      url,
      manager,
      '/api/v1/allExpense/bulk-manager-approve?primaryExpenseType=0',
      JSON.stringify({ ids: ids.slice(at, at + PER_BULK), comments: null, approved: true }),
      'application/json',
    );
  }
}

/**
 * Notes in the page itself, for how slow the driver of the browser is is no matter of the desk's: from a key until the
 * frame in which another row has the focus.
 */
function watchRows(): void {
  const watch = window as unknown as { rowTimes: number[] };
  watch.rowTimes = [];
  let pressed: { row: string; at: number } | null = null;
  document.addEventListener(
    'keydown',
    (event) => {
      const row = (event.target as Element).closest('[data-key]')?.getAttribute('data-key');
      if (row) pressed = { row, at: event.timeStamp };
    },
    true,
  );
  document.addEventListener('focusin', (event) => {
    const row = (event.target as Element).closest('[data-key]')?.getAttribute('data-key');
    if (!pressed || !row || row === pressed.row) return;
    const { at } = pressed;
    pressed = null;
    requestAnimationFrame(() => setTimeout(() => watch.rowTimes.push(performance.now() - at)));
  });
}

const rowTimes = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { rowTimes: number[] }).rowTimes);
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? null);

/** A page of finance's, signed in at a desk. */
async function atDesk<Made>(executablePath: string, url: string, work: (page: Page) => Promise<Made>): Promise<Made> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      permissions: ['geolocation'],
      geolocation: { latitude: 12.97, longitude: 77.59 },
    });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: /(?:^|\s)finance@example\.com$/ }).click();
    await page.waitForURL((address) => address.pathname !== '/');
    return await work(page);
  } finally {
    await browser.close();
  }
}

/** Opens as many rows as one page has, with the first in focus. */
async function openRows(page: Page, url: string): Promise<void> {
  // A person with a hundred rows begins with those that the server has now, not with what the device shows until then.
  const fresh = page.waitForResponse((response) => response.url().includes('/allExpense/search') && response.ok());
  await page.goto(`${url}${REVIEW}?MANAGER_APPROVAL_DATE=LAST_7_DAYS&size=100`);
  await fresh;
  await page.waitForTimeout(1_000);
  await page.getByRole('row', { name: /^EXP/ }).first().waitFor();
  await page.keyboard.press('ArrowDown');
}

/** Presses these keys on the row in focus, and waits for another one to have it. */
async function leaveRow(page: Page, keys: readonly string[]): Promise<void> {
  const id = await focused(page);
  if (id === null) throw new Error('No row has the focus.');
  for (const key of keys) await page.keyboard.press(key);
  await page.waitForFunction((before) => document.activeElement?.getAttribute('data-key') !== before, id);
}

const APPROVE = ['a'];
const REJECT = ['r', ...'No bill', 'Enter'];

/**
 * Milliseconds per row, from the key that decides it until the next row is seen to have the focus, of that many rows
 * decided one after the other by the keyboard alone, a page of 100 at a time; every fifth is rejected with a remark.
 * Throws when one has not arrived in the end.
 */
export async function financeDay(executablePath: string, url: string, rows: number, bill: Buffer): Promise<number[]> {
  await fillDesk(url, rows, bill);
  return atDesk(executablePath, url, async (page) => {
    await page.addInitScript(watchRows);
    const taken: number[] = [];
    for (let decided = 0; decided < rows;) {
      await openRows(page, url);
      for (let row = 0; row < PER_BULK && decided < rows; row += 1) {
        await leaveRow(page, decided % 5 === 4 ? REJECT : APPROVE);
        decided += 1;
      }
      taken.push(...(await rowTimes(page)));
      await page.getByText('All sent').waitFor({ timeout: 120_000 });
    }
    return taken;
  });
}

/**
 * Milliseconds per decision, from the moment the network is back until the app says that all is sent: of that many (a
 * page of them at most) which wait on the device, at 4 x CPU.
 */
export async function sendWaiting(
  executablePath: string,
  url: string,
  { decisions, bill }: { decisions: number; bill: Buffer },
): Promise<number> {
  await fillDesk(url, decisions, bill);
  return atDesk(executablePath, url, async (page) => {
    await openRows(page, url);
    await page.context().setOffline(true);
    // Without a network a decided row stays where it is.
    for (let n = 0; n < decisions; n += 1)
      await leaveRow(page, n < decisions - 1 ? ['a', 'ArrowDown'] : ['a', 'ArrowUp']);
    await page.getByText(`${decisions} waiting`).first().waitFor();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const from = performance.now();
    await page.context().setOffline(false);
    await page.getByText('All sent').waitFor({ timeout: 120_000 });
    return (performance.now() - from) / decisions;
  });
}
