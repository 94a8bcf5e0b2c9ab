import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveNow, readPhoto } from '#files/reading/photoReading.ts';

const { engineKept } = vi.hoisted(() => ({ engineKept: vi.fn() }));
vi.mock('#files/reading/engineFiles.ts', () => ({ ENGINE_BYTES: 30_000_000, engineKept }));
const deleted = vi.fn();

const JOB = { bytes: new ArrayBuffer(2), type: 'image/jpeg', today: '2026-03-31' };
const NOTE = 'kharcha.reading';

class Reader extends EventTarget {
  static running: Reader[] = [];
  constructor() {
    super();
    Reader.running.push(this);
  }
  postMessage(): void {
    // It waits for `say`.
  }
  terminate(): void {
    Reader.running = Reader.running.filter((one) => one !== this);
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
const of = (own = new AbortController()) => ({ signal: own.signal, onTurn: () => undefined, onNews: () => undefined });
const running = async (): Promise<Reader> => {
  await vi.waitFor(() => expect(Reader.running).toHaveLength(1));
  return Reader.running[0] as Reader;
};
const device = (facts: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(facts))
    Object.defineProperty(navigator, name, { value, configurable: true });
};

beforeEach(() => {
  localStorage.clear();
  Reader.running = [];
  deleted.mockReset().mockResolvedValue(true);
  device({ locks });
  engineKept.mockReset().mockResolvedValue(true);
  for (const name of ['OffscreenCanvas', 'createImageBitmap']) vi.stubGlobal(name, {});
  vi.stubGlobal('caches', { delete: deleted });
  vi.stubGlobal('Worker', Reader);
});
afterEach(() => {
  vi.unstubAllGlobals();
  // The tests that follow in this process have the device's own.
  for (const name of ['deviceMemory', 'connection', 'storage', 'locks']) Reflect.deleteProperty(navigator, name);
});

describe('READ-11 a photo is read in a worker that ends', () => {
  it('with a note on the device as long as it runs', async () => {
    const read = readPhoto(JOB, of());
    const worker = await running();
    expect(localStorage.getItem(NOTE)).not.toBeNull();
    // Another tab is not told that the app has ended, and its photo waits.
    expect(await leaveNow()).toBe('read');
    worker.say({ bill: null });
    expect(await read).toBeNull();
    expect(localStorage.getItem(NOTE)).toBeNull();
    expect(Reader.running).toEqual([]);
    expect(await leaveNow()).toBe('read');
  });

  it('the note of a page that ended meanwhile is still there: nothing is read until the person asks', async () => {
    localStorage.setItem(NOTE, 'true');
    expect(await leaveNow()).toBe('ask again');
  });

  it('leaving the page is no interruption', async () => {
    const own = new AbortController();
    const read = readPhoto(JOB, of(own));
    await running();
    dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem(NOTE)).toBeNull();
    own.abort();
    await expect(read).rejects.toThrow();
  });

  it.each<[string, (worker: Reader, own: AbortController) => void]>([
    ['the person cancels it', (_, own) => own.abort()],
    ['it is killed', (worker) => worker.dispatchEvent(new Event('error'))],
    ['the photo cannot be decoded', (worker) => worker.say({ failed: 'photo' })],
  ])('also when %s; the next photo has its turn then', async (_, end) => {
    const own = new AbortController();
    const read = readPhoto(JOB, of(own));
    const next = readPhoto(JOB, of());
    end(await running(), own);
    await expect(read).rejects.toThrow();
    (await running()).say({ bill: null });
    expect(await next).toBeNull();
    expect(localStorage.getItem(NOTE)).toBeNull();
    expect(deleted).not.toHaveBeenCalled();
  });

  it('models that do not open are thrown away, to be fetched again', async () => {
    const read = readPhoto(JOB, of());
    (await running()).say({ failed: 'engine' });
    await expect(read).rejects.toThrow();
    expect(deleted).toHaveBeenCalledExactlyOnceWith('kharcha-reading');
  });
});

describe('READ-11 where photos are read', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['on Wi-Fi', { connection: { type: 'wifi', effectiveType: '4g' } }, 'read'],
    ['over a quick link of unknown kind', { connection: { effectiveType: '4g' } }, 'read'],
    ['over a slow one', { connection: { effectiveType: '3g' } }, 'ask'],
    ['over a mobile network', { connection: { type: 'cellular', effectiveType: '4g' } }, 'ask'],
    ['where data is saved', { connection: { effectiveType: '4g', saveData: true } }, 'ask'],
    ['where the browser says nothing of its link', {}, 'ask'],
    [
      'where bills would have no room left',
      {
        connection: { effectiveType: '4g' },
        storage: { estimate: () => Promise.resolve({ usage: 1_000, quota: 60_000_000 }) },
      },
      'never',
    ],
    ['with little memory', { deviceMemory: 1, connection: { effectiveType: '4g' } }, 'never'],
  ])('%s', async (_, facts, leave) => {
    engineKept.mockResolvedValue(false);
    device(facts);
    expect(await leaveNow()).toBe(leave);
  });

  it('not without what the browser must have', async () => {
    vi.stubGlobal('OffscreenCanvas', undefined);
    delete (globalThis as { OffscreenCanvas?: unknown }).OffscreenCanvas;
    expect(await leaveNow()).toBe('never');
  });
});
