import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';

/** The field phone: 4 x CPU slowdown, 1.6 Mbps down, 0.75 up, 150 ms before each response. */
const FIELD = { cpu: 4, latency: 150, down: (1600 * 1000) / 8, up: (750 * 1000) / 8 };
const PROBE = readFileSync(path.join(import.meta.dirname, 'probe.js'), 'utf8');
export const ARGS = [
  '--no-sandbox',
  '--headless=new',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
];

export interface Seen {
  fcp: number | null;
  longTasks: [number, number][];
  cls: number;
  interactions: Record<string, number>;
  /** When it stood on the page, and when the frame that shows it was over. */
  foundAt: number | null;
  shownAt: number | null;
}

export async function withBrowser<T>(
  executablePath: string,
  origin: string,
  run: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'bench-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: false,
    args: ARGS,
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    geolocation: { latitude: 12.97, longitude: 77.59 },
  });
  await context.grantPermissions(['geolocation'], { origin });
  try {
    return await run(context);
  } finally {
    await context.close().catch(() => undefined);
    rmSync(profile, { recursive: true, force: true });
  }
}

export interface MeasuredPage {
  page: Page;
  cdp: CDPSession;
  /**
   * What the page had asked for by a moment (milliseconds since it was opened) and came over the wire: its own, since
   * icons and manifest are asked for by the browser, when it likes.
   */
  bytes(until: number): Promise<{ total: number; script: number; requests: number }>;
  throttle(on: boolean): Promise<void>;
  seen(): Promise<Seen>;
}

/** A page with its request counter and observers; throttled as the field phone unless said. */
export async function openPage(context: BrowserContext, selector: string, throttled = true): Promise<MeasuredPage> {
  const page = await context.newPage();
  await page.addInitScript(`window.__perfSelector=${JSON.stringify(selector)};${PROBE}`);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const requests = new Map<
    string,
    { at: number; bytes: number; script: boolean; cached: boolean; browsers: boolean }
  >();
  cdp.on('Network.requestWillBeSent', (e) => {
    if (!/^(data|blob|chrome):/.test(e.request.url))
      requests.set(e.requestId, {
        at: e.wallTime * 1000,
        bytes: 0,
        script: e.type === 'Script' || /\.js(\?|$)/.test(e.request.url),
        cached: false,
        browsers: e.type === 'Manifest' || /\/favicon|\/icons\//.test(e.request.url),
      });
  });
  cdp.on('Network.responseReceived', (e) => {
    const entry = requests.get(e.requestId);
    if (entry && (e.response.fromServiceWorker || e.response.fromDiskCache)) entry.cached = true;
  });
  cdp.on('Network.loadingFinished', (e) => {
    const entry = requests.get(e.requestId);
    if (entry) entry.bytes = e.encodedDataLength;
  });
  const throttle = async (on: boolean): Promise<void> => {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: on ? FIELD.cpu : 1 });
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: on ? FIELD.latency : 0,
      downloadThroughput: on ? FIELD.down : -1,
      uploadThroughput: on ? FIELD.up : -1,
    });
  };
  if (throttled) await throttle(true);
  return {
    page,
    cdp,
    throttle,
    async bytes(until) {
      const end = until + (await page.evaluate(() => performance.timeOrigin));
      const wire = [...requests.values()].filter((r) => !r.cached && !r.browsers && r.at <= end);
      const sum = (list: typeof wire): number => list.reduce((total, r) => total + r.bytes, 0);
      return {
        total: sum(wire),
        script: sum(wire.filter((r) => r.script)),
        requests: wire.length,
      };
    },
    seen: () => page.evaluate(() => (window as unknown as { __perf: Seen }).__perf),
  };
}

/** Milliseconds by which tasks longer than 50 ms held the main thread between two moments. */
export const blocked = (seen: Seen, from: number, until: number): number =>
  seen.longTasks.reduce((sum, [start, length]) => {
    const [first, last] = [Math.max(start, from), Math.min(start + length, until)];
    return sum + Math.max(0, last - first - 50);
  }, 0);
