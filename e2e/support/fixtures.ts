import { test as base, type ConsoleMessage, type Page, type Request, type WebError } from '@playwright/test';
import { Api } from './api.ts';
import { Device } from './browser.ts';
import { Proxy } from './proxy.ts';
import { freshData, RunningServer } from './server.ts';

/** A company's installation as one test sees it: its own server and data, and the network in front of it. */
export interface Site {
  /** Address for people: through the network. */
  url: string;
  server: RunningServer;
  network: Proxy;
  /** Asks the server directly, whatever the network does. */
  api: (email: string) => Promise<Api>;
}

/**
 * What the page complained about. Requests that fail because a test cut the network are not complaints of the product.
 */
interface Complaints {
  list: string[];
  forgive: (pattern: RegExp) => void;
}

interface Fixtures {
  site: Site;
  device: Device;
  complaints: Complaints;
}

/** The sales app’s key at every installation of the journeys. */
export const SALES_APP_KEY = 'sales-app-of-the-journeys-0123456789';

async function makeSite(env: Record<string, string> = {}): Promise<{ site: Site; end: () => Promise<void> }> {
  const server = await new RunningServer({
    dataDir: freshData(),
    env: { INTEGRATION_API_KEY: SALES_APP_KEY, ...env },
  }).start();
  const network = await Proxy.start(server.port);
  const site: Site = { url: network.url, server, network, api: (email) => Api.signIn(server.url, email) };
  return {
    site,
    end: async () => {
      await network.down();
      await server.discard();
    },
  };
}

export const test = base.extend<Fixtures, { company: Site }>({
  /** One installation for a worker's tests that only look. */
  company: [
    async ({}, use) => {
      const { site, end } = await makeSite();
      await use(site);
      await end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  /** An installation of this test's own: it may change, cut and kill it. */
  site: [
    async ({}, use, info) => {
      const { site, end } = await makeSite();
      await use(site);
      if (info.status !== info.expectedStatus) await info.attach('server', { body: site.server.words });
      await end();
    },
    { timeout: 120_000 },
  ],

  device: async (
    { viewport, hasTouch, isMobile, deviceScaleFactor, locale, timezoneId, permissions, geolocation },
    use,
  ) => {
    const device = new Device({
      viewport,
      hasTouch,
      isMobile,
      serviceWorkers: 'allow',
      ...(deviceScaleFactor !== undefined && { deviceScaleFactor }),
      ...(locale !== undefined && { locale }),
      ...(timezoneId !== undefined && { timezoneId }),
      ...(permissions !== undefined && { permissions }),
      ...(geolocation !== undefined && { geolocation }),
    });
    await use(device);
    await device.discard();
  },

  complaints: async ({ context }, use) => {
    const list: string[] = [];
    const forgiven: RegExp[] = [];
    const add = (text: string): void => {
      if (!forgiven.some((pattern) => pattern.test(text))) list.push(text);
    };
    const said = (message: ConsoleMessage): void => {
      if (message.type() === 'error' || /Content Security Policy|Trusted ?Type/i.test(message.text()))
        add(`${message.type()}: ${message.text()} (${message.location().url})`);
    };
    // Nothing is asked of any other origin: no font, no script, no measurement.
    let home: string | null = null;
    const asked = (request: Request): void => {
      const { origin, protocol } = new URL(request.url());
      if (!protocol.startsWith('http')) return;
      home ??= origin;
      if (origin !== home) add(`request: ${request.url()}`);
    };
    const thrown = (error: WebError): void => add(`error: ${error.error().message}`);
    context.on('console', said).on('request', asked).on('weberror', thrown);
    await use({ list, forgive: (pattern) => void forgiven.push(pattern) });
    // The browser may be the next test's too.
    context.off('console', said).off('request', asked).off('weberror', thrown);
  },
});

export { expect } from '@playwright/test';

/** Whether this page is at the phone's width. */
export const onPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 1280) < 768;
