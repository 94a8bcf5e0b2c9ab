import * as z from 'zod/mini';
import {
  CANCELLATION_STATUSES,
  CONVEYANCE_TYPES,
  FINANCE_STATUSES,
  LOCAL_EXPENSE_TYPES,
  MANAGER_STATUSES,
  TRAVEL_EXPENSE_TYPES,
} from './enums.ts';
import {
  amountInput,
  cutStamp,
  dayMillis,
  document,
  documentInput,
  duplicate,
  moment,
  recordStamp,
  rupees,
  savedStamp,
} from './fields.ts';
import { NO_BILL, NO_CLAIM_AMOUNT, NO_REMARK } from './limits.ts';
import { billReading, billReadingInput } from './reading.ts';

/** Local expenses and travel claims. Conveyance: conveyance.ts. */

/** What an approver's list knows of the one who claims, for the warnings (MGR-26). Rupees. */
/** Rupees, and of how many claims. */
const amountOf = z.object({ amount: rupees, of: z.int() });

const claimSignals = z.object({
  /** Of a FOOD claim: what this person claims for food on that day besides, over all trips. */
  otherFood: z.optional(rupees),
  /** The middle of what was approved last of this person's claims of this kind and type, and of how many. */
  usual: z.optional(amountOf),
  /**
   * Of conveyance: what this person claims for conveyance on that day besides, and whether one of them has the same
   * route: of a sales trip, on travel claims and for that route; on a travel claim, for sales trips (DOC-25).
   */
  otherConveyance: z.optional(amountOf),
  sameRoute: z.optional(z.boolean()),
  /** What the policy of its day says, where that is not the specification's (POL-7). */
  policy: z.optional(z.object({ foodLimit: z.nullable(rupees), holiday: z.nullable(z.string()) })),
});
export type ClaimSignals = z.infer<typeof claimSignals>;

/** A bill of a claim, with what was read off it where a device said so. */
const claimBill = z.object({ ...document.shape, reading: z.optional(billReading) });
export type ClaimBill = z.infer<typeof claimBill>;

const claimCommon = {
  expenseId: z.string(),
  userEmail: z.string(),
  employeeName: z.string(),
  employeeCode: z.string(),
  managerEmail: z.nullable(z.string()),
  expenseDate: dayMillis,
  claimAmount: rupees,
  remarks: z.nullable(z.string()),
  billUrl: z.array(claimBill),
  managerApprovalStatus: z.enum(MANAGER_STATUSES),
  managerApprovedAmount: z.nullable(rupees),
  managerRemarks: z.nullable(z.string()),
  managerApprovalDate: z.nullable(moment),
  managerName: z.nullable(z.string()),
  /** The stand-in who decided for the manager of record, if one did. */
  decidedBy: z.optional(z.nullable(z.string())),
  /** The reader decided a stage of it, in whosever name; absent otherwise. Only lists and the record page say it. */
  decidedByYou: z.optional(z.boolean()),
  financeApprovalStatus: z.enum(FINANCE_STATUSES),
  financeApprovedAmount: z.nullable(rupees),
  financeRemarks: z.nullable(z.string()),
  financeApprovalDate: z.nullable(moment),
  financeName: z.nullable(z.string()),
  withdrawn: z.optional(z.boolean()),
  /** Left for the accounts in a Tally batch that was exported or posted. */
  exported: z.optional(z.boolean()),
  paymentDate: z.optional(z.nullable(dayMillis)),
  paidAmount: z.optional(z.nullable(rupees)),
  paymentReference: z.optional(z.nullable(z.string())),
  creationDate: moment,
  claimDate: moment,
  /**
   * At most MAX_LISTED_INSIDE, those the reader may see first; `duplicates` says how many there are where there are
   * more, up to MAX_COUNTED_INSIDE + 1.
   */
  duplicateOf: z.optional(z.array(duplicate)),
  duplicates: z.optional(z.int()),
  /** How many of those that are counted are not of the same file; absent where there are none. */
  duplicatesBy: z.optional(
    z.object({
      invoice: z.optional(z.int()),
      number: z.optional(z.int()),
      payment: z.optional(z.int()),
      paper: z.optional(z.int()),
    }),
  ),
  facts: z.optional(claimSignals),
  /** The further type of the policy that it was filed as; its own type is the one that this counts as (POL-5). */
  furtherType: z.optional(z.string()),
  /** What the policy warned of when it was filed or changed (POL-2). */
  policyWarning: z.optional(z.string()),
  ...recordStamp,
  ...savedStamp,
  ...cutStamp,
};

export const localExpense = z.object({ ...claimCommon, localExpenseType: z.enum(LOCAL_EXPENSE_TYPES) });
export type LocalExpense = z.infer<typeof localExpense>;

export const travelExpense = z.object({
  ...claimCommon,
  tripId: z.string(),
  travelExpenseType: z.enum(TRAVEL_EXPENSE_TYPES),
  startDate: z.optional(dayMillis),
  endDate: z.optional(dayMillis),
  fromLocation: z.optional(z.nullable(z.string())),
  travelLocation: z.optional(z.nullable(z.string())),
  baseLocation: z.optional(z.nullable(z.string())),
});
export type TravelExpense = z.infer<typeof travelExpense>;

/** Judged by `parseAmount` of the domain. */
const claimAmount = z.union([z.number(), z.string()], { error: NO_CLAIM_AMOUNT });

const NO_TYPE = 'Please select expense type';
/** One of the policy of that day, which counts as the type beside it; whether it is one is for the domain to say. */
const furtherType = z.optional(z.nullable(z.string({ error: NO_TYPE })));
/** What was read off the bills. A bill that is on the claim already keeps its reading where none is sent. */
const readings = z.optional(z.array(billReadingInput));

/**
 * Bodies as sent. A wrong field carries the form's own message, so that the client's form and the server say the same
 * (LOC-2, WIRE-7); what a schema cannot know (today, the limits of the day) is added by the domain.
 */
export const localExpenseBody = z.object({
  localExpenseType: z.enum(LOCAL_EXPENSE_TYPES, { error: NO_TYPE }),
  furtherType,
  expenseDate: z.int({ error: 'Please enter expense date' }),
  claimAmount,
  remarks: z.string({ error: NO_REMARK }),
  billUrl: z.array(documentInput, { error: NO_BILL }),
  readings,
});

export const travelExpenseBody = z.object({
  expenseDate: z.int({ error: 'expense date is mandatory!' }),
  travelExpenseType: z.enum(TRAVEL_EXPENSE_TYPES, { error: NO_TYPE }),
  furtherType,
  claimAmount,
  remarks: z.string({ error: 'Please enter reason for travel' }),
  billUrl: z.array(documentInput, { error: 'Please upload bills' }),
  readings,
});

/** A trip with its days, on the employee's travel-expense list. */
export const tripWithClaims = z.object({
  tripId: z.string(),
  startDate: dayMillis,
  endDate: dayMillis,
  fromLocation: z.string(),
  toLocation: z.string(),
  managerApprovalStatus: z.enum(MANAGER_STATUSES),
  adminApprovalStatus: z.string(),
  cancellationStatus: z.optional(z.enum(CANCELLATION_STATUSES)),
  dateResponseList: z.array(z.object({ expenseDate: dayMillis, travelExpenses: z.array(travelExpense) })),
  /**
   * Not all of its claims are told: the page has no room for them. They stand in `list`, page by page. Days without a
   * claim are left out then.
   */
  ...cutStamp,
});
export type TripWithClaims = z.infer<typeof tripWithClaims>;

/** A conveyance claim that the sales app made. */
export const conveyance = z.object({
  ...claimCommon,
  expenseId: z.optional(z.string()),
  tripId: z.string(),
  travelDate: dayMillis,
  clientName: z.string(),
  fromLocation: z.string(),
  toLocation: z.string(),
  conveyanceType: z.enum(CONVEYANCE_TYPES),
  distanceTravelled: z.number(),
  reimbursementLimit: z.nullable(rupees),
  expenseDate: z.optional(dayMillis),
});
export type Conveyance = z.infer<typeof conveyance>;

export const conveyanceBody = z.object({
  tripId: z.string({ error: 'tripId is missing.' }),
  claimAmount,
  remarks: z.optional(z.nullable(z.string())),
  billUrl: z.array(documentInput, { error: NO_BILL }),
});

/** One row of the sales app's intake (CNV-4). */
export const intakeRow = z.object({
  externalId: z.string(),
  employeeEmail: z.string(),
  clientName: z.string(),
  fromLocation: z.string(),
  toLocation: z.string(),
  travelDate: dayMillis,
  conveyanceType: z.enum(CONVEYANCE_TYPES),
  distanceTravelled: z.number(),
  claimAmount: z.optional(amountInput),
  remarks: z.optional(z.string()),
});

/** What became of each row: taken now or before, or refused with the reason. `row` counts from 0. */
export const intakeResult = z.object({
  done: z.array(z.object({ externalId: z.string(), tripId: z.string() })),
  refused: z.array(
    z.object({ row: z.int(), externalId: z.optional(z.string()), code: z.string(), message: z.string() }),
  ),
});
export type IntakeResult = z.infer<typeof intakeResult>;
