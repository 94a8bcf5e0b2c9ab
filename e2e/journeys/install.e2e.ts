import { expect, test } from '../support/fixtures.ts';
import { LISTS, signIn, untilKept } from '../support/steps.ts';
import { drawnBill } from '../support/bills.ts';

test('the app can be installed, with its shortcuts and icons @phone', async ({ company, page }) => {
  await page.goto(`${company.url}/`);
  await untilKept(page);
  const cdp = await page.context().newCDPSession(page);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // A window without a profile may not be installed into; that says nothing about the app.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, data } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}') as {
    id: string;
    icons: { src: string; purpose?: string }[];
    shortcuts: { name: string; url: string }[];
    screenshots: { src: string }[];
    share_target: { action: string };
  };
  expect(manifest.id).toBe('/');
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['New expense', 'Approvals']);
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    const answer = await page.request.get(`${company.url}${src}`);
    expect(answer.status(), src).toBe(200);
    expect(answer.headers()['content-type']).toBe('image/png');
  }
});

test('a bill shared from another app waits in a new claim @phone', async ({ site, page }) => {
  await signIn(page, site.url, 'employee@example.com');
  await untilKept(page);
  await page.goto(`${site.url}/home`);
  const bill = await drawnBill('Shared from the gallery');
  await page.evaluate(
    ({ base64, name }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      const form = document.createElement('form');
      form.action = '/share-target';
      form.method = 'POST';
      form.enctype = 'multipart/form-data';
      const input = document.createElement('input');
      input.type = 'file';
      input.name = 'bills';
      input.files = files.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    { base64: bill.buffer.toString('base64'), name: bill.name },
  );
  await page.waitForURL((address) => address.pathname === LISTS.mine);
  const form = page.getByRole('dialog', { name: 'Raise Local Expenses' });
  await expect(form.getByRole('button', { name: 'View bill 1' })).toBeVisible();
});
