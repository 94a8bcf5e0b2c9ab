/** What all kinds of claim share: rows, search, totals, edits. */

export { refusalOfItem, sortOut } from './bulk.ts';
export {
  answerOf,
  billsFor,
  billsOf,
  claimAudit,
  assertVersion,
  loggedBackdating,
  makeOnce,
  newClaim,
  ownersAudit,
  updateClaim,
  withdrawClaim,
  written,
} from './commands.ts';
export { type ClaimDefinition, stateOf } from './kind.ts';
export { assertVisibleClaim, maySeeClaim, maySeeClaimBelow } from './policy.ts';
export {
  claimSnapshot,
  conveyanceAnswer,
  type ConveyanceDetails,
  claimSignalsAnswer,
  localExpenseAnswer,
  travelExpenseAnswer,
} from './presenter.ts';
export { readColumns, type Readings, readingsOf } from './readings.ts';
export { belowFor, duplicatesAnswer, listClaims, listOfPerson } from './queries.ts';
export {
  claimById,
  type ClaimChanges,
  type ClaimRow,
  claimsWherever,
  decidePendingClaims,
  type FinanceDecisionColumns,
  insertBills,
  type NewClaim,
  settlePendingClaims,
  type TripOfClaim,
  UNTOUCHED,
  updateJudgedClaim,
  wholeColumn,
  wideColumns,
  wideJoins,
} from './repository/claims.ts';
export { APPROVED, type ClaimSearch, dateConditions, NEWEST, ownerConditions } from './repository/conditions.ts';
export { claimSignalsOf, otherOfDay } from './repository/claimSignals.ts';
export { type DuplicateRow, duplicatesOf } from './repository/sameBills.ts';
export { usedBillCalls } from './usedBills.ts';
export { judgeUnknownCodes } from './unknownCodes.ts';
