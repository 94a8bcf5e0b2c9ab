import type { Browser, BrowserContext } from '@playwright/test';
import { test as base, type Site } from './fixtures.ts';
import { signIn } from './steps.ts';

/** Somebody's browser, in which they signed in once. */
type Visitors = (browser: Browser, email: string) => Promise<BrowserContext>;

/**
 * For those who only look: each person signs in once for a worker's tests, and opens page after page. `as` says who;
 * nobody unless said.
 */
export const test = base.extend<{ as: string | null }, { visitors: Visitors }>({
  as: [null, { option: true }],

  visitors: [
    async ({ company }: { company: Site }, use) => {
      const signedIn = new Map<string, BrowserContext>();
      await use(async (browser, email) => {
        const known = signedIn.get(email);
        if (known) return known;
        const context = await browser.newContext();
        const page = await context.newPage();
        await signIn(page, company.url, email);
        await page.close();
        signedIn.set(email, context);
        return context;
      });
      for (const context of signedIn.values()) await context.close();
    },
    { scope: 'worker' },
  ],

  context: async ({ as, visitors, browser }, use) => {
    const context = as === null ? await browser.newContext() : await visitors(browser, as);
    await use(context);
    for (const page of context.pages()) await page.close();
    if (as === null) await context.close();
  },
});
