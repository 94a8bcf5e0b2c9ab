import { describe, expect, test } from 'vitest';
import { FINANCE_STATUSES, MANAGER_STATUSES, PRIMARY_EXPENSE_TYPE, type PrimaryExpenseType } from '#contract/enums.ts';
import { MESSAGES } from '#contract/error.ts';
import { addDays, millisOfDay, type Day } from '#domain/dates.ts';
import {
  approvalWindow,
  approvalWindowFilter,
  defaultAboveManager,
  defaultsAboveManager,
  financeCan,
  financeDefaultAmount,
  financeDone,
  financeNothingSelected,
  financeVerdictText,
  mayFinance,
  NOT_REVIVED,
  parseFinanceBulk,
  parseFinanceDecision,
  REVIVED,
  SUMMARY_LABELS,
  type SettledState,
} from '#domain/finance.ts';
import { statusOf } from '#domain/status.ts';
import { fc } from '#tests/support/property.ts';

const { local, conveyance, travel } = PRIMARY_EXPENSE_TYPE;
const KINDS: [string, PrimaryExpenseType][] = [
  ['local', local],
  ['conveyance', conveyance],
  ['travel', travel],
];
const CLAIM = { claimAmount: 500, managerApprovedAmount: 400.25 };
const ZONE = 'Asia/Kolkata';

describe('what finance decides', () => {
  test.each(KINDS)('FIN-2 %s: an empty amount is the whole one', (_name, kind) => {
    const whole = kind === conveyance ? 500 : 400.25;
    expect(financeDefaultAmount(kind, CLAIM)).toBe(whole);
    for (const financeApprovedAmount of [undefined, null, '', '  ']) {
      expect(parseFinanceDecision(kind, true, { financeApprovedAmount }, CLAIM)).toEqual({
        ok: true,
        value: { paise: whole * 100, remarks: null },
      });
    }
    for (const body of [undefined, null, 'x', 7, []])
      expect(parseFinanceDecision(kind, true, body, CLAIM)).toMatchObject({ ok: true, value: { paise: whole * 100 } });
  });

  test.each(KINDS)('FIN-3 %s: more than 0, and no more than the whole', (_name, kind) => {
    const whole = kind === conveyance ? 500 : 400.25;
    const most = kind === conveyance ? 'claim amount' : 'manager approved';
    const message = `Approved amount cannot be more than the ${most}`;
    expect(parseFinanceDecision(kind, true, { financeApprovedAmount: whole }, CLAIM)).toMatchObject({
      ok: true,
      value: { paise: whole * 100 },
    });
    expect(parseFinanceDecision(kind, true, { financeApprovedAmount: '0.01' }, CLAIM)).toMatchObject({
      ok: true,
      value: { paise: 1 },
    });
    expect(parseFinanceDecision(kind, true, { financeApprovedAmount: whole + 0.01 }, CLAIM)).toEqual({
      ok: false,
      errors: { financeApprovedAmount: message },
      message,
    });
    for (const wrong of [0, -1, '0', '1e3', 'x', '12.345', Number.NaN, [1], {}])
      expect(parseFinanceDecision(kind, true, { financeApprovedAmount: wrong }, CLAIM)).toMatchObject({
        ok: false,
        errors: { financeApprovedAmount: expect.any(String) },
      });
  });

  test('FIN-3 property: what is approved is above nothing and within the whole, to the paisa', () => {
    const paise = fc.integer({ min: 1, max: 9_999_999_999 });
    fc.assert(
      fc.property(
        paise,
        paise,
        paise,
        fc.constantFrom(...KINDS.map(([, kind]) => kind)),
        (claimed, approved, typed, kind) => {
          const claim = {
            claimAmount: Math.max(claimed, approved) / 100,
            managerApprovedAmount: Math.min(claimed, approved) / 100,
          };
          const most = Math.round(financeDefaultAmount(kind, claim) * 100);
          const parsed = parseFinanceDecision(kind, true, { financeApprovedAmount: typed / 100 }, claim);
          expect(parsed.ok).toBe(typed <= most);
          if (parsed.ok) expect(parsed.value.paise).toBe(typed);
        },
      ),
    );
  });

  test.each(KINDS)('FIN-1 FIN-3 %s: rejected with a remark alone, and of nothing', (_name, kind) => {
    for (const financeRemarks of [undefined, null, '', ' \n\t'])
      expect(parseFinanceDecision(kind, false, { financeRemarks, financeApprovedAmount: 5 }, CLAIM)).toEqual({
        ok: false,
        errors: { financeRemarks: 'Please add remark' },
        message: 'Please add remark',
      });
    expect(
      parseFinanceDecision(kind, false, { financeRemarks: ' No bill ', financeApprovedAmount: 'x' }, CLAIM),
    ).toEqual({ ok: true, value: { paise: 0, remarks: 'No bill' } });
    expect(parseFinanceDecision(kind, true, { financeRemarks: 'x'.repeat(2_001) }, CLAIM)).toMatchObject({
      ok: false,
      errors: { financeRemarks: expect.any(String) },
    });
  });

  test.each(KINDS)('FIN-4 FIN-1 %s: many at once', (_name, kind) => {
    const words = kind === travel ? 'Please select Expenses to be' : 'Please select expenses or trips to be';
    expect([financeNothingSelected(kind, true), financeNothingSelected(kind, false)]).toEqual([
      `${words} approved`,
      `${words} rejected`,
    ]);
    for (const approved of [true, false])
      expect(parseFinanceBulk(kind, { ids: [], approved, comments: 'x' })).toMatchObject({
        ok: false,
        message: financeNothingSelected(kind, approved),
      });
    expect(parseFinanceBulk(kind, { ids: ['EXP1'], approved: false })).toMatchObject({
      ok: false,
      message: 'Please add remark.',
    });
    expect(parseFinanceBulk(kind, { ids: ['EXP1', 'EXP2', 'EXP1'], approved: true })).toEqual({
      ok: true,
      value: { ids: ['EXP1', 'EXP2'], comments: null, approved: true, versions: {} },
    });
  });
});

/** Every state that a claim can be in. */
const STATES: SettledState[] = MANAGER_STATUSES.flatMap((managerApprovalStatus) =>
  FINANCE_STATUSES.flatMap((financeApprovalStatus) =>
    [false, true].flatMap((withdrawn) =>
      [false, true].flatMap((exported) =>
        [null, 1_790_000_000_000].map((paymentDate) => ({
          managerApprovalStatus,
          financeApprovalStatus,
          withdrawn,
          exported,
          paymentDate,
        })),
      ),
    ),
  ),
);

describe('when finance may', () => {
  test('FIN-11 decide: of every combination only what a manager approved and finance has before it', () => {
    const open = STATES.filter((state) => financeCan.decide(state).ok);
    expect(
      new Set(open.map((state) => `${state.managerApprovalStatus} ${state.financeApprovalStatus} ${state.withdrawn}`)),
    ).toEqual(new Set(['MANAGER_APPROVED FINANCE_PENDING false']));
    for (const state of STATES) {
      const verdict = financeCan.decide(state);
      if (verdict.ok) continue;
      expect(verdict.code).toBe('CONFLICT');
      expect(verdict.message).toBe(
        state.withdrawn
          ? 'This request was withdrawn.'
          : state.managerApprovalStatus === 'MANAGER_APPROVED'
            ? 'This request was already decided.'
            : 'This request is not approved by the manager.',
      );
    }
  });

  test('FIN-5 revive: of every combination only what finance decided and is neither exported nor paid', () => {
    for (const state of STATES) {
      const may =
        state.managerApprovalStatus === 'MANAGER_APPROVED' &&
        statusOf(state.financeApprovalStatus) !== 'pending' &&
        !state.withdrawn &&
        !state.exported &&
        state.paymentDate === null;
      expect([state, financeCan.revive(state).ok]).toEqual([state, may]);
    }
  });

  test('FIN-11 FIN-5 nothing can be decided and revived at once', () => {
    for (const state of STATES) expect(financeCan.decide(state).ok && financeCan.revive(state).ok).toBe(false);
  });

  test('ACC-6 never one’s own, and nobody who is not of finance', () => {
    expect(mayFinance({ actorId: 'a', ownerId: 'b', isFinance: true })).toEqual({ ok: true });
    expect(mayFinance({ actorId: 'a', ownerId: 'a', isFinance: true })).toEqual({
      ok: false,
      code: 'FORBIDDEN',
      message: MESSAGES.ownRequest,
    });
    expect(mayFinance({ actorId: 'a', ownerId: 'a', isFinance: false })).toMatchObject({
      message: MESSAGES.ownRequest,
    });
    expect(mayFinance({ actorId: 'a', ownerId: 'b', isFinance: false })).toEqual({
      ok: false,
      code: 'FORBIDDEN',
      message: MESSAGES.forbidden,
    });
  });
});

describe('the approvals that finance looks at', () => {
  test.each<[Day, Day]>([
    ['2026-11-01', '2026-11-10'],
    ['2026-11-10', '2026-11-10'],
    ['2026-11-11', '2026-11-10'],
    ['2026-11-20', '2026-11-10'],
    ['2026-11-21', '2026-11-21'],
    ['2026-11-30', '2026-11-30'],
    ['2026-02-20', '2026-02-10'],
    ['2026-02-21', '2026-02-21'],
    ['2028-02-29', '2028-02-29'],
    ['2026-01-01', '2026-01-10'],
    ['2026-12-31', '2026-12-31'],
  ])('FIN-6 on %s: up to the end of %s, from the very beginning', (today, end) => {
    expect(approvalWindow(today)).toEqual({ start: null, end });
    expect(approvalWindowFilter(today, ZONE)).toEqual(['0', String(millisOfDay(addDays(end, 1), ZONE) - 1)]);
  });
});

describe('what finance’s screens say', () => {
  test('FIN-7 who decided, or a stroke where nobody is named', () => {
    expect(financeVerdictText({ financeApprovalStatus: 'FINANCE_APPROVED', financeName: 'Kavita Iyer' })).toBe(
      'Approved by Kavita Iyer',
    );
    expect(financeVerdictText({ financeApprovalStatus: 'FINANCE_REJECT', financeName: 'Kavita Iyer' })).toBe(
      'Rejected by Kavita Iyer',
    );
    for (const financeName of [null, '', '  '])
      expect(financeVerdictText({ financeApprovalStatus: 'FINANCE_APPROVED', financeName })).toBe('Approved by -');
  });

  test('FIN-17 a default above what the manager approved is marked before it is approved, alone and among many', () => {
    const claim = (claimAmount: number, managerApprovedAmount: number | null) => ({
      claimAmount,
      managerApprovedAmount,
    });
    expect(defaultAboveManager(conveyance, claim(500, 400))).toBe(
      'The manager approved ₹400.00. Without another amount the whole claim of ₹500.00 is approved.',
    );
    for (const fine of [claim(500, 500), claim(500, null)]) expect(defaultAboveManager(conveyance, fine)).toBeNull();
    expect(defaultAboveManager(local, claim(500, 400))).toBeNull();
    expect(defaultsAboveManager(conveyance, [claim(500, 400), claim(90, 90), claim(10.5, 10.4)])).toBe(
      '2 of 3 are approved with the whole claim, ₹100.10 more than the manager approved.',
    );
    expect(defaultsAboveManager(conveyance, [claim(90, 90)])).toBeNull();
  });

  test('FIN-9 FIN-5 FIN-10 toasts and the summary strip', () => {
    expect([financeDone(true), financeDone(false), REVIVED, NOT_REVIVED]).toEqual([
      'Request approved by finance.',
      'Request rejected by finance.',
      'Expense Revived by finance.',
      'Not Authorized',
    ]);
    expect(Object.values(SUMMARY_LABELS)).toEqual([
      'Accepted Count',
      'Accepted Amount',
      'Pending Count',
      'Pending Amount',
    ]);
  });
});
