import { describe, expect, test } from 'vitest';
import type { Policy } from '#contract/policy.ts';
import { millisOfDay } from '#domain/dates.ts';
import { SPECIFICATION } from '#domain/policyVersions.ts';
import { judgePolicy, parsePolicy } from '#domain/policyParsing.ts';
import { policyChanges } from '#domain/policyWords.ts';
import { fc } from '#tests/support/property.ts';

const ZONE = 'Asia/Kolkata';
const TODAY = '2026-07-15';
const at = (day: string): number => millisOfDay(day, ZONE);
const some = (changes: Partial<Policy>): Policy => ({ ...SPECIFICATION, ...changes });

describe('POL-8 what is wrong with a policy', () => {
  const daily = { what: 'FOOD', grade: null, tier: null, amount: 100, over: 'REFUSE' } as const;

  test.each<[Partial<Policy>, string, string]>([
    [{ food: { amount: 0, over: 'WARN' } }, 'food.amount', 'Amount must be more than 0'],
    [{ reach: { days: 0, over: 'WARN', yearOpenUntil: 6 } }, 'reach.days', 'Days must be from 1 to 730'],
    ...[0, 13].map((month): [Partial<Policy>, string, string] => [
      { reach: { days: 90, over: 'WARN', yearOpenUntil: month, yearFrom: 4 } },
      'reach.yearOpenUntil',
      'Please choose a month',
    ]),
    [
      { reach: { days: 90, over: 'WARN', yearOpenUntil: null, yearFrom: 13 } },
      'reach.yearFrom',
      'Please choose a month',
    ],
    [{ bill: { least: 10.123, without: 'WARN' } }, 'bill.least', 'Amount cannot have more than two decimals'],
    [
      {
        largest: { amount: 100, over: 'WARN' },
        bill: { least: 200, without: 'WARN' },
        food: { amount: null, over: 'WARN' },
      },
      'bill.least',
      'No claim can be that large: at most ₹100.00',
    ],
    [{ types: [{ name: ' food', as: 'OTHER' }] }, 'types.0.name', 'food is a type already'],
    [
      {
        types: [
          { name: 'Toll', as: 'OTHER' },
          { name: 'TOLL', as: 'OTHERS' },
        ],
      },
      'types.1.name',
      'This expense type stands in the list twice',
    ],
    [{ tiers: { X: ['Pune'], Y: ['pune'] } }, 'tiers.Y', 'pune is in tier X and in tier Y'],
    [{ tiers: { X: ['Pune', 'pune '], Y: [] } }, 'tiers.X', 'pune  stands in the list twice'],
    [{ daily: [{ ...daily, tier: 'X' }] }, 'daily.0.tier', 'No city is in tier X'],
    [
      { daily: [daily, { ...daily, amount: 200 }] },
      'daily.1.what',
      'There is a limit for the same grade and tier already',
    ],
    [{ holidays: [{ on: '02-30', name: 'No day' }] }, 'holidays.0.on', 'Please enter the day of the holiday'],
    [
      {
        holidays: [
          { on: '02-29', name: 'Leap' },
          { on: '02-29', name: 'Again' },
        ],
      },
      'holidays.1.on',
      'This day stands in the list twice',
    ],
  ])('%j: at %s', (changes, field, message) => {
    expect(judgePolicy(some(changes))).toEqual({ [field]: message });
  });

  test('a document of another shape, or too long a one, is refused', () => {
    const parse = (policy: unknown) =>
      parsePolicy({ effectiveFrom: at(TODAY), policy }, { today: TODAY, timeZone: ZONE });
    expect(parse({ food: 7 })).toMatchObject({ errors: { policy: 'The policy cannot be read' } });
    const cities = (n: number) => Array.from({ length: 300 }, (_, at_) => `${'क'.repeat(40)} ${n} ${at_}`);
    expect(parse(some({ tiers: { X: cities(1), Y: cities(2) } })).ok).toBe(false);
  });

  test('property: what parses judges clean, and its lines differ from another’s only where it does', () => {
    const amount = fc.integer({ min: 1, max: 99_999 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 700 }), (car, food, days) => {
        const policy = some({
          rates: { SELF_CAR: car, SELF_BIKE: 5 },
          food: { amount: food, over: 'WARN' },
          reach: { days, over: 'WARN', yearOpenUntil: 6 },
        });
        const parsed = parsePolicy({ effectiveFrom: at(TODAY), policy }, { today: TODAY, timeZone: ZONE });
        expect(parsed).toEqual({ ok: true, value: { effectiveFrom: TODAY, policy } });
        expect(policyChanges(policy, policy)).toEqual([]);
        const changed = policyChanges(SPECIFICATION, policy).map(({ field }) => field);
        expect(changed).toEqual(['Food of a day', 'Window', ...(car === 12 ? [] : ['A kilometre by own car'])]);
      }),
    );
  });
});
