import { PAGE_SIZE } from '#contract/limits.ts';
import { expect, test } from '../support/fixtures.ts';
import { LISTS, signIn } from '../support/steps.ts';

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
