import type { Page } from '@playwright/test';
import { PAGE_SIZE } from '#contract/limits.ts';
import { drawnBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { LISTS, signIn, signOut } from '../support/steps.ts';

/** How many times slower than this machine the phone is. */
const SLOWER = 4;

test('LIST-7: on a slow phone Next page turns the page at each tap, and opens nothing @phone', async ({
  company,
  page,
}) => {
  await signIn(page, company.url, 'employee@example.com');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(`${company.url}${LISTS.mine}`);
  for (const shown of [1, 2]) {
    await expect(page.getByText(`Page ${shown} of`)).toBeAttached();
    await expect(page.locator('main ul[aria-busy="false"] > li[aria-label^="EXP"]')).toHaveCount(PAGE_SIZE);
    // The finger goes where the button is seen on arrival, not where it has moved to by the time it is there.
    const { x, y } = await page.getByRole('button', { name: 'Next page' }).evaluate((button) => {
      button.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = button.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await page.touchscreen.tap(x, y);
    await expect.poll(() => new URL(page.url()).search).toBe(`?page=${shown}`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

/** How many cards of the page are wholly seen, between the header and the bottom navigation. */
const seenWhole = (page: Page): Promise<number> =>
  page.locator('main li[aria-label^="EXP"]').evaluateAll((cards) => {
    const head = document.querySelector('.k-head')!.getBoundingClientRect().bottom;
    const foot = document.querySelector('.k-foot')!.getBoundingClientRect().top;
    return cards.filter((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      return top >= head && bottom <= foot;
    }).length;
  });

/** The lowest of what a finger presses on the first card, in pixels. */
const lowestTarget = (page: Page): Promise<number> =>
  page
    .locator('main li[aria-label^="EXP"]')
    .first()
    .locator('button, a')
    .evaluateAll((targets) => Math.min(...targets.map((target) => target.getBoundingClientRect().height)));

test('LIST-20: a phone shows five of the own claims and three of a queue, with room for fingers @phone', async ({
  site,
  page,
}) => {
  const employee = await site.api('employee@example.com');
  const bill = await drawnBill('Seen on a phone\nTotal 90.00', 300, 400);
  for (let n = 0; n < 5; n += 1) {
    await employee.file({ remarks: 'Stationery', amount: 90, day: Date.now() - 2 * 86_400_000, bill: bill.buffer });
  }
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect.poll(() => seenWhole(page)).toBe(5);
  expect(await lowestTarget(page)).toBeGreaterThanOrEqual(44);
  await signOut(page);
  await signIn(page, site.url, 'manager@example.com');
  await page.goto(`${site.url}${LISTS.queue}`);
  // The same bill five times: each is signed as one to look at twice.
  await expect(page.getByText('Same bill used before').nth(2)).toBeVisible();
  await expect.poll(() => seenWhole(page)).toBeGreaterThanOrEqual(3);
  expect(await lowestTarget(page)).toBeGreaterThanOrEqual(44);
});
