import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { LISTS, signIn } from '../support/steps.ts';

const STEPS = 12;

/** Pushes what is under the point up by so many pixels, with a finger. */
async function push(page: Page, x: number, y: number, up: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', to?: number): Promise<unknown> =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: to === undefined ? [] : [{ x, y: to }] });
  await touch('touchStart', y);
  for (let step = 1; step <= STEPS; step++) await touch('touchMove', y - (up * step) / STEPS);
  await touch('touchEnd');
  await cdp.detach();
}
const place = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/** Where the page is once it has come to rest. */
async function scrolled(page: Page): Promise<number> {
  for (let before = NaN; ;) {
    const now = await place(page);
    if (now === before) return now;
    before = now;
    await page.waitForTimeout(200);
  }
}

test('what stands behind a sheet does not move under a finger, and moves again when it is closed @phone', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  const card = page.locator('main li[aria-label^="EXP"]').nth(1);
  await card.waitFor();
  await push(page, 180, 500, 120);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(60);

  await card.getByRole('button').first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  const before = await scrolled(page);
  const title = await sheet.getByRole('heading').first().boundingBox();
  if (!title) throw new Error('The sheet has no heading.');
  // Its head, which does not scroll itself, and twice its body, the second time beyond its end.
  await push(page, title.x + 20, title.y + 10, -60);
  for (let n = 0; n < 2; n++) await push(page, 180, 700, 600);
  expect(await scrolled(page)).toBe(before);

  // Nor on a phone that was turned meanwhile, and is as wide as a tablet now.
  const upright = page.viewportSize() ?? { width: 360, height: 740 };
  await page.setViewportSize({ width: 820, height: 400 });
  const turned = await scrolled(page);
  await push(page, 20, 200, 150);
  expect(await scrolled(page)).toBe(turned);
  await page.setViewportSize(upright);

  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  const after = await scrolled(page);
  await push(page, 180, 500, 120);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(after + 60);
});
