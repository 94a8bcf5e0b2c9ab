import type { AnyRecord } from '#contract/record.ts';
import type { RoleFlags } from '#contract/user.ts';
import { managerCan } from '#domain/approval.ts';
import { localExpenseCan } from '#domain/claim.ts';
import { conveyanceCan } from '#domain/conveyance.ts';
import { dutiesOf } from '#domain/duties.ts';
import { financeCan, mayFinance } from '#domain/finance.ts';
import { endingOf, idOfRecord } from '#domain/recordFace.ts';
import { travelExpenseCan } from '#domain/travelExpense.ts';
import { tripCan } from '#domain/trip.ts';
import { ownAddress, queueAddress, reviewAddress } from '#modules/claims/index.ts';

/** By the rule of its kind. */
function mayEdit(any: AnyRecord): boolean {
  switch (any.kind) {
    case 'trip':
      return tripCan.edit(any.record).ok;
    case 'localExpense':
      return localExpenseCan.edit(any.record).ok;
    case 'travelExpense':
      return travelExpenseCan.edit(any.record).ok;
    case 'conveyance':
      return conveyanceCan.edit(any.record).ok;
  }
}

const same = (a: string | null, b: string): boolean => a !== null && a.toLowerCase() === b.toLowerCase();
const over = (path: string, id: string): string => `${path}?open=${encodeURIComponent(id)}`;

/** Somebody with a role to decide in. */
export interface NextStepper {
  email: string;
  roles: Pick<RoleFlags, 'isFinance'>;
}

/** Where the record can be changed or decided by this person; null when there is nothing to do, or no screen for it. */
export function nextStepOf(
  any: AnyRecord,
  { email, roles }: NextStepper,
  exists: (path: string) => boolean,
): { label: 'Edit' | 'Decide'; to: string } | null {
  const id = idOfRecord(any);
  const { userEmail, managerEmail, managerApprovalStatus } = any.record;
  if (same(userEmail, email))
    return mayEdit(any) && exists(ownAddress(any.kind)) ? { label: 'Edit', to: over(ownAddress(any.kind), id) } : null;
  const decidable = endingOf(any) === null && managerCan.decide({ managerApprovalStatus, withdrawn: false }).ok;
  if (same(managerEmail, email) && decidable && exists(queueAddress(any.kind)))
    return { label: 'Decide', to: over(queueAddress(any.kind), id) };
  const review = reviewAddress(any.kind);
  return any.kind !== 'trip' &&
    roles.isFinance &&
    review !== null &&
    mayFinance({ ...dutiesOf(email, any.record), isFinance: true }).ok &&
    financeCan.decide(any.record).ok &&
    exists(review)
    ? { label: 'Decide', to: over(review, id) }
    : null;
}
