import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { LISTS, signIn, signOut, untilKept } from '../support/steps.ts';

const CARD = 'li[aria-label^="EXP"]';

/** The start script's own, in milliseconds (src/start/main.ts). */
const PATIENCE_MS = 1_000;

/**
 * Holds the frames once a picture of the page stands: the app's code begins after one. Nor does it come before the
 * picture, however long a busy machine takes to draw that.
 */
const holdFrames = (page: Page): Promise<unknown> =>
  page.addInitScript((patience) => {
    const frame = window.requestAnimationFrame.bind(window);
    const timer = window.setTimeout.bind(window) as (run: TimerHandler, ms?: number, ...rest: unknown[]) => number;
    window.setTimeout = ((...[run, ms, ...rest]: Parameters<typeof timer>) =>
      ms === patience ? 0 : timer(run, ms, ...rest)) as typeof window.setTimeout;
    const held: FrameRequestCallback[] = [];
    let going = false;
    const isHeld = (): boolean => !going && document.querySelector('.k-snapshot') !== null;
    window.requestAnimationFrame = (run) => (isHeld() ? held.push(run) : frame(run));
    Object.assign(window, {
      letGo: () => {
        going = true;
        held.forEach(frame);
      },
    });
  }, PATIENCE_MS);
const letGo = (page: Page): Promise<void> => page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());

const namesOf = (page: Page, within: string): Promise<(string | null)[]> =>
  page.locator(`${within} ${CARD}`).evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));

test('P22: what the list showed last stands before the app’s code, and a tap on it is not lost @phone', async ({
  site,
  device,
}) => {
  const before = await device.open();
  const first = before.pages()[0] ?? (await before.newPage());
  await signIn(first, site.url, 'employee@example.com');
  await untilKept(first);
  await first.goto(`${site.url}${LISTS.mine}`);
  await expect(first.locator(CARD).first()).toBeVisible();
  const listed = await namesOf(first, 'main');
  // Kept once the page is calm.
  await expect
    .poll(() => first.evaluate(() => localStorage.getItem('kharcha.shown/raise-local/expense') !== null))
    .toBe(true);
  await device.close();
  await site.network.down();

  const after = await device.open();
  const page = after.pages()[0] ?? (await after.newPage());
  await holdFrames(page);
  await page.goto(`${site.url}${LISTS.mine}`, { waitUntil: 'commit' });
  await expect(page.locator(`.k-snapshot ${CARD}`).first()).toBeVisible();
  const drawn = await namesOf(page, '.k-snapshot');
  expect(drawn.length).toBeGreaterThan(2);
  expect(drawn.slice(0, listed.length)).toEqual(listed.slice(0, drawn.length));
  // The browser took the document out of the cache, without starting the worker.
  expect(
    await page.evaluate(
      () =>
        (performance.getEntriesByType('navigation')[0]?.toJSON() as { workerFinalSourceType?: string } | undefined)
          ?.workerFinalSourceType,
    ),
  ).toBe('cache');
  const [, second = ''] = drawn;
  await page.locator(`.k-snapshot li[aria-label="${second}"] button`).first().tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await letGo(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(second ?? 'none'));
  await expect(page.locator('.k-snapshot')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.locator(`main li[aria-label="${second}"]`)).toBeVisible();
});

test('Z60: a page that another site opens from what is kept here is not held by that site @phone', async ({
  site,
  device,
}) => {
  const context = await device.open();
  const first = context.pages()[0] ?? (await context.newPage());
  await signIn(first, site.url, 'employee@example.com');
  await untilKept(first);
  await context.route('http://evil.test/**', (route) => route.fulfill({ contentType: 'text/html', body: 'evil' }));
  const evil = await context.newPage();
  await evil.goto('http://evil.test/');
  // Forgets who opened it, as an opener can that still holds it.
  for (const forget of [false, true]) {
    const opened = context.waitForEvent('page');
    await evil.evaluate(
      ([address, isForgotten]) => {
        const held = window.open('about:blank');
        if (held && isForgotten) held.opener = null;
        if (held) held.location.href = address;
        Object.assign(window, { held });
      },
      [site.url + LISTS.mine, forget] as const,
    );
    const page = await opened;
    await expect(page.locator(CARD).first()).toBeVisible();
    expect(await evil.evaluate(() => (window as unknown as { held: Window }).held.closed)).toBe(true);
    expect(await page.evaluate(() => window.opener)).toBeNull();
    await page.close();
  }
});

test('P22: what one person’s list showed is not drawn after sign-out, nor for the next person @phone', async ({
  site,
  page,
}) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect(page.locator(CARD).first()).toBeVisible();
  await page.waitForTimeout(2_500);
  await signOut(page);
  await signIn(page, site.url, 'employee2@example.com');
  const next = await page.context().newPage();
  await holdFrames(next);
  await next.goto(`${site.url}${LISTS.mine}`, { waitUntil: 'commit' });
  await next.waitForTimeout(1_500);
  expect(await namesOf(next, '.k-snapshot')).toEqual([]);
});

test('P22: a list loaded again is where it was, one opened is where somebody scrolled @phone @long', async ({
  site,
  page,
}) => {
  const place = (): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
  await signIn(page, site.url, 'employee@example.com');
  // From the server and then from what is kept, Chromium takes the reloaded page for one that never was here.
  await untilKept(page);
  await page.goto(`${site.url}${LISTS.mine}`);
  await expect(page.locator(CARD).nth(20)).toBeAttached();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('kharcha.shown/raise-local/expense') !== null))
    .toBe(true);
  await page.locator(CARD).nth(18).scrollIntoViewIfNeeded();
  // Scrolling is told with the next frame, which nobody is quicker than.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const left = await place();
  expect(left).toBeGreaterThan(1_000);
  await page.reload();
  await expect(page.locator(`main ${CARD}`).nth(20)).toBeAttached();
  await expect.poll(async () => Math.abs((await place()) - left)).toBeLessThan(100);

  await page.goto('about:blank');
  await holdFrames(page);
  await page.goto(`${site.url}${LISTS.mine}`, { waitUntil: 'commit' });
  await expect(page.locator(`.k-snapshot ${CARD}`).first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 60));
  await letGo(page);
  await expect(page.locator(`main ${CARD}`).nth(20)).toBeAttached();
  await expect(page.locator('.k-snapshot')).toHaveCount(0);
  expect(await place()).toBe(60);
});

test.describe(() => {
  // What the worker keeps comes from it, and cannot be held.
  test.use({ serviceWorkers: 'block' });

  test('P22: a tap that is quicker than the code of what it opens is answered in its frame @phone', async ({
    site,
    page,
  }) => {
    await signIn(page, site.url, 'employee@example.com');
    const held: (() => void)[] = [];
    await page.route(/\/assets\/dialog-[^/]*\.js$/, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.goto(`${site.url}${LISTS.mine}`);
    const card = page.locator(`main ${CARD} button`).first();
    const shade = page.locator('[class*="opening"]');
    await card.click();
    await expect(shade).toBeVisible();
    await expect(page).toHaveURL(/open=EXP/);
    await page.goBack();
    await expect(shade).toHaveCount(0);
    await card.click();
    await expect(shade).toBeVisible();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await expect
      .poll(() => shade.evaluate((element) => getComputedStyle(element, '::after').visibility))
      .toBe('visible');
    for (const go of held) go();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(shade).toHaveCount(0);
  });

  test('S3: a first visit whose network goes behind its rows keeps them @phone @long', async ({ site, page }) => {
    await signIn(page, site.url, 'employee@example.com');
    let lost = Infinity;
    await page.route(/\/assets\/(?:DemoBanner|Owed)-[^/]*\.js$/, async (route) => {
      lost = Math.min(lost, Date.now());
      await route.abort();
    });
    await page.goto(`${site.url}/`);
    // They are asked for four times within six seconds.
    await expect.poll(() => Date.now() - lost, { timeout: 30_000 }).toBeGreaterThan(9_000);
    await expect(page.getByRole('link', { name: 'Outbox' }).first()).toBeVisible();
    await expect(page.getByText('Not on this device yet')).toHaveCount(0);
  });

  test('S3: a screen whose code does not come says so in its place, and comes when tried again @phone @long', async ({
    site,
    page,
  }) => {
    await signIn(page, site.url, 'employee@example.com');
    await page.goto(`${site.url}${LISTS.mine}`);
    await expect(page.locator(CARD).first()).toBeVisible();
    await page.evaluate(() => Object.assign(window, { same: true }));
    const code = /\/assets\/(?:_signedIn\.outbox|TravelRequests)-[^/]*\.js$/;
    await page.route(code, (route) => route.abort());
    const missing = page.getByRole('heading', { name: 'Not on this device yet' });
    await page.getByRole('link', { name: 'Outbox' }).first().click();
    await expect(missing).toBeVisible();
    // Rows are asked for by the screen's own code, before it is drawn.
    await page.getByRole('link', { name: 'Trips' }).first().click();
    await expect(page).toHaveURL(/raise-travel-request/);
    await expect(missing).toBeVisible();
    await page.unroute(code);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Create Trip' })).toBeVisible();
    await page.getByRole('link', { name: 'Outbox' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
    await expect(missing).toHaveCount(0);
    // Loaded anew without a network, the page would be the browser's own.
    expect(await page.evaluate(() => 'same' in window)).toBe(true);
  });

  test('S3: nothing is drawn without a style sheet that did not come at first @phone @long', async ({ site, page }) => {
    await signIn(page, site.url, 'employee@example.com');
    let refused = 0;
    await page.route(/\/assets\/(?:dialog|form)-[^/]*\.css$/, (route) =>
      (refused += 1) <= 4 ? route.abort() : route.continue(),
    );
    await page.goto(`${site.url}${LISTS.mine}`);
    await page.getByRole('button', { name: 'File New Expense' }).click();
    const form = page.getByRole('dialog', { name: 'Raise Local Expenses' });
    await expect(form).toBeVisible();
    expect(refused).toBeGreaterThan(4);
    // A dialog covers the screen, and the fields of a form stand apart.
    await expect(form).toBeInViewport({ ratio: 1 });
    await expect(form.locator('form')).not.toHaveCSS('display', 'block');
  });

  test('SES-11: signing out waits for no code that does not come @phone @long', async ({ site, page }) => {
    await signIn(page, site.url, 'newcomer@example.com');
    await page.route(/\/assets\/(?:background|devicePush)-[^/]*\.js$/, (route) => route.abort());
    // This one is under way for ever.
    await page.route(/\/assets\/outbox-[^/]*\.js$/, () => undefined);
    await page.goto(`${site.url}${LISTS.mine}`);
    await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();
    await signOut(page);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('admin-auth-token');
  });
});
