import { describe, expect, test } from 'vitest';
import { addDays, millisOfDay } from '#domain/dates.ts';
import {
  decidedWords,
  endDelegationVerdict,
  hasQueue,
  maySeeDelegation,
  maySetFor,
  overlapOf,
  overlapMessage,
  parseDelegation,
  standInFault,
  stateOfDelegation,
  type Colleague,
} from '#domain/delegation.ts';

const timeZone = 'Asia/Kolkata';
const today = '2026-07-15';
const at = (day: string): number => millisOfDay(day, timeZone);
const read = (changes: Record<string, unknown> = {}) =>
  parseDelegation(
    { standIn: 'peer@example.com', from: at('2026-07-20'), to: at('2026-07-24'), ...changes },
    { today, timeZone },
  );
const somebody = (id: string, changes: Partial<Colleague> = {}): Colleague => ({
  id,
  name: id,
  isManager: true,
  active: true,
  ...changes,
});

describe('what is asked for', () => {
  test('DEL-2 two days, both counted, and somebody; any moment of a day is that day', () => {
    expect(read({ standIn: ' Peer@Example.com ', to: at('2026-07-24') + 3_600_000 })).toEqual({
      ok: true,
      value: { standIn: 'peer@example.com', manager: null, from: '2026-07-20', to: '2026-07-24' },
    });
    expect(read({ from: at(today), to: at(today) }).ok).toBe(true);
    expect(read({ from: at(today), to: at(addDays(today, 89)) }).ok).toBe(true);
  });

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['nobody', { standIn: undefined }, { standIn: 'Please enter who stands in' }],
    ['blanks', { standIn: '  ' }, { standIn: 'Please enter who stands in' }],
    ['no days', { from: undefined, to: 'x' }, { from: 'Please enter the first day', to: 'Please enter the last day' }],
    ['no day at all', { from: Number.MAX_SAFE_INTEGER }, { from: 'Please enter the first day' }],
    ['yesterday', { from: at('2026-07-14') }, { from: 'The first day is in the past' }],
    [
      'next year but one',
      { from: at('2027-07-17'), to: at('2027-07-18') },
      { from: 'The first day is more than a year away' },
    ],
    ['the wrong way round', { to: at('2026-07-19') }, { to: 'The last day is before the first day' }],
    ['91 days', { to: at(addDays('2026-07-20', 90)) }, { to: 'At most 90 days at a time' }],
    ['an empty manager', { manager: ' ' }, { manager: 'Please enter whose queue it is' }],
  ])('DEL-2 %s: said under its field', (_name, changes, errors) => {
    expect(read(changes)).toEqual({ ok: false, errors, message: Object.values(errors)[0] });
  });

  test.each([null, undefined, 7, 'x', []])('DEL-2 a body that is none: %j', (body) => {
    expect(parseDelegation(body, { today, timeZone })).toMatchObject({
      ok: false,
      message: 'Please enter who stands in',
    });
  });
});

describe('who for whom', () => {
  test('DEL-3 the manager for the own queue, an admin for any', () => {
    expect(maySetFor({ id: 'm', isAdmin: false }, 'm').ok).toBe(true);
    expect(maySetFor({ id: 'a', isAdmin: true }, 'm').ok).toBe(true);
    for (const managerId of ['m', null])
      expect(maySetFor({ id: 'e', isAdmin: false }, managerId)).toEqual({
        ok: false,
        code: 'FORBIDDEN',
        message: 'Only the manager or an admin can name a stand-in.',
      });
  });

  test('DEL-4 a manager at work has a queue; the stand-in is another person at work', () => {
    expect(hasQueue(somebody('m')).ok).toBe(true);
    for (const nobody of [null, somebody('m', { isManager: false }), somebody('m', { active: false })])
      expect(hasQueue(nobody)).toMatchObject({ ok: false, message: 'Only a manager has a queue to hand over.' });
    expect(standInFault('m', somebody('m'), somebody('s', { isManager: false }))).toBeNull();
    for (const nobody of [null, somebody('s', { active: false })])
      expect(standInFault('m', somebody('m'), nobody)).toBe('No active employee has this e-mail');
    expect(standInFault('m', somebody('m'), somebody('m'))).toBe('You cannot stand in for yourself');
    expect(standInFault('a', somebody('m'), somebody('m'))).toBe('A manager cannot be their own stand-in');
  });

  test('DEL-5 an admin gives nobody’s queue to themselves', () => {
    expect(standInFault('a', somebody('m'), somebody('a'))).toBe(
      'You cannot make yourself the stand-in of somebody else',
    );
  });

  test('DEL-6 one stand-in at a time; days that touch overlap', () => {
    const others = [
      { from: '2026-07-01', to: '2026-07-10', name: 'Peer' },
      { from: '2026-07-20', to: '2026-07-24', name: 'Other' },
    ];
    const meets = (from: string, to: string): string | undefined => overlapOf({ from, to }, others)?.name;
    expect([
      meets('2026-07-10', '2026-07-10'),
      meets('2026-07-24', '2026-07-30'),
      meets('2026-06-01', '2026-08-01'),
      meets('2026-07-21', '2026-07-22'),
    ]).toEqual(['Peer', 'Other', 'Peer', 'Other']);
    expect([meets('2026-07-11', '2026-07-19'), meets('2026-07-25', '2026-07-25')]).toEqual([undefined, undefined]);
    expect(overlapMessage({ from: '2026-07-20', to: '2026-07-24', name: 'Other' })).toBe(
      'Other stands in from 20-07-2026 to 24-07-2026. End that first, or choose other days.',
    );
  });
});

describe('while it runs', () => {
  test('DEL-1 from its first day to its last; ended, never', () => {
    const on = (day: string, endedAt: number | null = null) =>
      stateOfDelegation({ from: '2026-07-20', to: '2026-07-24', endedAt }, day);
    expect([on('2026-07-19'), on('2026-07-20'), on('2026-07-24'), on('2026-07-25')]).toEqual([
      'planned',
      'running',
      'running',
      'over',
    ]);
    expect([on('2026-07-19', 1), on('2026-07-22', 1), on('2026-07-25', 1)]).toEqual(['ended', 'ended', 'ended']);
  });

  test('DEL-8 the two of them and admins know of it and may end it, while there is something to end', () => {
    const parties = { managerId: 'm', standInId: 's' };
    const who = ['m', 's', 'e', 'a'].filter((id) => maySeeDelegation({ id, isAdmin: id === 'a' }, parties));
    expect(who).toEqual(['m', 's', 'a']);
    expect([endDelegationVerdict('planned').ok, endDelegationVerdict('running').ok]).toEqual([true, true]);
    expect(endDelegationVerdict('over')).toEqual({ ok: false, code: 'CONFLICT', message: 'Its last day is past.' });
    expect(endDelegationVerdict('ended')).toEqual({ ok: false, code: 'CONFLICT', message: 'This was ended already.' });
  });

  test('ACC-18 the record says by whom for whom', () => {
    expect(decidedWords('Asha Rao', 'Ravi Menon')).toBe('by Asha Rao for Ravi Menon');
    expect(decidedWords('Ravi Menon', null)).toBe('by Ravi Menon');
  });
});
