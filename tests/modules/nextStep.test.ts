import { describe, expect, it } from 'vitest';
import { nextStepOf } from '#modules/records/RecordHead.tsx';
import { FINANCE_STATUSES } from '#contract/enums.ts';
import type { AnyRecord } from '#contract/record.ts';
import { APPROVED, aConveyance, aLocalExpense, aTravelExpense, PENDING } from '#tests/support/claims.ts';
import { aTrip } from '#tests/support/trips.ts';

const everywhere = () => true;
const finance = { email: 'finance@example.com', roles: { isFinance: true } };
const nobody = { email: 'other@example.com', roles: { isFinance: false } };
const approved = { managerApprovalStatus: APPROVED } as const;
const local = (more = {}): AnyRecord => ({
  kind: 'localExpense',
  record: aLocalExpense({ expenseId: 'EXP1', ...more }),
});

describe('where one goes from a record’s page', () => {
  it.each<[string, AnyRecord, string]>([
    ['a local expense', local(approved), '/view-local/expense?open=EXP1'],
    [
      'a travel claim',
      { kind: 'travelExpense', record: aTravelExpense({ expenseId: 'EXP2', ...approved }) },
      '/view-travel-expense?open=EXP2',
    ],
    [
      'a conveyance claim',
      { kind: 'conveyance', record: aConveyance({ tripId: 'CNV3', ...approved }) },
      '/view-local/conveyance?open=CNV3',
    ],
  ])('NAV-6 FIN-11 finance decides %s in its table', (_, record, to) => {
    expect(nextStepOf(record, finance, everywhere)).toEqual({ label: 'Decide', to });
    expect(nextStepOf(record, nobody, everywhere)).toBeNull();
    expect(nextStepOf(record, finance, () => false)).toBeNull();
  });

  it('FIN-11 but not before its manager, nor what is decided or withdrawn', () => {
    for (const more of [
      { managerApprovalStatus: PENDING },
      { ...approved, financeApprovalStatus: FINANCE_STATUSES[1] },
      { ...approved, withdrawn: true },
    ])
      expect(nextStepOf(local(more), finance, everywhere)).toBeNull();
  });

  it('ACC-6 nobody decides their own, and trips are no business of finance', () => {
    expect(nextStepOf(local({ ...approved, userEmail: 'Finance@example.com' }), finance, everywhere)).toBeNull();
    expect(nextStepOf({ kind: 'trip', record: aTrip({ ...approved }) }, finance, everywhere)).toBeNull();
  });

  it('a manager’s own queue comes first for a person who is both', () => {
    expect(
      nextStepOf(local({ managerApprovalStatus: PENDING, managerEmail: finance.email }), finance, everywhere),
    ).toEqual({ label: 'Decide', to: '/approve-local/expense?open=EXP1' });
  });
});
