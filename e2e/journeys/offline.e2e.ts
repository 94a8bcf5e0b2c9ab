import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawnBill } from '../support/bills.ts';
import { Api } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { freshData, ROOT, RunningServer } from '../support/server.ts';
import { card, eventually, fileExpense, LISTS, signIn, signOut, untilKept } from '../support/steps.ts';

/** Every address a person may have kept, and the heading it shows. */
const ADDRESSES: readonly [path: string, heading: RegExp][] = [
  ['/home', /Home Page/],
  ['/raise-local/expense', /Raise Local Expense and Conveyance/],
  ['/raise-local', /Raise Local Expense and Conveyance/],
  ['/approve-local/expense', /Approve\/Reject Local Expense and Conveyance/],
  ['/outbox', /Outbox/],
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

test('SW-4: a page that the worker’s claim has missed is answered by it all the same @phone', async ({
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

for (const lost of ['sw.js', 'assets/LocalExpenseForm-'])
  test(`SW-4: a first visit for which ${lost} did not come tries again by itself @phone`, async ({ page }) => {
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

test('OB-4, X18: a captive portal’s page is no success; what waits is sent when it lets go @phone', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();
  site.network.set({ kind: 'captive' });
  await fileExpense(page, { amount: '310', remarks: 'At the airport', bills: [await drawnBill('Airport tea')] });
  await expect(card(page, '₹310.00')).toContainText('Waiting');
  const tried = site.network.connections;
  await eventually(
    () => Promise.resolve(site.network.connections),
    (now) => now > tried,
    'an attempt against the portal',
  );
  await expect(card(page, '₹310.00')).toContainText('Waiting');
  const employee = await site.api('employee@example.com');
  expect(await employee.withRemarks('At the airport')).toEqual([]);

  site.network.set({ kind: 'clear' });
  await eventually(
    () => employee.withRemarks('At the airport'),
    (found) => found.length === 1,
    'the claim on the server',
    90_000,
  );
  await expect(page.getByText('All sent')).toBeVisible();
});

test('X7: answers lost after the server had acted: the claim is there once @phone', async ({ site, page }) => {
  await signIn(page, site.url, 'employee@example.com');
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();
  site.network.set({ kind: 'cut', direction: 'down', after: 0 });
  await fileExpense(page, { amount: '77', remarks: 'Answer lost', bills: [await drawnBill('Answer lost')] });
  await new Promise((done) => setTimeout(done, 3_000));
  site.network.set({ kind: 'cut', direction: 'down', after: 400 });
  await new Promise((done) => setTimeout(done, 3_000));
  site.network.set({ kind: 'clear' });
  const employee = await site.api('employee@example.com');
  await eventually(
    () => employee.withRemarks('Answer lost'),
    (found) => found.length > 0,
    'the claim on the server',
    90_000,
  );
  await expect(page.getByText('All sent')).toBeVisible({ timeout: 30_000 });
  expect(await employee.withRemarks('Answer lost')).toHaveLength(1);
});

test('OB-7, X9: the session ends in the middle: the claim waits, asks for sign-in, and is sent once @phone', async ({
  site,
  page,
  context,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();
  await site.network.down();
  await fileExpense(page, { amount: '58', remarks: 'Session over', bills: [await drawnBill('Session over')] });
  await expect(card(page, '₹58.00')).toContainText('Waiting');
  const token = (await context.cookies()).find((cookie) => cookie.name === 'admin-auth-token')?.value ?? '';
  expect(token).not.toBe('');
  await Api.signOut(site.server.url, token);
  await site.network.up();

  await page.waitForURL((address) => address.pathname === '/login', { timeout: 60_000 });
  const employee = await site.api('employee@example.com');
  expect(await employee.withRemarks('Session over')).toEqual([]);
  await page.getByRole('button', { name: /employee@example\.com$/ }).click();
  await eventually(
    () => employee.withRemarks('Session over'),
    (found) => found.length > 0,
    'the claim on the server',
  );
  await expect(page.getByText('All sent')).toBeVisible();
  expect(await employee.withRemarks('Session over')).toHaveLength(1);
});

test('ID-1, X33: signing out keeps what waits sealed, from the next person too; sent on return @phone', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();
  await site.network.down();
  await fileExpense(page, { amount: '61', remarks: 'My secret errand', bills: [await drawnBill('Secret errand')] });
  await expect(card(page, '₹61.00')).toContainText('Waiting');
  await signOut(page, 'Log out and keep');
  await site.network.up();

  // Nothing of it can be read from this device.
  const readable = await page.evaluate(async () => {
    const found: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((done, fail) => {
        const request = indexedDB.open(name ?? '');
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(new Error(String(request.error)));
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((done) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => done(request.result);
        });
        if (JSON.stringify(rows).includes('secret errand')) found.push(`${name}/${store}`);
      }
      database.close();
    }
    if (JSON.stringify({ ...localStorage }).includes('secret errand')) found.push('localStorage');
    return found;
  });
  expect(readable).toEqual([]);

  await signIn(page, site.url, 'employee3@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();
  await expect(page.getByText('All sent')).toBeVisible();
  await expect(page.getByText('My secret errand')).toHaveCount(0);
  const employee = await site.api('employee@example.com');
  expect(await employee.withRemarks('My secret errand')).toEqual([]);
  await signOut(page);

  await signIn(page, site.url, 'employee@example.com');
  await eventually(
    () => employee.withRemarks('My secret errand'),
    (found) => found.length === 1,
    'the claim on the server',
  );
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
