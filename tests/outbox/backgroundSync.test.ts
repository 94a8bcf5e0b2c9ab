import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import type { DrainReport, Stopped } from '#outbox/outbox.ts';
import {
  runSyncEvent,
  createSyncRequests,
  completeSyncEvent,
  retryAndDrain,
  SYNC_TAG,
} from '#outbox/backgroundSync.ts';
import { aClaim, aPhone } from '#tests/support/phone.ts';

const report = (stopped: Stopped, nextAt: number | null): DrainReport => ({
  sent: 0,
  refused: 0,
  left: nextAt === null ? 0 : 1,
  stopped,
  nextAt,
});

describe('X24, X25: a sync event sends what waits', () => {
  it.each(['offline', 'portal', 'busy', 'closed'] as const)(
    'asks to be woken again when it stopped for: %s',
    (stopped) => {
      expect(() => completeSyncEvent(report(stopped, 5))).toThrow('1 left');
    },
  );

  it('P2: being busy elsewhere is no success: the tab that sends may be closed the next moment', () => {
    expect(() => completeSyncEvent(report('elsewhere', 5))).toThrow('1 left: elsewhere');
  });

  it('P3: a server that fails is no success, though there was nothing else to do', async () => {
    const { tab, run, faults } = await aPhone();
    await run(tab.outbox.enqueue(aClaim('one')));
    faults('error502');
    const after = await run(retryAndDrain(tab.outbox));
    expect(after.stopped).toBe('empty');
    expect(() => completeSyncEvent(after)).toThrow('1 left');
  });

  it('is content when nothing is left, nobody is signed in, or only a person or an update can help', () => {
    expect(() => completeSyncEvent(report('empty', null))).not.toThrow();
    expect(() => completeSyncEvent(report('offline', null))).not.toThrow();
    expect(() => completeSyncEvent(report('signIn', 5))).not.toThrow();
    expect(() => completeSyncEvent(report('tooOld', 5))).not.toThrow();
    expect(() => completeSyncEvent(null)).not.toThrow();
  });

  it('P1: pauses do not count inside the event', async () => {
    const { world, tab, run, faults } = await aPhone();
    await run(tab.outbox.enqueue(aClaim('one')));
    faults('busyHour');
    expect((await run(tab.outbox.drain())).nextAt).toBeGreaterThan(world.now() + 3_500_000);
    const after = await run(retryAndDrain(tab.outbox));
    expect(after).toMatchObject({ sent: 1, left: 0 });
    expect(() => completeSyncEvent(after)).not.toThrow();
  });
});

describe('P1: an event that fails', () => {
  const failing = (): Promise<void> => Promise.reject(new Error('1 left'));
  const register = vi.fn((_tag: string) => Promise.resolve());

  it('is registered again at its last chance, for a page that saw the registration, and still fails', async () => {
    await expect(runSyncEvent(failing, false, { register })).rejects.toThrow('1 left');
    expect(register).not.toHaveBeenCalled();
    await expect(runSyncEvent(failing, true, { register })).rejects.toThrow('1 left');
    expect(register.mock.calls).toEqual([[SYNC_TAG]]);
  });

  it('is let go where the browser takes no registration, and when all is sent', async () => {
    register.mockClear();
    const refuses = (): Promise<void> => Promise.reject(new Error('no window'));
    await expect(runSyncEvent(failing, true, { register: refuses })).rejects.toThrow('1 left');
    await expect(runSyncEvent(failing, true, undefined)).rejects.toThrow('1 left');
    await runSyncEvent(() => Promise.resolve(), true, { register });
    expect(register).not.toHaveBeenCalled();
  });
});

describe('P1: what a page asks of the browser', () => {
  const door = (tags: string[]) => ({
    register: vi.fn((_tag: string) => Promise.resolve()),
    getTags: () => Promise.resolve(tags),
  });

  it('registers when something is saved and when it is hidden, whatever is registered', async () => {
    const sync = door([SYNC_TAG]);
    const syncRequests = createSyncRequests(() => Promise.resolve(sync));
    syncRequests.saved();
    syncRequests.hidden();
    await vi.waitFor(() => expect(sync.register.mock.calls).toEqual([[SYNC_TAG], [SYNC_TAG]]));
  });

  it('registers again after a drain that left something, unless the browser is at it', async () => {
    const sync = door([]);
    const syncRequests = createSyncRequests(() => Promise.resolve(sync));
    syncRequests.drained(report('empty', null));
    syncRequests.drained(report('offline', 5));
    await vi.waitFor(() => expect(sync.register).toHaveBeenCalledTimes(1));
    const pending = door([SYNC_TAG]);
    createSyncRequests(() => Promise.resolve(pending)).drained(report('offline', 5));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(pending.register).not.toHaveBeenCalled();
  });

  it('asks nothing where there is nobody to ask', () => {
    createSyncRequests(() => Promise.resolve(undefined)).saved();
    createSyncRequests(() => Promise.reject(new Error('no worker'))).hidden();
  });
});
