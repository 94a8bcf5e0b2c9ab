import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawnBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { freshData, ROOT, RunningServer } from '../support/server.ts';
import { card, eventually, fileExpense, LISTS, signIn, untilAnswerKept, untilKept } from '../support/steps.ts';

/** Every address a person may have kept, and the heading it shows. */
const ADDRESSES: readonly [path: string, heading: RegExp][] = [
  ['/home', /Home Page/],
  ['/raise-local/expense', /Raise Local Expense and Conveyance/],
  ['/raise-local', /Raise Local Expense and Conveyance/],
  ['/approve-local/expense', /Approve\/Reject Local Expense and Conveyance/],
  ['/outbox', /Outbox/],
  ['/inbox', /Inbox/],
  ['/', /./],
  ['/no-such-page', /./],
];

test('SW-2: every address opens without a network, from a cold start @phone', async ({ site, device }) => {
  const before = await device.open();
  const page = before.pages()[0] ?? (await before.newPage());
  await signIn(page, site.url, 'manager@example.com');
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.queue}`);
  await expect(page.getByRole('listitem', { name: /^EXP/ }).first()).toBeVisible();
  await untilAnswerKept(page, 'searchLocalExpenses');
  await device.close();
  await site.network.down();

  const after = await device.open();
  const again = after.pages()[0] ?? (await after.newPage());
  for (const [path, heading] of ADDRESSES) {
    await again.goto(`${site.url}${path}`);
    await expect(again.getByRole('heading', { level: 1 }), path).toHaveText(heading);
  }
  await again.goto(`${site.url}${LISTS.queue}`);
  await expect(again.getByRole('listitem', { name: /^EXP/ }).first(), 'the queue is still there').toBeVisible();
  // The app's own file came from the precache without the worker's doing.
  expect(
    await again.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/app-.*\.js$/.test(name))
        .map((entry) => (entry.toJSON() as { workerFinalSourceType?: string }).workerFinalSourceType),
    ),
  ).toEqual(['cache']);
});

test('SW-4: a page that the worker’s claim has missed is answered by it all the same @phone @long', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  await untilKept(page);
  const cdp = await page.context().newCDPSession(page);
  // A forced reload goes past the worker, as does a page that opens while it activates.
  await cdp.send('Page.reload', { ignoreCache: true });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await site.network.down();
  await fileExpense(page, { amount: '411', remarks: 'Missed', bills: [await drawnBill('Missed')] });
  await expect(card(page, '₹411.00')).toContainText('Waiting');
});

for (const lost of ['sw.js', 'assets/form-'])
  test(`SW-4: a first visit for which ${lost} did not come tries again by itself @phone @long`, async ({ page }) => {
    const clientDir = join(mkdtempSync(join(tmpdir(), 'kharcha-client-')), 'client');
    cpSync(join(ROOT, 'dist', 'client'), clientDir, { recursive: true });
    const paths = readdirSync(clientDir, { recursive: true, encoding: 'utf8' }).filter((path) => path.startsWith(lost));
    const away = (): void => paths.forEach((path) => rmSync(join(clientDir, path)));
    const dataDir = freshData();
    // An older build has the same file.
    rmSync(join(dataDir, 'builds'), { recursive: true, force: true });
    // Hashed files are kept for later builds at the start; of the others the server then reads which there are.
    if (lost !== 'sw.js') away();
    const server = await new RunningServer({ dataDir, env: { CLIENT_DIR: clientDir } }).start();
    if (lost === 'sw.js') away();
    try {
      await page.goto(`${server.url}/`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // The browser drops the registration of a worker that could not be installed.
      await page.waitForTimeout(1_500);
      const active = async () => ((await navigator.serviceWorker.getRegistration())?.active ?? null) !== null;
      expect(await page.evaluate(active)).toBe(false);
      for (const path of paths) cpSync(join(ROOT, 'dist', 'client', path), join(clientDir, path));
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    } finally {
      await server.stop();
      rmSync(join(clientDir, '..'), { recursive: true });
    }
  });

test('P20, SW-4: offline during the first visit, a claim is saved and another address opens @phone', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();
  const drawn = Date.now();
  await page.evaluate(async () => {
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
  test.info().annotations.push({ type: 'ms from the list to the worker', description: String(Date.now() - drawn) });
  await site.network.down();
  await fileExpense(page, { amount: '410', remarks: 'First day here', bills: [await drawnBill('First day')] });
  await expect(card(page, '₹410.00')).toContainText('Waiting');
  for (const [path, heading] of [
    ['/outbox', /Outbox/],
    ['/home', /Home Page/],
  ] as const) {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
  }
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect(card(page, '₹410.00')).toContainText('Waiting');
});

test('SW-4: what runs beside the screens is asked for again where it does not come the first time @phone', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await untilKept(page);
  // As on a first visit, but signed in: no worker answers for the network.
  await page.goto(`${site.url}/favicon.svg`);
  const cdp = await page.context().newCDPSession(page);
  const storageTypes = 'service_workers,cache_storage';
  await cdp.send('Storage.clearDataForOrigin', { origin: site.url, storageTypes });
  await cdp.send('Network.clearBrowserCache');
  const lost = new Set<string>();
  await page.route(/\/assets\/(?:worker|background)-[\w-]+\.js$/, (route) => {
    const [name = ''] = /(?:worker|background)(?=-[\w-]+\.js$)/.exec(route.request().url()) ?? [];
    if (lost.has(name)) return route.continue();
    lost.add(name);
    return route.abort('connectionreset');
  });
  // The session is asked for anew by what runs beside the screens alone.
  const refreshed = page.waitForRequest(/getLoggedInDetails/, { timeout: 45_000 });
  await page.goto(`${site.url}${LISTS.mine}`);
  await refreshed;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect([...lost].toSorted()).toEqual(['background', 'worker']);
});

test('X24, OB-5: with no page open the worker sends what waits when the browser wakes it @phone', async ({
  site,
  page,
  context,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();

  const elsewhere = await context.newPage();
  const browser = await context.newCDPSession(elsewhere);
  const registrations: { registrationId: string; scopeURL: string; isDeleted: boolean }[] = [];
  browser.on('ServiceWorker.workerRegistrationUpdated', (event) => void registrations.push(...event.registrations));
  await browser.send('ServiceWorker.enable');
  const registration = await eventually(
    () => Promise.resolve(registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(site.url))),
    (found) => found !== undefined,
    'the worker’s registration',
  );

  await page.bringToFront();
  await site.network.down();
  await fileExpense(page, {
    amount: '88',
    remarks: 'Sent in my pocket',
    bills: [await drawnBill('Sent in my pocket')],
  });
  await expect(card(page, '₹88.00')).toContainText('Waiting');
  await page.close();

  await site.network.up();
  const employee = await site.api('employee@example.com');
  expect(await employee.withRemarks('Sent in my pocket')).toEqual([]);
  await eventually(
    async () => {
      await browser.send('ServiceWorker.dispatchSyncEvent', {
        origin: new URL(site.url).origin,
        registrationId: registration!.registrationId,
        tag: 'kharcha-outbox',
        lastChance: false,
      });
      return employee.withRemarks('Sent in my pocket');
    },
    (found) => found.length > 0,
    'the claim on the server',
  );
  expect(await employee.withRemarks('Sent in my pocket')).toHaveLength(1);
});
