import { updateConveyance } from '#contract/calls/conveyance.ts';
import type { Conveyance } from '#contract/expense.ts';
import type { Policy } from '#contract/policy.ts';
import type { Submission, FormDraft } from '#data/submit.ts';
import { parseConveyance, type ConveyanceInput } from '#domain/conveyance.ts';
import { dayOf } from '#domain/dates.ts';
import { toRupees, ungroup } from '#domain/money.ts';
import type { ParseResult } from '#domain/verdict.ts';
import type { FormBill } from '#files/bill.ts';
import type { Entry } from '#outbox/entry.ts';
import {
  amountText,
  entryFormBills,
  formBills,
  judgedBills,
  newBills,
  sentBills,
  typed,
  withBillsRead,
} from '#modules/claims/index.ts';
import { conveyanceKind, wayText } from './kind.ts';

/** What of a conveyance claim its owner may change, as typed. */
export interface ConveyanceValues {
  claimAmount: string;
  remarks: string;
  billUrl: readonly FormBill[];
}

export const EDIT_TITLE = 'Edit Local Conveyance';
export const VIEW_TITLE = 'Local Conveyance';
const UPDATED = 'Local conveyance update successfully';

export const EMPTY: ConveyanceValues = { claimAmount: '', remarks: '', billUrl: [] };

export const valuesOf = (row: Conveyance): ConveyanceValues => ({
  claimAmount: amountText(row.claimAmount),
  remarks: row.remarks ?? '',
  billUrl: formBills(row.billUrl),
});

/** What a waiting change says; the bytes of its bills were read from the device. */
export const valuesOfEntry = (entry: Entry, bytes: ReadonlyMap<string, ArrayBuffer>): ConveyanceValues => ({
  claimAmount: amountText(entry.body['claimAmount']),
  remarks: typed(entry.body['remarks']),
  billUrl: entryFormBills(entry, bytes),
});

/** Judges the form by the rule that the server uses; bills on the device count as bills. */
export const parseValues = (tripId: string, values: ConveyanceValues, policy: Policy): ParseResult<ConveyanceInput> =>
  withBillsRead(
    values,
    parseConveyance(
      {
        tripId,
        claimAmount: ungroup(values.claimAmount),
        remarks: values.remarks,
        billUrl: judgedBills(values),
      },
      policy,
    ),
  );

/** A change of a conveyance claim, with the version it was made on (OB-10). */
export function updateCommand(
  row: Conveyance,
  values: ConveyanceValues,
  input: ConveyanceInput,
  context: { timeZone: string; draft: FormDraft },
): Submission {
  return {
    endpoint: updateConveyance,
    body: {
      tripId: row.tripId,
      claimAmount: toRupees(input.paise),
      remarks: input.remarks,
      billUrl: sentBills(values),
    } as object,
    face: {
      title: wayText(row),
      amount: toRupees(input.paise),
      day: dayOf(row.travelDate, context.timeZone),
      ...(input.remarks !== null && { remarks: input.remarks }),
      success: UPDATED,
    },
    bills: newBills(values),
    ifMatch: row.version,
    base: row,
    record: { kind: conveyanceKind.name, id: row.tripId },
    draft: context.draft,
  };
}
