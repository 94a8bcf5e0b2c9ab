import type { LaunchOptions } from '@playwright/test';

/** What every browser of a journey is started with. */
export const ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Over such a link nothing is fetched unasked to read photos: that takes seconds of a core for each of them.
  '--force-effective-connection-type=3G',
];

/** How journeys start a browser; without one of the machine's, Playwright's own. */
export const launchOptions = (executablePath: string | null): LaunchOptions => ({
  ...(executablePath !== null && { executablePath }),
  args: [...ARGS],
});
