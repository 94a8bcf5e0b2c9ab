import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import type { DrainReport, Stopped } from '#outbox/outbox.ts';
import { carryOutEvent, createWishes, endEvent, sendHurried, SYNC_TAG } from '#outbox/wake.ts';
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
      expect(() => endEvent(report(stopped, 5))).toThrow('1 left');
    },
  );

  it('P2: being busy elsewhere is no success: whoever is at it may be closed the next moment', () => {
    expect(() => endEvent(report('elsewhere', 5))).toThrow('1 left: elsewhere');
  });

  it('P3: a server that fails is no success, though there was nothing else to do', async () => {
    const { tab, run, faults } = await aPhone();
    await run(tab.outbox.enqueue(aClaim('one')));
    faults('error502');
    const after = await run(sendHurried(tab.outbox));
    expect(after.stopped).toBe('empty');
    expect(() => endEvent(after)).toThrow('1 left');
  });

  it('is content when nothing is left, nobody is signed in, or only a person or an update can help', () => {
    expect(() => endEvent(report('empty', null))).not.toThrow();
    expect(() => endEvent(report('offline', null))).not.toThrow();
    expect(() => endEvent(report('signIn', 5))).not.toThrow();
    expect(() => endEvent(report('tooOld', 5))).not.toThrow();
    expect(() => endEvent(null)).not.toThrow();
  });

  it('P1: pauses do not count inside the event', async () => {
    const { world, tab, run, faults } = await aPhone();
    await run(tab.outbox.enqueue(aClaim('one')));
    faults('busyHour');
    expect((await run(tab.outbox.drain())).nextAt).toBeGreaterThan(world.now() + 3_500_000);
    const after = await run(sendHurried(tab.outbox));
    expect(after).toMatchObject({ sent: 1, left: 0 });
    expect(() => endEvent(after)).not.toThrow();
  });
});

describe('P1: an event that fails', () => {
  const failing = (): Promise<void> => Promise.reject(new Error('1 left'));
  const register = vi.fn((_tag: string) => Promise.resolve());

  it('is registered anew at its last chance, for a page that saw the registration, and fails all the same', async () => {
    await expect(carryOutEvent(failing, false, { register })).rejects.toThrow('1 left');
    expect(register).not.toHaveBeenCalled();
    await expect(carryOutEvent(failing, true, { register })).rejects.toThrow('1 left');
    expect(register.mock.calls).toEqual([[SYNC_TAG]]);
  });

  it('is let go where the browser takes no registration, and when all is sent', async () => {
    register.mockClear();
    const refuses = (): Promise<void> => Promise.reject(new Error('no window'));
    await expect(carryOutEvent(failing, true, { register: refuses })).rejects.toThrow('1 left');
    await expect(carryOutEvent(failing, true, undefined)).rejects.toThrow('1 left');
    await carryOutEvent(() => Promise.resolve(), true, { register });
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
    const wishes = createWishes(() => Promise.resolve(sync));
    wishes.saved();
    wishes.hidden();
    await vi.waitFor(() => expect(sync.register.mock.calls).toEqual([[SYNC_TAG], [SYNC_TAG]]));
  });

  it('registers anew after a drain that left something, unless the browser is at it', async () => {
    const sync = door([]);
    const wishes = createWishes(() => Promise.resolve(sync));
    wishes.drained(report('empty', null));
    wishes.drained(report('offline', 5));
    await vi.waitFor(() => expect(sync.register).toHaveBeenCalledTimes(1));
    const pending = door([SYNC_TAG]);
    createWishes(() => Promise.resolve(pending)).drained(report('offline', 5));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(pending.register).not.toHaveBeenCalled();
  });

  it('asks nothing where there is nobody to ask', () => {
    createWishes(() => Promise.resolve(undefined)).saved();
    createWishes(() => Promise.reject(new Error('no worker'))).hidden();
  });
});
