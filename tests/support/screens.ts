import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { closeToast, currentToasts } from '#ui/toast.ts';

/**
 * What jsdom has not and the screens need: a window of a known width, observers, locks, object addresses. The files of
 * one process share the window and the libraries; each has a device and our own modules for itself.
 */

let width = 1280;
const watchers = new Set<() => void>();

/** Makes the window so wide (CSS pixels); media queries follow. */
export function setWindowWidth(pixels: number): void {
  width = pixels;
  for (const watcher of watchers) watcher();
}

function matches(query: string): boolean {
  const most = /max-width:\s*([\d.]+)(px|em)/.exec(query);
  const least = /min-width:\s*([\d.]+)(px|em)/.exec(query);
  const pixels = (found: RegExpExecArray): number => Number(found[1]) * (found[2] === 'em' ? 16 : 1);
  if (!most && !least) return false;
  return (!most || width <= pixels(most)) && (!least || width >= pixels(least));
}

window.matchMedia = (query: string): MediaQueryList => {
  const listener =
    (changed: (event: MediaQueryListEvent) => void): (() => void) =>
    () =>
      changed({ matches: matches(query), media: query } as MediaQueryListEvent);
  const known = new Map<unknown, () => void>();
  return {
    media: query,
    get matches() {
      return matches(query);
    },
    onchange: null,
    addEventListener: (_: string, changed: (event: MediaQueryListEvent) => void) => {
      const run = listener(changed);
      known.set(changed, run);
      watchers.add(run);
    },
    removeEventListener: (_: string, changed: unknown) => {
      const run = known.get(changed);
      if (run) watchers.delete(run);
    },
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => true,
  } as unknown as MediaQueryList;
};

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}
window.ResizeObserver = Observer as unknown as typeof ResizeObserver;
window.IntersectionObserver = Observer as unknown as typeof IntersectionObserver;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.hasPointerCapture = () => false;
window.scrollTo = () => undefined;
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { addEventListener: () => undefined, removeEventListener: () => undefined, ready: Promise.resolve() },
});

/** Web Locks of one tab: one holder for a name, `ifAvailable` answers null while it is held. */
const held = new Set<string>();
async function request(name: string, ...rest: unknown[]): Promise<unknown> {
  const run = rest.at(-1) as (lock: { name: string } | null) => unknown;
  const options = (rest.length > 1 ? rest[0] : {}) as { ifAvailable?: boolean };
  if (held.has(name) && options.ifAvailable === true) return run(null);
  held.add(name);
  try {
    return await run({ name });
  } finally {
    held.delete(name);
  }
}
Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
/** A browser that keeps what is stored, and does not tell how much room there is. */
const storage = { persisted: () => Promise.resolve(true), estimate: () => Promise.resolve({}) };
Object.defineProperty(navigator, 'storage', { configurable: true, writable: true, value: storage });

/** A server of a test that never answers holds up the next file for two seconds. */
const LOOKS = 100;

let made = 0;
URL.createObjectURL = () => `blob:test/${(made += 1)}`;
URL.revokeObjectURL = () => undefined;
// jsdom's own signals are not those that Node's fetch takes.
if (typeof AbortSignal.any !== 'function') AbortSignal.any = (signals) => [...signals][0] as AbortSignal;

// The bytes of jsdom's files are of another realm, which Node's crypto does not take: the same bytes in one of its own.
const foreignBytes = Blob.prototype.arrayBuffer;
Blob.prototype.arrayBuffer = async function arrayBuffer(this: Blob): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(await foreignBytes.call(this));
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own.buffer;
};

// Each file begins on a device that holds nothing, and leaves no timer behind, such as the next attempt of an outbox
// that found no network.
globalThis.indexedDB = new IDBFactory();
sessionStorage.clear();
history.replaceState(null, '', '/');
document.title = '';
for (const name of ['geolocation', 'serviceWorker']) Reflect.deleteProperty(navigator, name);
for (const name of ['kharchaStart', 'kharchaInstall', 'google']) Reflect.deleteProperty(window, name);
const { fetch: nativeFetch, setTimeout: nativeTimeout, setInterval: nativeInterval } = globalThis;
const timers = new Set<NodeJS.Timeout>();
const noted: ProxyHandler<typeof setTimeout> = {
  apply(start, self, args: Parameters<typeof setTimeout>) {
    const timer = Reflect.apply(start, self, args);
    timers.add(timer);
    return timer;
  },
};
globalThis.setTimeout = new Proxy(nativeTimeout, noted);
globalThis.setInterval = new Proxy(nativeInterval, noted as ProxyHandler<typeof setInterval>);

beforeEach(() => {
  setWindowWidth(1280);
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  // What was said in one test is not found by the next.
  for (const { id } of currentToasts()) closeToast(id);
  for (const part of document.cookie.split('; ')) document.cookie = `${part.split('=')[0]}=; Path=/; Max-Age=0`;
});
afterAll(async () => {
  const { closeRuntime } = await import('#data/runtime.ts');
  await closeRuntime();
  vi.useRealTimers();
  // What an outbox is sending goes to this file's server, and not to the next one's: it holds its lock until then.
  for (let looks = 0; held.size > 0 && looks < LOOKS; looks += 1) await new Promise((done) => nativeTimeout(done, 20));
  vi.unstubAllGlobals();
  for (const timer of timers) clearTimeout(timer);
  Object.assign(globalThis, { fetch: nativeFetch, setTimeout: nativeTimeout, setInterval: nativeInterval });
  Blob.prototype.arrayBuffer = foreignBytes;
  // The library's is shared, and what this file's page told it was its own.
  onlineManager.setEventListener(() => undefined);
  onlineManager.setOnline(true);
  document.body.replaceChildren();
  // The next file's page has just been opened: its modules hold nothing.
  vi.resetModules();
});
