import { expect, it } from 'vitest';
import { differences } from '../server/proofs/soak/ledger.ts';

const row = (expenseId: string, remarks: string, more: object = {}) =>
  ({
    expenseId,
    remarks,
    managerApprovalStatus: 'MANAGER_PENDING',
    financeApprovalStatus: 'FINANCE_PENDING',
    ...more,
  }) as const;

it('the proof `soak` sees a claim that is lost, there twice, or otherwise than it was acknowledged', () => {
  const claims = new Map([
    ['EXP1', { remarks: 'soak-phone-1-1', withdrawn: false }],
    ['EXP2', { remarks: 'soak-phone-1-2 changed 7', withdrawn: true }],
    ['EXP3', { managerApprovalStatus: 'MANAGER_APPROVED' as const }],
  ]);
  const rows = [
    row('EXP1', 'soak-phone-1-1'),
    row('EXP2', 'soak-phone-1-2 changed 7', { withdrawn: true }),
    row('EXP3', 'Taxi', { managerApprovalStatus: 'MANAGER_APPROVED' }),
    row('EXP4', 'Taxi'),
  ];
  expect(differences(claims, rows)).toEqual({ lost: [], doubled: [], other: [] });
  const [, second, third] = rows;
  const wrong = [row('EXP5', 'soak-phone-1-2'), { ...second!, remarks: 'soak-phone-1-2', withdrawn: false }, third!];
  expect(differences(claims, wrong)).toEqual({
    lost: ['EXP1'],
    doubled: ['soak-phone-1-2'],
    other: [
      'EXP2: remarks is soak-phone-1-2 and not soak-phone-1-2 changed 7',
      'EXP2: withdrawn is false and not true',
    ],
  });
});
