import { describe, expect, it } from 'vitest';
import {
  ADMIN_STATUSES,
  CANCELLATION_STATUSES,
  FINANCE_STATUSES,
  MANAGER_STATUSES,
  RECORD_KINDS,
} from '#contract/enums.ts';
import { DECIDING_AS, type DecidingAs, type PendingRecord } from '#contract/record.ts';
import { NO_ROLES } from '#data/sessionStore.ts';
import { decidesAnything } from '#domain/deciders.ts';
import { idOfRecord } from '#domain/recordFace.ts';
import { matchesPendingApproval, isPendingApproval, pendingApprovalOrder } from '#domain/pendingApproval.ts';
import { anyConveyance, anyLocal, anyTravel, anyTrip } from '#tests/support/records.ts';
import { fc } from '#tests/support/property.ts';

const as = (capacity: DecidingAs, any: object): PendingRecord => ({ ...any, as: capacity }) as PendingRecord;
const claims = [anyLocal, anyTravel, anyConveyance] as const;

describe('NAV-5 what still waits', () => {
  it('a claim for its manager while it is pending, for finance once that one approved', () => {
    for (const make of claims) {
      for (const managerApprovalStatus of MANAGER_STATUSES) {
        for (const financeApprovalStatus of FINANCE_STATUSES) {
          const any = make({ managerApprovalStatus, financeApprovalStatus });
          const waits = DECIDING_AS.filter((capacity) => isPendingApproval(as(capacity, any)));
          const expected =
            managerApprovalStatus === 'MANAGER_PENDING'
              ? ['manager']
              : managerApprovalStatus === 'MANAGER_APPROVED' && financeApprovalStatus === 'FINANCE_PENDING'
                ? ['finance']
                : [];
          expect([managerApprovalStatus, financeApprovalStatus, waits]).toEqual([
            managerApprovalStatus,
            financeApprovalStatus,
            expected,
          ]);
        }
      }
      expect(DECIDING_AS.filter((capacity) => isPendingApproval(as(capacity, make({ withdrawn: true }))))).toEqual([]);
    }
  });

  it('a trip for its manager, then for an admin, and its cancellation for an admin whenever it is asked for', () => {
    for (const managerApprovalStatus of MANAGER_STATUSES) {
      for (const adminApprovalStatus of ADMIN_STATUSES) {
        for (const cancellationStatus of CANCELLATION_STATUSES) {
          const any = anyTrip({ managerApprovalStatus, adminApprovalStatus, cancellationStatus });
          const living = cancellationStatus !== 'APPROVED';
          const expected = [
            ...(living && managerApprovalStatus === 'MANAGER_PENDING' ? ['manager'] : []),
            ...(living &&
            cancellationStatus !== 'PENDING' &&
            managerApprovalStatus === 'MANAGER_APPROVED' &&
            adminApprovalStatus === 'ADMIN_PENDING'
              ? ['admin']
              : []),
            ...(cancellationStatus === 'PENDING' ? ['cancellation'] : []),
          ];
          expect([any.record, DECIDING_AS.filter((capacity) => isPendingApproval(as(capacity, any)))]).toEqual([
            any.record,
            expected,
          ]);
        }
      }
    }
  });

  it('LIST-7 by kind; an unknown filter finds nothing, and an answer without capacities clears them', () => {
    const trip = as('manager', anyTrip());
    expect(matchesPendingApproval({}, trip)).toBe(true);
    expect(matchesPendingApproval({ RECORD_KIND: [String(RECORD_KINDS.indexOf('trip'))] }, trip)).toBe(true);
    expect(matchesPendingApproval({ RECORD_KIND: [String(RECORD_KINDS.indexOf('conveyance'))] }, trip)).toBe(false);
    expect(matchesPendingApproval({ EMAIL: ['a@b.c'] }, trip)).toBe(false);
    for (const make of [...claims, anyTrip]) expect(matchesPendingApproval({}, make() as PendingRecord)).toBe(false);
  });

  it('oldest first, and in one order whatever order they come in', () => {
    const rows = [3, 1, 2, 2, 2].map((createdAt, n) =>
      as('manager', anyLocal({ createdAt, expenseId: `EXP${9 - n}` })),
    );
    const ids = (list: PendingRecord[]): string[] => list.toSorted(pendingApprovalOrder()).map(idOfRecord);
    expect(ids(rows)).toEqual(['EXP8', 'EXP5', 'EXP6', 'EXP7', 'EXP9']);
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(ids(shuffled)).toEqual(ids(rows));
      }),
    );
  });

  it.each([
    [{ isManager: true }, true],
    [{ isFinance: true }, true],
    [{ isAdmin: true }, true],
    [{ standsInFor: [{ email: 'a@b.c', name: 'A' }] }, true],
    [{ standsInFor: [] }, false],
    [{ isTallyAdmin: true, isCampaign: true, isFinanceDocument: true }, false],
  ])('a person with %o decides something: %s', (roles, expected) => {
    expect(decidesAnything({ ...NO_ROLES, ...roles })).toBe(expected);
  });
});
