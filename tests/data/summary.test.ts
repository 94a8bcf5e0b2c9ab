import { describe, expect, it } from 'vitest';
import type { Entry } from '#outbox/entry.ts';
import { notReadYet, summarise } from '#data/summary.ts';
import { settledBetween } from '#data/settled.ts';
import { anEntry } from '#tests/support/entries.ts';

const entries = (...states: Entry['state'][]): Entry[] => states.map((state) => anEntry({ state }));

describe('OB-12: what waits is visible in the words of the header', () => {
  it.each<[string, Entry['state'][], boolean, number]>([
    ['All sent', [], true, 0],
    ['All sent', ['done', 'done'], true, 0],
    ['Offline', ['done'], false, 0],
    ['3 waiting', ['waiting', 'waiting', 'waiting'], true, 0],
    ['3 waiting', ['waiting', 'waiting', 'uploading'], false, 0],
    ['2 waiting', ['signIn', 'waiting'], true, 0],
    ['Sending 1 of 3', ['sending', 'waiting', 'waiting'], true, 0],
    ['Sending 2 of 3', ['uploading', 'waiting', 'done'], true, 1],
    ['Needs you (1)', ['needsYou', 'sending', 'waiting'], true, 0],
    ['Needs you (2)', ['needsYou', 'needsYou'], false, 0],
  ])('%s', (text, states, online, sent) => {
    expect(summarise(entries(...states), online, sent).text).toBe(text);
  });

  it('SW-1: an app too old for the server says what helps, unless something needs its owner first', () => {
    expect(summarise(entries('waiting', 'waiting', 'done'), true, 0, true).text).toBe('Update to send 2');
    expect(summarise(entries('waiting', 'needsYou'), true, 0, true).text).toBe('Needs you (1)');
    expect(summarise(entries('done'), true, 0, true).text).toBe('All sent');
  });

  it('ID-3: what no key opens waits for its owner, and for no network', () => {
    const sealed = anEntry({ state: 'waiting', unreadable: 'damaged' });
    expect(summarise([sealed], true, 0)).toMatchObject({ text: 'Needs you (1)', waiting: 0, needsYou: 1, total: 1 });
    const ofANewerApp = anEntry({ state: 'waiting', unreadable: 'newer' });
    expect(summarise([ofANewerApp], true, 0)).toMatchObject({ text: '1 waiting', waiting: 1, needsYou: 0 });
  });

  it('says nothing of what has not been read yet, but that there is no network', () => {
    expect([notReadYet(true).text, notReadYet(false).text]).toEqual(['', 'Offline']);
  });

  it('counts everything that is not sent', () => {
    expect(summarise(entries('waiting', 'sending', 'uploading', 'signIn', 'needsYou', 'done'), true, 0)).toMatchObject({
      waiting: 1,
      sending: 2,
      signIn: 1,
      needsYou: 1,
      total: 5,
      offline: false,
    });
  });
});

describe('what has been settled between two looks', () => {
  it('is told once, with its outcome', () => {
    const [sending, refused] = [anEntry({ state: 'sending' }), anEntry({ state: 'sending' })];
    const after: Entry[] = [
      { ...sending, state: 'done' },
      { ...refused, state: 'needsYou' },
    ];
    expect(settledBetween([sending, refused], after).map(({ entry, outcome }) => [entry.id, outcome])).toEqual([
      [sending.id, 'done'],
      [refused.id, 'refused'],
    ]);
    expect(settledBetween(after, after)).toEqual([]);
  });

  it('is silent about what was settled before this page saw it', () => {
    expect(settledBetween([], [anEntry({ state: 'done' }), anEntry({ state: 'needsYou' })])).toEqual([]);
  });
});
