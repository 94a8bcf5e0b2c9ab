import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { systemBrowser } from '../scripts/browser.mjs';
import { launchOptions } from './support/launching.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const;
/** What runs in `npm run test:all` alone, by its file or its title; or at one width alone, which its title names. */
const LONG = /\.long\.e2e\.ts|@long/;
/** The other width alone. */
const PHONE_ONLY = /@phone(?!-)/;
const DESKTOP_ONLY = /@desktop(?!-)/;
const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;

/**
 * Journeys against the production build and the real server. A title says '@phone' or '@desktop' when the width does
 * not matter (or only one makes sense). The others run at both: with '@desktop-long' or '@phone-long' at that width in
 * `npm run test:all` alone.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results/e2e',
  globalSetup: './support/globalSetup.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // A journey keeps two cores busy, with its browser and its server: on a machine with two, a second one beside it
  // makes both so slow that all of them take half as long again.
  workers: Number(process.env['E2E_WORKERS'] ?? Math.max(1, Math.floor(availableParallelism() / 2))),
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
    launchOptions: launchOptions(systemBrowser()),
  },
  projects: [
    { name: 'phone', use: PHONE, grepInvert: [LONG, DESKTOP_ONLY, /@phone-long/] },
    { name: 'desktop', use: DESKTOP, grepInvert: [LONG, PHONE_ONLY, /@desktop-long/] },
    { name: 'phone-long', use: PHONE, grep: [LONG, /@phone-long/], grepInvert: DESKTOP_ONLY },
    { name: 'desktop-long', use: DESKTOP, grep: [LONG, /@desktop-long/], grepInvert: PHONE_ONLY },
  ],
});
