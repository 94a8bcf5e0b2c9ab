import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDriver } from '#data/driver.ts';
import type { Entry } from '#outbox/entry.ts';
import type { DrainReport, Outbox } from '#outbox/outbox.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const entry = (state: Entry['state'], retryAt = 0): Entry => ({ state, retryAt }) as Entry;

/** An outbox that counts its drains and changes nothing: somebody else is sending. */
function elsewhere() {
  let drains = 0;
  const report: DrainReport = { sent: 0, refused: 0, left: 1, stopped: 'elsewhere', nextAt: null };
  const outbox = {
    drain: () => Promise.resolve(((drains += 1), report)),
    retryAll: () => Promise.resolve(),
  } as unknown as Outbox;
  return { driver: createDriver(outbox), drains: () => drains };
}

describe('X23: what waits is tried again, whoever was sending', () => {
  it('asks again by itself when another tab or the worker held the lock and died', async () => {
    const { driver, drains } = elsewhere();
    driver.look([entry('waiting')]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(drains()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(drains()).toBeGreaterThan(3);
    driver.stop();
  });

  it('looks after an entry that stays on the wire', async () => {
    const { driver, drains } = elsewhere();
    driver.look([entry('sending')]);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(drains()).toBeGreaterThan(2);
    driver.stop();
  });

  it('X16: waits for the time of the next try', async () => {
    const { driver, drains } = elsewhere();
    driver.look([entry('waiting', Date.now() + 10_000)]);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(drains()).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(drains()).toBe(1);
    driver.stop();
  });

  it('does nothing when all is sent, needs the person, or the driver has stopped', async () => {
    const { driver, drains } = elsewhere();
    driver.look([entry('done'), entry('needsYou'), entry('signIn')]);
    await vi.advanceTimersByTimeAsync(100_000);
    driver.look([entry('waiting')]);
    driver.stop();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(drains()).toBe(0);
  });
});

describe('P1: the worker is to be woken for what is left', () => {
  const register = vi.fn((_tag: string) => Promise.resolve());
  const hide = (state: DocumentVisibilityState): void => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  beforeEach(() => {
    register.mockClear();
    vi.stubGlobal('navigator', {
      onLine: true,
      serviceWorker: { ready: Promise.resolve({ sync: { register, getTags: () => Promise.resolve([]) } }) },
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('whenever the page is hidden or closed while something waits', async () => {
    const { driver } = elsewhere();
    hide('hidden');
    await vi.advanceTimersByTimeAsync(10);
    expect(register, 'nothing waits').not.toHaveBeenCalled();
    driver.look([entry('waiting', Date.now() + 3_600_000)]);
    await vi.advanceTimersByTimeAsync(10);
    register.mockClear();
    hide('hidden');
    await vi.advanceTimersByTimeAsync(10);
    expect(register).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(10);
    expect(register).toHaveBeenCalledTimes(2);
    driver.stop();
    hide('hidden');
    await vi.advanceTimersByTimeAsync(10);
    expect(register).toHaveBeenCalledTimes(2);
  });

  it('after each drain that left something', async () => {
    const left: DrainReport = { sent: 0, refused: 0, left: 1, stopped: 'offline', nextAt: 5 };
    const driver = createDriver({
      drain: () => Promise.resolve(left),
      retryAll: () => Promise.resolve(),
    } as unknown as Outbox);
    driver.look([entry('waiting')]);
    await vi.advanceTimersByTimeAsync(0);
    register.mockClear();
    await vi.advanceTimersByTimeAsync(100);
    expect(register).toHaveBeenCalledTimes(1);
    driver.stop();
  });

  it('when something waits that did not before: what its owner sends again, too', async () => {
    const { driver } = elsewhere();
    const later = Date.now() + 3_600_000;
    driver.look([
      { ...entry('waiting', later), id: 'one' },
      { ...entry('needsYou'), id: 'two' },
    ]);
    await vi.advanceTimersByTimeAsync(10);
    expect(register).toHaveBeenCalledTimes(1);
    driver.look([
      { ...entry('sending', later), id: 'one' },
      { ...entry('needsYou'), id: 'two' },
    ]);
    await vi.advanceTimersByTimeAsync(10);
    expect(register).toHaveBeenCalledTimes(1);
    driver.look([
      { ...entry('sending', later), id: 'one' },
      { ...entry('waiting', later), id: 'two' },
    ]);
    await vi.advanceTimersByTimeAsync(10);
    expect(register).toHaveBeenCalledTimes(2);
    driver.stop();
  });
});

describe('OB-1: what is saved is shown before its bills are read to be sent', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('sends when the page is idle, and at once where nobody looks at it', () => {
    const idle: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (run: () => void, { timeout }: { timeout: number }) => {
      expect(timeout).toBeLessThan(1_000);
      return idle.push(run);
    });
    const { driver, drains } = elsewhere();
    driver.send();
    expect(drains()).toBe(0);
    idle.splice(0).forEach((run) => run());
    expect(drains()).toBe(1);
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    driver.send();
    expect([drains(), idle.length]).toEqual([2, 0]);
    seen.mockRestore();
    driver.stop();
  });
});
