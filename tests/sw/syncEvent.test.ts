import { describe, expect, it } from 'vitest';
import type { DrainReport, Stopped } from '#outbox/outbox.ts';
import { sendWaiting } from '#sw/syncEvent.ts';

const report = (stopped: Stopped, left: number): (() => Promise<DrainReport>) => () => Promise.resolve({ sent: 0, refused: 0, left, stopped, nextAt: null });

describe('X24, X25: a sync event sends what waits', () => {
  it.each(['offline', 'portal', 'busy'] as const)('asks to be woken again when it stopped for: %s', async (stopped) => {
    await expect(sendWaiting(report(stopped, 2))).rejects.toThrow('2 left');
  });

  it.each(['signIn', 'tooOld', 'elsewhere', 'closed', 'empty'] as const)('does not when only a person can help, or somebody else sends: %s', async (stopped) => {
    await expect(sendWaiting(report(stopped, 1))).resolves.toBeUndefined();
  });

  it('is content when nothing is left or nobody is signed in', async () => {
    await expect(sendWaiting(report('offline', 0))).resolves.toBeUndefined();
    await expect(sendWaiting(() => Promise.resolve(null))).resolves.toBeUndefined();
  });
});
