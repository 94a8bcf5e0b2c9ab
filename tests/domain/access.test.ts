import { describe, expect, test } from 'vitest';
import type { Role } from '#contract/enums.ts';
import {
  claimVisibility,
  isReadOnly,
  mayActAs,
  mayChange,
  mayListAll,
  mayListOf,
  mayListQueueOf,
  mayLookUpPeople,
  mayManageOrganisation,
  mayReadExceptionalDate,
  tripVisibility,
  type Viewer,
} from '#domain/access.ts';

// e reports to m, m to d. m2 is a manager elsewhere. s stands in for m today.
const person = (id: string, ...roles: Role[]): Viewer => ({ id, roles });
const e = person('e');
const peer = person('e2');
const m = person('m', 'manager');
const d = person('d', 'manager');
const m2 = person('m2', 'manager');
const s: Viewer = { id: 's', roles: [], standsInFor: ['m'] };
const finance = person('f', 'finance');
const admin = person('a', 'admin');
const papers = person('fd', 'financeDocument');
const tally = person('t', 'tallyAdmin');
const orgAdmin = person('o', 'orgAdmin');
const campaign = person('c', 'campaign', 'campaignManager', 'caseManagement');
const demoted = person('m');
const everybody = { e, peer, m, d, m2, s, finance, admin, papers, tally, orgAdmin, campaign, demoted };
type Name = keyof typeof everybody;
const lineAbove = ['m', 'd'];
const who = (may: (viewer: Viewer) => boolean): Name[] =>
  (Object.keys(everybody) as Name[]).filter((name) => may(everybody[name]));

describe('who may see what', () => {
  test('ACC-1 ACC-2 ACC-3 a claim nobody approved: its owner, the managers above, the stand-in', () => {
    expect(
      who((viewer) => claimVisibility(viewer, { ownerId: 'e', managerId: 'm', managerApproved: false }, lineAbove)),
    ).toEqual(['e', 'm', 'd', 's']);
  });

  test('ACC-4 a claim that a manager approved: finance as well', () => {
    expect(
      who((viewer) => claimVisibility(viewer, { ownerId: 'e', managerId: 'm', managerApproved: true }, lineAbove)),
    ).toEqual(['e', 'm', 'd', 's', 'finance']);
  });

  test('ACC-2 the manager on record keeps seeing it after the employee has moved to another line', () => {
    const claim = { ownerId: 'e', managerId: 'm2', managerApproved: false };
    expect(who((viewer) => claimVisibility(viewer, claim, lineAbove))).toEqual(['e', 'm', 'd', 'm2']);
    expect(who((viewer) => claimVisibility(viewer, { ...claim, managerId: null }, []))).toEqual(['e']);
  });

  test('ACC-5 trips: admins, and not finance', () => {
    expect(who((viewer) => tripVisibility(viewer, { ownerId: 'e', managerId: 'm' }, lineAbove))).toEqual([
      'e',
      'm',
      'd',
      's',
      'admin',
    ]);
    expect(who((viewer) => tripVisibility(viewer, { ownerId: 'e', managerId: null }, []))).toEqual(['e', 'admin']);
  });
});

describe('whose screen', () => {
  const target = { id: 'e', lineAbove };

  test('ACC-9 Z19 others’ own lists: the line above, finance for claims, admins for trips, no stand-in', () => {
    expect(who((viewer) => mayListOf(viewer, target, 'claims').ok)).toEqual(['e', 'm', 'd', 'finance']);
    expect(who((viewer) => mayListOf(viewer, target, 'trips').ok)).toEqual(['e', 'm', 'd', 'admin']);
  });

  test('ACC-10 Z19 somebody’s queue: that manager, the line above, the stand-in', () => {
    expect(who((viewer) => mayListQueueOf(viewer, { id: 'm', lineAbove: ['d'] }).ok)).toEqual(['m', 'd', 's']);
    // The queue of those who report to that manager is not the stand-in's.
    expect(who((viewer) => mayListQueueOf(viewer, { id: 'm3', lineAbove: ['m', 'd'] }).ok)).toEqual(['m', 'd']);
  });

  test('ACC-9 Z19 an unknown person is refused to everybody in the same words as a forbidden one', () => {
    const unknown = { id: null, lineAbove: [] };
    const refusal = mayListOf(peer, target, 'claims');
    expect(refusal).toEqual({
      ok: false,
      code: 'FORBIDDEN',
      message: 'You do not have permission to access this page.',
    });
    for (const viewer of Object.values(everybody)) {
      expect(mayListOf(viewer, unknown, 'claims')).toEqual(refusal);
      expect(mayListQueueOf(viewer, unknown)).toEqual(refusal);
      expect(mayReadExceptionalDate(viewer, unknown)).toEqual(refusal);
    }
  });

  test('ACC-4 ACC-5 lists of everybody', () => {
    expect(who((viewer) => mayListAll(viewer, 'claims').ok)).toEqual(['finance']);
    expect(who((viewer) => mayListAll(viewer, 'trips').ok)).toEqual(['admin']);
  });

  test('ACC-8 Z26 directory look-ups are for approvers, finance and admin', () => {
    expect(who((viewer) => mayLookUpPeople(viewer).ok)).toEqual(['m', 'd', 'm2', 's', 'finance', 'admin']);
  });

  test('ACC-11 the exceptional date: the person, the line above, finance, admin', () => {
    expect(who((viewer) => mayReadExceptionalDate(viewer, target).ok)).toEqual(['e', 'm', 'd', 'finance', 'admin']);
  });

  test('ACC-12 Z17 an e-mail parameter names the signed-in person, whatever the case', () => {
    expect(mayActAs('e@example.com', undefined).ok).toBe(true);
    expect(mayActAs('e@example.com', 'E@Example.com').ok).toBe(true);
    for (const other of ['x@example.com', '', 'e@example.com ', 'e@example.com|x@example.com'])
      expect(mayActAs('e@example.com', other)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
  });

  test('ACC-1 only its owner changes a claim; another’s screen is read-only', () => {
    expect(who((viewer) => mayChange(viewer, { ownerId: 'e' }).ok)).toEqual(['e']);
    expect(isReadOnly('m', 'e')).toBe(true);
    expect(isReadOnly('e', 'e')).toBe(false);
    expect(isReadOnly('e@example.com', 'E@Example.com')).toBe(false);
  });

  test('ACC-3 ACC-10 a queue is not read-only for its manager’s stand-in; an employee’s screen is', () => {
    expect(isReadOnly('s@example.com', 'M@example.com', { queue: true, standsInFor: ['m@example.com'] })).toBe(false);
    expect(isReadOnly('s@example.com', 'm@example.com', { queue: false, standsInFor: ['m@example.com'] })).toBe(true);
    expect(isReadOnly('s@example.com', 'm2@example.com', { queue: true, standsInFor: ['m@example.com'] })).toBe(true);
  });
});

test('ORG-1: the organisation is kept by its admins alone, who see nobody’s claims by that', () => {
  expect(who((viewer) => mayManageOrganisation(viewer).ok)).toEqual(['orgAdmin']);
});
