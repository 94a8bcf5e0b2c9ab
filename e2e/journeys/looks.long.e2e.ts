import type { Page } from '@playwright/test';
import { quickBrowser } from '../../scripts/browser.mjs';
import { faultsOf } from '../support/faults.ts';
import { expect, test as alone } from '../support/fixtures.ts';
import { launchOptions } from '../support/launching.ts';
import { COMPANY_SCREENS } from '../support/looks/companyScreens.ts';
import { OFFICE_SCREENS } from '../support/looks/officeScreens.ts';
import { OWN_SCREENS } from '../support/looks/ownScreens.ts';
import { TRIP_SCREENS } from '../support/looks/tripScreens.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';
import { dialog, LISTS, signIn } from '../support/steps.ts';
import { test } from '../support/visitors.ts';

// A journey is made in the browser that people have; what is only looked at, in the one that opens pages quicker.
test.use({ launchOptions: launchOptions(quickBrowser()) });

/** Every screen there is. */
const SCREENS = [...OWN_SCREENS, ...TRIP_SCREENS, ...OFFICE_SCREENS, ...COMPANY_SCREENS];

/** Nothing is on its way any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

for (const screen of SCREENS)
  test.describe(screen.name, () => {
    test.use({ as: screen.as });
    test('looks: nothing moves, no accessibility fault in either scheme, fits 320 px and complains of nothing', async ({
      company,
      page,
      complaints,
    }) => {
      complaints.forgive(/status of (?:401|403|404)/);
      // The inspector fetches style sheets again, which the dashboard lets nobody do.
      complaints.forgive(/Connecting to '[^']*\/dashboard\.css'/);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await watchShifts(page);
      await page.goto(`${company.url}${screen.path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(page);
      expect(await shiftsOf(page), 'what arrives moves nothing that is there').toEqual([]);
      await screen.open?.(page);
      await settled(page);
      // The page follows the device, without being opened again.
      const faults = await faultsOf(page, async (scheme) => {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
      });
      expect(faults, screen.name).toEqual([]);
      const size = page.viewportSize();
      await page.setViewportSize({ width: 320, height: size?.height ?? 740 });
      // A table becomes cards one drawing later.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
          message: 'pixels that stand out at 320 px',
        })
        .toBeLessThanOrEqual(0);
      expect(complaints.list).toEqual([]);
    });
  });

alone('the keyboard alone files and opens a claim @desktop', async ({ site, page }) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const focusOn = async (name: RegExp, most = 60): Promise<void> => {
    for (let step = 0; step < most; step += 1) {
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        return element?.matches('a, button, input, textarea, select')
          ? [
              element.getAttribute('aria-label') ?? '',
              element.textContent ?? '',
              ...[...((element as HTMLInputElement).labels ?? [])].map((one) => one.textContent),
            ].join(' ')
          : '';
      });
      if (name.test(label)) return;
      await press('Tab');
    }
    throw new Error(`The keyboard never reached ${String(name)}.`);
  };
  await focusOn(/File New Expense/);
  await press('Enter');
  const form = dialog(page, 'Raise Local Expenses');
  await expect(form).toBeVisible();
  await focusOn(/Submit/);
  await press('Enter');
  await expect(form.getByText('Please enter claim amount').first()).toBeVisible();
  // The focus never leaves the dialog, and Escape closes it and gives the focus back.
  for (let step = 0; step < 40; step += 1) {
    await press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
  }
  await press('Escape');
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeFocused();
});
