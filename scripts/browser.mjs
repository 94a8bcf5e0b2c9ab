// Finds a Chromium for the end-to-end tests, or installs one. Prints its path when run by itself.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const USUAL = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

function runnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const onPath = (names, env) =>
  names.flatMap((name) =>
    (env['PATH'] ?? '')
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, name)),
  );

/** The first browser of this machine's own, without installing anything; null when there is none. */
export function systemBrowser(env = process.env, usable = runnable) {
  if (env['CHROME_BIN']) return usable(env['CHROME_BIN']) ? env['CHROME_BIN'] : null;
  return [...onPath(NAMES, env), ...USUAL].find(usable) ?? null;
}

const SHELL = 'chromium-headless-shell';

/**
 * The browser for what is only looked at: Chromium without the windows around a page, which opens one in half the
 * time, or else `systemBrowser`. CHROME_BIN goes before both.
 */
export const quickBrowser = (env = process.env, usable = runnable) =>
  (env['CHROME_BIN'] ? null : onPath([SHELL], env).find(usable)) ?? systemBrowser(env, usable);

async function playwrightBrowser() {
  try {
    const { chromium } = await import('@playwright/test');
    const path = chromium.executablePath();
    return path && runnable(path) ? path : null;
  } catch {
    return null;
  }
}

const run = (command, args) =>
  spawnSync(command, args, { stdio: ['ignore', 2, 2], timeout: 10 * 60_000, shell: process.platform === 'win32' })
    .status === 0;

const canInstall = () => process.platform === 'linux' && process.getuid?.() === 0;
const install = (name) => run('apt-get', ['install', '-y', '--no-install-recommends', name]);

/** Has Chromium without windows where the machine's packages have it; nothing depends on it. */
export function wantQuickBrowser() {
  if (quickBrowser() === systemBrowser() && !process.env['CHROME_BIN'] && canInstall()) install(SHELL);
}

/**
 * Finds or installs a browser, in this order: CHROME_BIN, the system's, Playwright's cache, Playwright's download, the
 * system's packages.
 * @throws an Error that lists everything tried: tests in a browser are never skipped quietly.
 */
export async function findBrowser() {
  const tried = [];
  const system = systemBrowser();
  if (system) return system;
  tried.push(
    process.env['CHROME_BIN']
      ? `CHROME_BIN=${process.env['CHROME_BIN']} (not there or not executable)`
      : `CHROME_BIN (not set), then ${NAMES.join(', ')} on the PATH`,
  );
  if (process.env['CHROME_BIN']) throw new Error(`No browser: ${tried.join('; ')}.`);
  const cached = await playwrightBrowser();
  if (cached) return cached;
  tried.push('the Playwright cache');
  console.error('No Chromium here; asking Playwright for one…');
  if (run('npx', ['playwright', 'install', 'chromium'])) {
    const fetched = await playwrightBrowser();
    if (fetched) return fetched;
  }
  tried.push('npx playwright install chromium (failed)');
  if (canInstall()) {
    console.error('Installing Chromium with apt-get…');
    if (run('apt-get', ['update']) && install('chromium')) {
      const installed = systemBrowser();
      if (installed) return installed;
    }
    tried.push('apt-get install chromium (failed)');
  } else tried.push('apt-get (needs root on Linux)');
  throw new Error(
    `No browser for the end-to-end tests. Tried: ${tried.join('; ')}. Install Chromium or Chrome, or set CHROME_BIN.`,
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const path = await findBrowser();
    console.log(path);
    if (process.argv.includes('--version')) console.log(execFileSync(path, ['--version'], { encoding: 'utf8' }).trim());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
