import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchForCode } from '#files/gst/gstLive.ts';
import { codeOf, dataOf, portal } from '#tests/support/gstCodes.ts';

/** What the worker answers to each look, in turn; nothing more: the worker breaks. */
let answers: readonly object[];
let ended = 0;
let looks = 0;

class FakeWorker extends EventTarget {
  postMessage(): void {
    const data = answers[looks];
    looks += 1;
    queueMicrotask(() => this.dispatchEvent(data ? new MessageEvent('message', { data }) : new Event('error')));
  }
  terminate(): void {
    ended += 1;
  }
}

const video = { readyState: 4, videoWidth: 1_200, videoHeight: 1_600 } as HTMLVideoElement;
const watch = (signal = new AbortController().signal, seen: HTMLVideoElement | null = video) => {
  const watching = watchForCode(() => seen, signal);
  watching.catch(() => undefined);
  return watching;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  answers = [];
  [ended, looks] = [0, 0];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
    getImageData: () => ({ data: new Uint8ClampedArray(4) }),
  } as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('GST-11: looks again until there is a signed code of an e-invoice; other codes are passed over', async () => {
  const text = await codeOf(await portal('one'), dataOf(7));
  answers = [{ texts: [] }, { texts: ['https://example.com/menu', 'a.b.c'] }, { texts: ['upi://pay?pa=a@b', text] }];
  const watching = watch();
  await vi.runAllTimersAsync();
  expect(await watching).toEqual({ text, number: 'KH/26-27/7' });
  expect([looks, ended]).toEqual([3, 1]);
});

it('GST-11: waits for the first picture', async () => {
  const own = new AbortController();
  const watching = watch(own.signal, { ...video, readyState: 1 } as HTMLVideoElement);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks).toBe(0);
  own.abort();
  expect(await watching).toBeNull();
});

it('GST-11: ends with its signal, between two looks', async () => {
  answers = Array.from({ length: 100 }, () => ({ texts: [] }));
  const own = new AbortController();
  const watching = watch(own.signal);
  await vi.advanceTimersByTimeAsync(3_000);
  own.abort();
  expect(await watching).toBeNull();
  const before = looks;
  await vi.advanceTimersByTimeAsync(3_000);
  expect([looks, ended]).toEqual([before, 1]);
});

it.each([
  ['cannot be loaded', [{ failed: true }]],
  ['breaks', []],
])('GST-11: gives up where what looks for codes %s', async (_, said) => {
  answers = said;
  await expect(watch()).rejects.toThrow();
  expect(ended).toBe(1);
});
