import { drawnBill } from '../support/bills.ts';
import { Api } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { card, eventually, fileExpense, LISTS, signIn, signOut, untilKept } from '../support/steps.ts';

test('OB-4, X18: a captive portal’s page is no success; what waits is sent when it lets go @phone @long', async ({
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
