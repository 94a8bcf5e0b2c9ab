import * as z from 'zod/mini';
import {
  CONVEYANCE_TYPES,
  LOCAL_EXPENSE_TYPES,
  PRIMARY_EXPENSE_TYPE,
  TALLY_STATUSES,
  TRAVEL_EXPENSE_TYPES,
} from './enums.ts';
import { dayMillis, moment, recordStamp, rupees } from './fields.ts';

/**
 * What goes to the accounts: batches of vouchers, one voucher a claim, and the names that Tally knows their ledgers by.
 */

export type TallyStatus = (typeof TALLY_STATUSES)[number];
const tallyStatus = z.enum(TALLY_STATUSES);
/** primaryExpenseType: 0 local, 1 conveyance, 2 travel. */
const kind = z.literal(Object.values(PRIMARY_EXPENSE_TYPE));
const by = z.object({ email: z.string(), name: z.string() });

/** Made of claims that were chosen on the screen, or of an expense sheet (PAY-1). */
export const TALLY_SOURCES = ['SCREEN', 'SHEET'] as const;

/** A batch. Its status follows from its vouchers': FAILED as soon as one is, POSTED when all are. */
export const tallyBatch = z.object({
  batchId: z.string(),
  /** Null where its claims are of several kinds, and while it has none. */
  kind: z.nullable(kind),
  /** The first and the last voucher's day, which is the one of finance's approval; null while there is no voucher. */
  from: z.nullable(dayMillis),
  to: z.nullable(dayMillis),
  vouchers: z.int(),
  posted: z.int(),
  failed: z.int(),
  /** What the vouchers add up to. */
  amount: rupees,
  status: tallyStatus,
  source: z.enum(TALLY_SOURCES),
  createdBy: by,
  /** The last time its file went out. */
  exportedAt: z.nullable(moment),
  exportedBy: z.nullable(by),
  /** Of the person who reads it, as things stand. */
  mayExport: z.boolean(),
  mayMark: z.boolean(),
  mayRelease: z.boolean(),
  ...recordStamp,
});
export type TallyBatch = z.infer<typeof tallyBatch>;

const claimed = {
  /** `EXP…`, of conveyance `CNV…`. */
  expenseId: z.string(),
  kind,
  /** MOBILE_BILL, FOOD, CAB … */
  type: z.string(),
  employeeName: z.string(),
  employeeCode: z.string(),
  employeeEmail: z.string(),
  expenseDate: dayMillis,
  /** What finance approved. */
  amount: rupees,
  /** Debited; the payable ledger of the mapping is credited. */
  ledger: z.string(),
  costCentre: z.string(),
  narration: z.string(),
};

/** A claim that finance approved and that is in no batch, as its voucher would read. */
export const tallyCandidate = z.object({ ...claimed, financeApprovalDate: moment });
export type TallyCandidate = z.infer<typeof tallyCandidate>;

/** One voucher of a batch. `reason`: why Tally did not take it. */
export const tallyVoucher = z.object({
  ...claimed,
  voucherDate: dayMillis,
  creditLedger: z.string(),
  status: tallyStatus,
  reason: z.nullable(z.string()),
  mayRelease: z.boolean(),
});
export type TallyVoucher = z.infer<typeof tallyVoucher>;

/** The claims of `ids`, or all that `filters` of the candidates' list select, at most MAX_BATCH_VOUCHERS. */
export const tallyBatchBody = z.object({
  ids: z.optional(z.array(z.string())),
  filters: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type TallyBatchBody = z.infer<typeof tallyBatchBody>;

const refusals = z.array(z.object({ id: z.string(), code: z.string(), message: z.string() }));

/** `batch` is null where nothing could be taken. */
export const tallyBatchMade = z.object({ batch: z.nullable(tallyBatch), done: z.array(z.string()), refused: refusals });
export type TallyBatchMade = z.infer<typeof tallyBatchMade>;

/**
 * Of `ids` (expense ids), or of every voucher that can be marked; what is posted fails by its id alone. Failed needs a
 * reason.
 */
export const tallyMarkBody = z.object({
  ids: z.optional(z.nullable(z.array(z.string()))),
  posted: z.boolean({ error: 'Please choose posted or failed' }),
  reason: z.optional(z.nullable(z.string())),
});
/** Said where no voucher is named. */
export const NO_VOUCHERS = 'Please select vouchers';
export const tallyReleaseBody = z.object({ ids: z.array(z.string(), { error: NO_VOUCHERS }) });
/** What became of each voucher that was named; `batch` as it is now. */
export const tallyChanged = z.object({ batch: tallyBatch, done: z.array(z.string()), refused: refusals });
export type TallyChanged = z.infer<typeof tallyChanged>;

/** What Tally's answer came to. `unclear`: vouchers that it says nothing certain of; they are to be marked by hand. */
export const tallyAnswered = z.object({
  batch: tallyBatch,
  posted: z.int(),
  failed: z.int(),
  unclear: z.int(),
  problems: z.array(z.string()),
});
export type TallyAnswered = z.infer<typeof tallyAnswered>;

/** Every kind and type of claim, in the order of the mapping's screen. */
export const LEDGER_TYPES = [
  ...TRAVEL_EXPENSE_TYPES.map((type) => ({ kind: PRIMARY_EXPENSE_TYPE.travel, type })),
  ...LOCAL_EXPENSE_TYPES.map((type) => ({ kind: PRIMARY_EXPENSE_TYPE.local, type })),
  ...CONVEYANCE_TYPES.map((type) => ({ kind: PRIMARY_EXPENSE_TYPE.conveyance, type })),
] as const;

const mapping = {
  /** One for each of LEDGER_TYPES. */
  ledgers: z.array(z.object({ kind, type: z.string(), ledger: z.string() })),
  /** The directory's cost centre, and what Tally calls it; '' for the same name. */
  costCentres: z.array(z.object({ costCentre: z.string(), name: z.string() })),
  /** What every claim is credited to, and every payment debited from: 'employee payable'. */
  payableLedger: z.string(),
  /** What payments are credited to. */
  bankLedger: z.string(),
  /** The company as Tally has it; '' for the one that is open there. */
  company: z.string(),
};
export const ledgerMappingBody = z.object(mapping);
export type LedgerMappingBody = z.infer<typeof ledgerMappingBody>;

/** Saved with If-Match: version. Version 0 was never saved: the names it starts with. */
export const ledgerMapping = z.object({
  ...mapping,
  version: z.int(),
  updatedAt: z.nullable(moment),
  updatedBy: z.nullable(by),
  mayChange: z.boolean(),
  /** The directory has further cost centres, which Tally knows by their own names. */
  more: z.optional(z.literal(true)),
});
export type LedgerMapping = z.infer<typeof ledgerMapping>;
