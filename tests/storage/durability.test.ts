import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** What a page hears that asks for the first time in this browser. */
async function asked(navigator: object): Promise<{ answer: () => string | undefined }> {
  vi.stubGlobal('navigator', navigator);
  vi.resetModules();
  const { askPersistence } = await import('#storage/durability.ts');
  let heard: string | undefined;
  void askPersistence().then((answer) => (heard = answer));
  await vi.advanceTimersByTimeAsync(0);
  return { answer: () => heard };
}
const storage = (persist: () => Promise<boolean>) => ({
  storage: { persisted: () => Promise.resolve(false), persist },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('P15 ST-1, ST-2: asking a browser to keep what waits', () => {
  it.each([
    ['promises', storage(() => Promise.resolve(true)), 'granted'],
    ['refuses', storage(() => Promise.resolve(false)), 'refused'],
    ['cannot be asked, as WebKitGTK and older Safari', {}, 'refused'],
    ['cannot be asked from a worker', { storage: { persisted: () => Promise.resolve(false) } }, 'unknown'],
    ['fails', storage(() => Promise.reject(new Error('No.'))), 'unknown'],
  ])('one that %s', async (_what, navigator, answer) => {
    expect((await asked(navigator)).answer()).toBe(answer);
  });

  it('one that asks the person, as Firefox, has promised nothing while nobody answers', async () => {
    const { answer } = await asked(storage(() => new Promise(() => undefined)));
    expect(answer()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answer()).toBe('refused');
  });
});
