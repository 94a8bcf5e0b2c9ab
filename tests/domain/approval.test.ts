import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import {
  afterFinanceDecision,
  afterManagerDecision,
  managerCan,
  mayDecide,
  nothingSelected,
  parseBulkDecision,
  parseManagerDecision,
  parseTripDecision,
} from '#domain/approval.ts';
import { statusOf, UNDECIDED } from '#domain/status.ts';

const { local, conveyance, travel } = PRIMARY_EXPENSE_TYPE;
const kinds = [local, conveyance, travel];

describe('a manager’s decision on a claim', () => {
  test.each([
    ['MGR-3', travel, 'Please enter amount'],
    ['MGR-5', local, 'Please Enter Approved Amount'],
    ['MGR-5', conveyance, 'Please Enter Approved Amount'],
  ] as const)('%s approving kind %d without an amount: %s', (_, kind, message) => {
    for (const body of [
      {},
      null,
      { managerApprovedAmount: null },
      { managerApprovedAmount: '' },
      { managerRemarks: 'ok' },
    ]) {
      expect(parseManagerDecision(kind, true, body, 100)).toEqual({
        ok: false,
        message,
        errors: { managerApprovedAmount: message },
      });
    }
  });

  test.each([
    ['MGR-4', travel, 'Please enter remark and amount'],
    ['MGR-6', local, 'Please enter manager remark'],
    ['MGR-7', conveyance, 'Please enter remark'],
  ] as const)('%s rejecting kind %d without a remark: %s', (_, kind, message) => {
    for (const body of [{}, null, { managerRemarks: '  ' }, { managerRemarks: null, managerApprovedAmount: 50 }]) {
      expect(parseManagerDecision(kind, false, body, 100)).toEqual({
        ok: false,
        message,
        errors: { managerRemarks: message },
      });
    }
  });

  test('MGR-4 the dialog asks for the amount of a rejected travel claim as well, the wire does not', () => {
    const body = { managerRemarks: 'no bill', managerApprovedAmount: '' };
    expect(parseManagerDecision(travel, false, body, 100, true)).toMatchObject({
      ok: false,
      message: 'Please enter remark and amount',
    });
    expect(parseManagerDecision(travel, false, body, 100)).toMatchObject({ ok: true });
    expect(parseManagerDecision(local, false, body, 100, true)).toMatchObject({ ok: true });
  });

  test.each(kinds)('MGR-2 kind %d: more than 0, at most the claim, to the paisa', (kind) => {
    const of = (managerApprovedAmount: unknown) => parseManagerDecision(kind, true, { managerApprovedAmount }, 1_234.5);
    expect(of('1,234.50')).toEqual({ ok: true, value: { paise: 123_450, remarks: null } });
    expect(of(0.01)).toMatchObject({ ok: true, value: { paise: 1 } });
    expect(of(1_234.51)).toMatchObject({ ok: false, message: 'Approved amount cannot be more than the claim amount' });
    expect(of(0)).toMatchObject({ ok: false, message: 'Amount must be more than 0' });
    expect(of(-5).ok).toBe(false);
    expect(of('1e3').ok).toBe(false);
  });

  test('MGR-2 an approved amount is never above the claim and never nothing', () => {
    const paise = fc.integer({ min: 1, max: 9_999_999_999 });
    fc.assert(
      fc.property(paise, paise, (claimed, approved) => {
        const parsed = parseManagerDecision(local, true, { managerApprovedAmount: approved / 100 }, claimed / 100);
        expect(parsed.ok).toBe(approved <= claimed);
        if (parsed.ok) expect(parsed.value.paise).toBe(approved);
      }),
    );
  });

  test.each(kinds)('MGR-2 rejecting kind %d stores 0, whatever amount came along', (kind) => {
    expect(parseManagerDecision(kind, false, { managerRemarks: ' no bill ', managerApprovedAmount: 99 }, 100)).toEqual({
      ok: true,
      value: { paise: 0, remarks: 'no bill' },
    });
  });

  test('REM-1 a remark that cannot be stored is refused on approval too', () => {
    expect(parseManagerDecision(local, true, { managerApprovedAmount: 5, managerRemarks: 'a\0' }, 10)).toMatchObject({
      ok: false,
      errors: { managerRemarks: expect.any(String) },
    });
    expect(parseManagerDecision(local, true, { managerApprovedAmount: 5, managerRemarks: 7 }, 10).ok).toBe(false);
  });

  test('MGR-8 a trip is rejected with a remark, and approved without', () => {
    expect(parseTripDecision(true, {})).toEqual({ ok: true, value: { remarks: null } });
    expect(parseTripDecision(false, { managerRemarks: ' ' })).toMatchObject({
      ok: false,
      message: 'Please add manager remark',
    });
    expect(parseTripDecision(false, { managerRemarks: 'why' })).toMatchObject({ ok: true });
    expect(parseTripDecision(true, { managerRemarks: '\ud800' }).ok).toBe(false);
  });
});

describe('many at once', () => {
  test('MGR-9 nothing selected is said for each direction', () => {
    expect(nothingSelected(true)).toBe('Please select expenses or trips to be approved');
    expect(nothingSelected(false)).toBe('Please select expenses or trips to be rejected');
    expect(parseBulkDecision({ ids: [], approved: true })).toMatchObject({ ok: false, message: nothingSelected(true) });
    expect(parseBulkDecision({ ids: [], approved: false, comments: 'x' })).toMatchObject({
      ok: false,
      message: nothingSelected(false),
    });
  });

  test('MGR-10 rejecting needs a remark, approving none', () => {
    expect(parseBulkDecision({ ids: ['EXP1'], approved: false, comments: '  ' })).toEqual({
      ok: false,
      message: 'Please add remark.',
      errors: { comments: 'Please add remark.' },
    });
    expect(parseBulkDecision({ ids: ['EXP1'], approved: false })).toMatchObject({ message: 'Please add remark.' });
    expect(parseBulkDecision({ ids: ['EXP1'], approved: true })).toEqual({
      ok: true,
      value: { ids: ['EXP1'], comments: null, approved: true, versions: {} },
    });
  });

  test('MGR-11 Z21 the same id counts once; 100 may come, 101 may not', () => {
    const ids = Array.from({ length: 101 }, (_, n) => `EXP${n}`);
    expect(parseBulkDecision({ ids: ['A', 'B', 'A'], approved: true, versions: { A: 3 } })).toMatchObject({
      ok: true,
      value: { ids: ['A', 'B'], versions: { A: 3 } },
    });
    expect(parseBulkDecision({ ids: [...ids.slice(0, 100), 'EXP0'], approved: true }).ok).toBe(true);
    expect(parseBulkDecision({ ids, approved: true })).toMatchObject({
      ok: false,
      errors: { ids: 'At most 100 can be decided at once' },
    });
  });

  test.each([
    [{ ids: '1', approved: true }],
    [{ ids: {}, approved: true }],
    [{ ids: [1], approved: true }],
    [{ ids: [''], approved: true }],
    [{ approved: true }],
    [null],
    [{ ids: ['A'] }],
    [{ ids: ['A'], approved: 'true' }],
    [{ ids: ['A'], approved: true, versions: { A: 'x' } }],
    [{ ids: ['A'], approved: true, versions: [1] }],
    [{ ids: ['A'], approved: true, versions: { A: 1.5 } }],
    [{ ids: ['A'], approved: true, comments: 5 }],
  ])('MGR-11 Z21 %j is refused', (body) => {
    expect(parseBulkDecision(body).ok).toBe(false);
  });
});

describe('who and when', () => {
  test.each([
    ['MANAGER_PENDING', false, true],
    ['MANAGER_PENDING', true, false],
    ['MANAGER_APPROVED', false, false],
    ['MANAGER_REJECT', false, false],
    ['MANAGER_REJECTED', undefined, false],
    ['NO_SHOW', undefined, false],
  ] as const)('MGR-1 %s, withdrawn %s, can be decided: %s', (managerApprovalStatus, withdrawn, can) => {
    const verdict = managerCan.decide({ managerApprovalStatus, withdrawn });
    expect(verdict.ok).toBe(can);
    if (!verdict.ok) expect(verdict.code).toBe('CONFLICT');
  });

  test('ACC-6 Z22 nobody decides their own, not even as manager of record or stand-in', () => {
    for (const facts of [{ managerId: 'm' }, { managerId: 'me' }, { managerId: 'm', standsInFor: ['m'] }]) {
      expect(mayDecide({ actorId: 'me', ownerId: 'me', ...facts })).toEqual({
        ok: false,
        code: 'FORBIDDEN',
        message: 'You cannot decide your own request.',
      });
    }
  });

  test('ACC-7 the manager on record decides, and the stand-in; nobody else', () => {
    expect(mayDecide({ actorId: 'm', ownerId: 'e', managerId: 'm' }).ok).toBe(true);
    expect(mayDecide({ actorId: 's', ownerId: 'e', managerId: 'm', standsInFor: ['m'] }).ok).toBe(true);
    expect(mayDecide({ actorId: 's', ownerId: 'e', managerId: 's', isManager: false, standsInFor: ['m'] }).ok).toBe(
      false,
    );
    for (const facts of [{ managerId: 'm2' }, { managerId: null }, { managerId: 'm2', standsInFor: ['m3'] }]) {
      expect(mayDecide({ actorId: 'm', ownerId: 'e', ...facts })).toMatchObject({ ok: false, code: 'FORBIDDEN' });
    }
  });

  test('STAT-2 a rejection is spelled MANAGER_REJECT on claims and MANAGER_REJECTED on trips', () => {
    expect(kinds.map((kind) => afterManagerDecision(kind, false))).toEqual([
      'MANAGER_REJECT',
      'MANAGER_REJECT',
      'MANAGER_REJECT',
    ]);
    expect(afterManagerDecision('trip', false)).toBe('MANAGER_REJECTED');
    expect([true, false].map(afterFinanceDecision).map(statusOf)).toEqual(['approved', 'rejected']);
    expect(Object.values(UNDECIDED).map(statusOf)).toEqual(['pending', 'pending']);
    expect([...kinds, 'trip' as const].map((kind) => afterManagerDecision(kind, true))).toEqual(
      Array(4).fill('MANAGER_APPROVED'),
    );
  });
});
