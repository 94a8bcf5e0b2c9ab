import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';
import { PATH } from '#tests/support/programs.ts';
import { NotThere, PLACE, type Browser, type Wanted } from './browser.ts';
import { bringLibrary, findBody, HAS_LIBRARY } from './inPage.ts';

const { latitude, longitude, accuracy } = PLACE;

/** Headless Firefox asks nobody: the person has allowed it, and it is here. */
const FIREFOX = {
  'permissions.default.geo': 1,
  'geo.provider.network.url':
    'data:application/json,' + JSON.stringify({ location: { lat: latitude, lng: longitude }, accuracy }),
};
const CHROMIUM = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

const called = (body: string): string => `(() => {${body}})()`;

async function find(page: Page, wanted: Wanted): Promise<ElementHandle<HTMLInputElement>> {
  if ((await page.evaluate(called(HAS_LIBRARY))) !== true) await page.evaluate(called(bringLibrary()));
  const element = (await page.evaluateHandle(called(findBody(wanted)))).asElement();
  if (!element) throw new NotThere(wanted);
  return element as ElementHandle<HTMLInputElement>;
}

async function allow(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('Browser.grantPermissions', { permissions: ['geolocation', 'backgroundSync'] });
  await page.setGeolocation(PLACE);
}

/** Where a program of the machine is. */
const placeOf = (program: string): string =>
  PATH.split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file)) ?? program;

/** Chromium by its own protocol, Firefox by WebDriver BiDi. */
export async function openPuppeteer(engine: 'chrome' | 'firefox', program: string, profile: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: engine,
    executablePath: placeOf(program),
    userDataDir: profile,
    headless: true,
    ...(engine === 'chrome' ? { args: CHROMIUM } : { extraPrefsFirefox: FIREFOX }),
  });
  const page = (await browser.pages())[0] ?? (await browser.newPage());
  if (engine === 'chrome') await allow(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => void complaints.push(`error: ${String(error)}`));
  return {
    version: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: async <T>(body: string) => (await page.evaluate(called(body))) as T,
    has: (wanted) =>
      find(page, wanted).then(
        () => true,
        (error: unknown) => {
          if (error instanceof NotThere) return false;
          throw error;
        },
      ),
    press: async (wanted) => (await find(page, wanted)).click(),
    type: async (wanted, text) => (await find(page, wanted)).type(text),
    chooseFile: async (wanted, path) => (await find(page, wanted)).uploadFile(path),
    resize: (width, height) => page.setViewport({ width, height }),
    picture: () => page.screenshot(),
    complaints: () => complaints,
    close: () => browser.close(),
  };
}
