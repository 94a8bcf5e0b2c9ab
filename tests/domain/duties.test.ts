import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/error.ts';
import { maySetFor, OWN_MANAGERS_STAND_IN } from '#domain/delegation.ts';
import { dutiesOf, mayTakeNextStep } from '#domain/duties.ts';
import { mayFinance } from '#domain/finance.ts';
import { mayBecomeManagerOf } from '#domain/managers.ts';
import { mayActOnTrip } from '#domain/tripDecision.ts';

const PEOPLE = ['owner', 'first', 'second', 'third'] as const;
const sentenceOf = (verdict: { ok: true } | { ok: false; message: string }): string | null =>
  verdict.ok ? null : verdict.message;

describe('S10 ACC-21 separation of duties', () => {
  const stages = PEOPLE.flatMap((actorId) =>
    [[], [null], ['first'], ['first', 'second'], [null, 'second']].map((decidedBefore) => ({
      actorId,
      ownerId: 'owner',
      decidedBefore,
    })),
  );

  it.each(stages)('$actorId after $decidedBefore', ({ actorId, ownerId, decidedBefore }) => {
    const expected =
      actorId === 'owner'
        ? MESSAGES.ownRequest
        : (decidedBefore as unknown[]).includes(actorId)
          ? MESSAGES.decidedBefore
          : null;
    expect(sentenceOf(mayTakeNextStep({ actorId, ownerId, decidedBefore }))).toBe(expected);
    expect(sentenceOf(mayFinance({ actorId, ownerId, decidedBefore, isFinance: true }))).toBe(expected);
    expect(sentenceOf(mayActOnTrip(actorId, { ownerId, decidedBefore }))).toBe(expected);
    // Who has not the role is told that, of others' requests: it comes before what they did earlier.
    expect(sentenceOf(mayFinance({ actorId, ownerId, decidedBefore, isFinance: false }))).toBe(
      actorId === 'owner' ? MESSAGES.ownRequest : MESSAGES.forbidden,
    );
  });

  it('a client judges by addresses, in capitals or not, and by what the answer tells its reader', () => {
    const judged = (email: string, decidedByYou?: boolean) =>
      sentenceOf(mayTakeNextStep(dutiesOf(email, { userEmail: 'Owner@example.com', decidedByYou })));
    expect([
      judged('owner@EXAMPLE.com'),
      judged('other@example.com'),
      judged('other@example.com', false),
      judged('other@example.com', true),
    ]).toEqual([MESSAGES.ownRequest, null, null, MESSAGES.decidedBefore]);
  });
});

describe('S10 ACC-22 nobody arranges who decides', () => {
  const person = { id: 'person', active: true, isManager: false };
  const managed = (managerId: string, actorId: string, standsInFor: readonly string[] = []) =>
    mayBecomeManagerOf({
      actorId,
      standsInFor,
      person,
      manager: { id: managerId, active: true, isManager: true },
      aboveManager: [],
    });

  it('by a change of managers', () => {
    expect(managed('other', 'admin')).toEqual({ ok: true, value: null });
    expect(managed('admin', 'admin')).toMatchObject({
      errors: { manager: 'You cannot make yourself the manager of somebody else' },
    });
    expect(managed('other', 'admin', ['other'])).toMatchObject({
      errors: { manager: 'You stand in for this manager. Another admin must make the change' },
    });
    expect(managed('other', 'admin', ['another'])).toEqual({ ok: true, value: null });
  });

  it('by a stand-in of the own manager', () => {
    const admin = { id: 'admin', isAdmin: true, managerId: 'boss' };
    expect(sentenceOf(maySetFor(admin, 'boss'))).toBe(OWN_MANAGERS_STAND_IN);
    expect(sentenceOf(maySetFor(admin, 'other'))).toBeNull();
    expect(sentenceOf(maySetFor(admin, 'admin'))).toBeNull();
    expect(sentenceOf(maySetFor({ ...admin, managerId: null }, null))).toBeNull();
    expect(sentenceOf(maySetFor({ id: 'boss', isAdmin: true, managerId: 'boss' }, 'boss'))).toBeNull();
  });
});
