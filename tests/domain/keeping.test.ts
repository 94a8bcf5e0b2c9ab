import { describe, expect, it } from 'vitest';
import { storageRiskMessage, storageClearedMessage, type BrowserStorage } from '#domain/storageRisk.ts';

const keeper = (more: Partial<BrowserStorage>): BrowserStorage => ({
  persistence: 'granted',
  safariTab: false,
  installed: false,
  quotaBytes: null,
  heapBytes: null,
  ...more,
});
const REFUSED = 'This browser may clear what waits here. Send before you close, or install the app.';

describe('P15: how well a browser keeps what waits in it', () => {
  it('ST-2: says so where it may be cleared, and what to do', () => {
    expect(storageRiskMessage(keeper({ persistence: 'refused' }))).toBe(REFUSED);
    for (const persistence of ['granted', 'unknown'] as const)
      expect(storageRiskMessage(keeper({ persistence }))).toBeNull();
  });

  it('ST-2: in a tab of Safari on a phone, whatever it answered: the home screen’s app has another store', () => {
    for (const persistence of ['granted', 'refused', 'unknown'] as const)
      expect(storageRiskMessage(keeper({ persistence, safariTab: true }))).toMatch(
        /seven days.*Send it first.*‘Add to Home Screen’/,
      );
  });

  it('ST-2: asks nobody to install what is installed', () => {
    expect(storageRiskMessage(keeper({ persistence: 'refused', installed: true }))).toBe(
      'This browser may clear what waits here. Send before you close.',
    );
  });

  it.each<[string, Partial<BrowserStorage>, boolean]>([
    ['a quota of what fits into memory', { quotaBytes: 1_500_000_000, heapBytes: 2_000_000_000 }, true],
    ['a small quota where the memory is not told', { quotaBytes: 100_000_000 }, true],
    ['a quota of a good part of the disk', { quotaBytes: 60_000_000_000, heapBytes: 2_000_000_000 }, false],
    ['a quota that is not told', {}, false],
    ['a small quota that is kept', { quotaBytes: 100_000_000, persistence: 'granted' }, false],
    ['a tab of Safari with a small quota', { quotaBytes: 100_000_000, safariTab: true }, true],
  ])('ST-2: %s: private browsing is called that', (_name, more, is) => {
    expect(storageRiskMessage(keeper({ persistence: 'refused', ...more }))?.includes('private browsing') ?? false).toBe(
      is,
    );
  });

  it('ST-3: says what is safe and what is gone', () => {
    expect(storageClearedMessage({ count: 12, days: 30 }, 'phone')).toBe(
      'This browser has cleared what was saved on this phone. ' +
        'What had been sent is safe: 12 requests of the last 30 days are with the server. ' +
        'What had not been sent is gone; please file it again.',
    );
    expect(storageClearedMessage({ count: 1, days: 30 }, 'device')).toContain(
      '1 request of the last 30 days is with the server.',
    );
    expect(storageClearedMessage({ count: 0, days: 30 }, 'phone')).toContain(
      'The server has no request of yours from the last 30 days.',
    );
  });
});
