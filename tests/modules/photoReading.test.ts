import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveNow, readPhoto } from '#files/reading/photoReading.ts';
import type { ReadingNews } from '#files/reading/reading.worker.ts';

const { dropEngine, engineKept } = vi.hoisted(() => ({ dropEngine: vi.fn(), engineKept: vi.fn() }));
vi.mock('#files/reading/engineFiles.ts', () => ({ dropEngine, engineKept }));

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
  say(news: ReadingNews): void {
    this.dispatchEvent(new MessageEvent('message', { data: news }));
  }
}
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
  dropEngine.mockReset().mockResolvedValue(undefined);
  engineKept.mockReset().mockResolvedValue(true);
  for (const name of ['OffscreenCanvas', 'createImageBitmap', 'caches']) vi.stubGlobal(name, {});
  vi.stubGlobal('Worker', Reader);
});
afterEach(() => {
  vi.unstubAllGlobals();
  device({ deviceMemory: undefined, connection: undefined });
});

describe('READ-11 a photo is read in a worker that ends', () => {
  it('with a note on the device as long as it runs', async () => {
    const read = readPhoto(JOB, new AbortController().signal, () => undefined);
    const worker = await running();
    expect(localStorage.getItem(NOTE)).not.toBeNull();
    expect(await leaveNow()).toBe('ask again');
    worker.say({ news: 'done', bill: null });
    expect(await read).toBeNull();
    expect(localStorage.getItem(NOTE)).toBeNull();
    expect(Reader.running).toEqual([]);
    expect(await leaveNow()).toBe('read');
  });

  it('leaving the page is no interruption', async () => {
    const own = new AbortController();
    const read = readPhoto(JOB, own.signal, () => undefined);
    await running();
    dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem(NOTE)).toBeNull();
    own.abort();
    await expect(read).rejects.toThrow();
  });

  it.each<[string, (worker: Reader, own: AbortController) => void]>([
    ['the person cancels it', (_, own) => own.abort()],
    ['it is killed', (worker) => worker.dispatchEvent(new Event('error'))],
    ['the photo cannot be decoded', (worker) => worker.say({ news: 'failed', of: 'photo' })],
  ])('also when %s; the next photo has its turn then', async (_, end) => {
    const own = new AbortController();
    const read = readPhoto(JOB, own.signal, () => undefined);
    const next = readPhoto(JOB, new AbortController().signal, () => undefined);
    end(await running(), own);
    await expect(read).rejects.toThrow();
    (await running()).say({ news: 'done', bill: null });
    expect(await next).toBeNull();
    expect(localStorage.getItem(NOTE)).toBeNull();
    expect(dropEngine).not.toHaveBeenCalled();
  });

  it('models that do not open are thrown away, to be fetched again', async () => {
    const read = readPhoto(JOB, new AbortController().signal, () => undefined);
    (await running()).say({ news: 'failed', of: 'engine' });
    await expect(read).rejects.toThrow();
    expect(dropEngine).toHaveBeenCalledOnce();
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
