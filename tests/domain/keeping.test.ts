import { describe, expect, it } from 'vitest';
import { mayGoSentence, vanishedSentence } from '#domain/keeping.ts';

describe('P15: how well a browser keeps what waits in it', () => {
  it('ST-2: says so where it may be cleared, and what to do', () => {
    expect(mayGoSentence({ persistence: 'refused', safariTab: false })).toBe('This browser may clear what waits here. Send before you close, or install the app.');
    for (const persistence of ['granted', 'unknown'] as const) expect(mayGoSentence({ persistence, safariTab: false })).toBeNull();
  });

  it('ST-2: in a tab of Safari on a phone, whatever it answered: the home screen’s app has another store', () => {
    for (const persistence of ['granted', 'refused', 'unknown'] as const) expect(mayGoSentence({ persistence, safariTab: true })).toMatch(/seven days.*Send it first.*home screen/);
  });

  it('ST-3: says what is safe and what is gone', () => {
    expect(vanishedSentence({ count: 12, days: 30 }, 'phone')).toBe('This browser has cleared what was saved on this phone. What had been sent is safe: 12 requests of the last 30 days are with the server. What had not been sent is gone; please file it again.');
    expect(vanishedSentence({ count: 1, days: 30 }, 'device')).toContain('1 request of the last 30 days is with the server.');
    expect(vanishedSentence({ count: 0, days: 30 }, 'phone')).toContain('The server has no request of yours from the last 30 days.');
  });
});
