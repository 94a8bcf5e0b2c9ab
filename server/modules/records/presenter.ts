import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { AnyRecord } from '#contract/record.ts';
import type { RecordRow } from './repository.ts';
import type { Actor } from '#server/platform/http/context.ts';
import { decidedByReader } from '#server/modules/people/index.ts';
import {
  type ClaimRow,
  conveyanceAnswer,
  localExpenseAnswer,
  travelExpenseAnswer,
} from '#server/modules/claims/index.ts';
import { tripAnswer } from '#server/modules/trips/index.ts';

/** A row of whatever kind in the shape of its kind on the wire. */
export function recordAnswer(row: RecordRow, timeZone: string): AnyRecord {
  if (row.trip) return { kind: 'trip', record: tripAnswer(row.trip, timeZone) };
  if (row.claim) return claimAnswer(row.claim, timeZone);
  throw new Error('A record without a row');
}

/** The same for somebody who may have decided a stage of it (ACC-21). */
export function recordAnswerTo(reader: Pick<Actor, 'id'>, row: RecordRow, timeZone: string): AnyRecord {
  const any = recordAnswer(row, timeZone);
  const by = row.trip ?? row.claim;
  return { ...any, record: { ...any.record, ...(by && decidedByReader(reader, by)) } } as AnyRecord;
}

function claimAnswer(claim: ClaimRow, timeZone: string): AnyRecord {
  switch (claim.kind) {
    case PRIMARY_EXPENSE_TYPE.travel:
      return { kind: 'travelExpense', record: travelExpenseAnswer(claim, timeZone) };
    case PRIMARY_EXPENSE_TYPE.conveyance:
      return { kind: 'conveyance', record: conveyanceAnswer(claim, timeZone) };
    default:
      return { kind: 'localExpense', record: localExpenseAnswer(claim, timeZone) };
  }
}

/** Who raised it, and so who answers questions about it. */
export function ownerOf(row: RecordRow): string {
  const owner = (row.claim ?? row.trip)?.owner_id;
  if (owner === undefined) throw new Error('A record without a row');
  return owner;
}
