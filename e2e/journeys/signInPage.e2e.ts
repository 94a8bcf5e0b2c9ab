import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { LISTS } from '../support/steps.ts';

const APP = /\/assets\/(?:index|app)-[\w-]+\.js$/;

/** Holds the app's code back; answers how to let it go. */
async function holdApp(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(APP, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

test('the sign-in page stands without the app, and a tap on it before that is there signs in @phone', async ({
  site,
  device,
}) => {
  const context = await device.open();
  const page = context.pages()[0] ?? (await context.newPage());
  await watchShifts(page);
  const letGo = await holdApp(page);
  await page.goto(`${site.url}/login?rd=${encodeURIComponent(LISTS.mine)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await page.getByRole('button', { name: /\semployee@example\.com$/ }).click();
  expect(await shiftsOf(page)).toEqual([]);
  letGo();
  await page.waitForURL((address) => address.pathname === LISTS.mine);
});

test('a file of the app that did not come is asked for again, and a tap until then is not lost @phone @long', async ({
  site,
  device,
}) => {
  const context = await device.open();
  const page = context.pages()[0] ?? (await context.newPage());
  let lost = 0;
  // A worker that is there by then would answer it.
  await context.route(/\/sw\.js$/, (route) => route.abort());
  await page.route(APP, (route) => (++lost > 3 ? route.continue() : route.abort()));
  await page.goto(`${site.url}/login?rd=${encodeURIComponent(LISTS.mine)}`);
  await page.getByRole('button', { name: /\semployee@example\.com$/ }).click();
  await page.waitForURL((address) => address.pathname === LISTS.mine);
  expect(lost).toBeGreaterThan(3);
});

test('nothing on the sign-in page moves or changes when the app comes', async ({ site, device }) => {
  const context = await device.open();
  const page = context.pages()[0] ?? (await context.newPage());
  await watchShifts(page);
  await page.goto(`${site.url}/`);
  await expect(page.getByRole('button', { name: /\semployee@example\.com$/ })).toBeVisible();
  const before = await page.getByRole('main').innerText();
  await page.keyboard.press('Tab');
  // Taken over by the app.
  await page.waitForFunction(
    () => 'kharchaSnapshot' in window && (window as { kharchaSnapshot?: unknown }).kharchaSnapshot === undefined,
  );
  expect(await page.getByRole('main').innerText()).toBe(before);
  expect(await shiftsOf(page)).toEqual([]);
});

test('where somebody has got to by keys or by scrolling, they still are when the app comes @phone @long', async ({
  site,
  device,
}) => {
  const context = await device.open();
  const page = context.pages()[0] ?? (await context.newPage());
  const letGo = await holdApp(page);
  await page.goto(`${site.url}/`);
  const last = page.getByRole('list', { name: 'Demo accounts' }).getByRole('button').last();
  await expect(last).toBeVisible();
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('Tab');
  const where = () =>
    page.evaluate(() => ({ y: Math.round(window.scrollY), focus: document.activeElement?.textContent }));
  const before = await where();
  expect(before.y).toBeGreaterThan(0);
  letGo();
  await page.waitForFunction(
    () => 'kharchaSnapshot' in window && (window as { kharchaSnapshot?: unknown }).kharchaSnapshot === undefined,
  );
  expect(await where()).toEqual(before);
});
