import { defineConfig } from '@playwright/test';
import { systemBrowser } from '../scripts/browser.mjs';

const executablePath = systemBrowser();
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const;
const LONG = '**/*.long.e2e.ts';
const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;

/**
 * Journeys against the production build and the real server. A title says '@phone' or '@desktop' when the width does
 * not matter (or only one makes sense); the others run at both.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results/e2e',
  globalSetup: './support/globalSetup.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: Number(process.env['E2E_WORKERS'] ?? 2),
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    serviceWorkers: 'allow',
    // Sign-in asks where the person is.
    geolocation: { latitude: 12.97, longitude: 77.59 },
    permissions: ['geolocation', 'background-sync', 'clipboard-read', 'clipboard-write'],
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // Those of a '.long.e2e.ts' file run in `npm run test:all` alone.
  projects: [
    { name: 'phone', use: PHONE, grepInvert: /@desktop/, testIgnore: LONG },
    { name: 'desktop', use: DESKTOP, grepInvert: /@phone/, testIgnore: LONG },
    { name: 'phone-long', use: PHONE, grepInvert: /@desktop/, testMatch: LONG },
    { name: 'desktop-long', use: DESKTOP, grepInvert: /@phone/, testMatch: LONG },
  ],
});
