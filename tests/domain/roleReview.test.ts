import { describe, expect, test } from 'vitest';
import { beginsReview, monthOf, monthWords, MOST_NAMED, roleCounts, roleReviewMail } from '#domain/roleReview.ts';

describe('ORG-40 when a review begins', () => {
  test.each([
    ['2026-07-01', null, true],
    ['2026-07-02', null, false],
    ['2026-07-31', null, false],
    ['2026-07-01', '2026-06', true],
    ['2026-07-01', '2026-07', false],
    ['2026-07-15', '2026-06', true],
    ['2026-07-15', '2026-07', false],
    ['2027-01-03', '2026-12', true],
    // A clock that was set back.
    ['2026-06-01', '2026-07', false],
  ])('%s, the newest being of %s: %s', (today, latest, begins) => {
    expect(beginsReview(today, latest)).toBe(begins);
  });

  test('a month is named and read as people say it', () => {
    expect([monthOf('2026-07-31'), monthWords('2026-07'), monthWords('2027-01')]).toEqual([
      '2026-07',
      'July 2026',
      'January 2027',
    ]);
  });
});

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `P${n}`, name: `Person ${n}`, roles: ['manager'] as const }));

describe('ORG-40 what is told', () => {
  test('roles are counted in their order, those that nobody has are left out', () => {
    const holders = [
      { id: '1', name: 'A', roles: ['orgAdmin', 'manager'] as const },
      { id: '2', name: 'B', roles: ['manager'] as const },
    ];
    expect(roleCounts(holders)).toEqual([
      { role: 'manager', people: 2 },
      { role: 'orgAdmin', people: 1 },
    ]);
  });

  test('the mail names at most a hundred, and says how many more there are', () => {
    const mailOf = (count: number) =>
      roleReviewMail({ month: '2026-07', organisation: 'Acme', address: 'https://k.example', holders: people(count) });
    expect(mailOf(1)).toEqual({
      subject: 'Roles at Acme, July 2026',
      text:
        'Please look through who has which role at Acme, and confirm it here:\nhttps://k.example/people\n\n' +
        'Manager: 1\n\nPerson 0: Manager',
    });
    expect(mailOf(MOST_NAMED).text).toContain('Person 99: Manager');
    expect(mailOf(MOST_NAMED).text).not.toContain('more');
    expect(mailOf(20_000).text.endsWith('Person 99: Manager\nand 19900 more')).toBe(true);
  });
});
