import { PRIMARY_EXPENSE_TYPE, type PrimaryExpenseType } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { MAX_BATCH_VOUCHERS, MAX_COST_CENTRES, MAX_LEDGER, MAX_NARRATION } from '#contract/limits.ts';
import { LEDGER_TYPES, NO_VOUCHERS, tallyMarkBody, type LedgerMappingBody, type TallyStatus } from '#contract/tally.ts';
import type { Role } from '#contract/enums.ts';
import { MESSAGES } from '#contract/error.ts';
import { formatDay, type Day } from './dates.ts';
import { missingIn, parseIdList } from './parsing.ts';
import { KIND_WORDS, TYPE_WORDS } from './recordFace.ts';
import { statusOf } from './status.ts';
import { parseLine } from './text.ts';
import { allowed, refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/** What goes to the accounts, and what may be done with it. Facts in, verdicts out. */

interface Holder {
  roles: readonly Role[];
}
const forbidden = refused('FORBIDDEN', MESSAGES.forbidden);

/** Finance's documents and tally admins look at batches; tally admins alone change them (TALLY-4). */
export const mayViewTally = ({ roles }: Holder): Verdict =>
  roles.includes('tallyAdmin') || roles.includes('financeDocument') ? allowed : forbidden;
export const mayChangeTally = ({ roles }: Holder): Verdict => (roles.includes('tallyAdmin') ? allowed : forbidden);
/** Sheets are of finance's documents (PAY-3). */
export const mayUseSheets = ({ roles }: Holder): Verdict => (roles.includes('financeDocument') ? allowed : forbidden);

/** The status of a voucher. */
export const VOUCHER = {
  waiting: 'NOT_EXPORTED',
  exported: 'EXPORTED',
  posted: 'POSTED',
  failed: 'FAILED',
} as const satisfies Record<string, TallyStatus>;

/** Has it left for the accounts? A voucher that Tally did not take is not in them (FIN-5). */
export const isExported = (status: TallyStatus | null): boolean =>
  status === VOUCHER.exported || status === VOUCHER.posted;

/** A batch's vouchers by where they stand. */
export type VoucherCounts = Record<TallyStatus, number>;

/** FAILED as soon as one is, POSTED when all are, NOT_EXPORTED while none has gone out (TALLY-1). */
export function statusOfBatch({ NOT_EXPORTED, EXPORTED, POSTED, FAILED }: VoucherCounts): TallyStatus {
  if (FAILED > 0) return VOUCHER.failed;
  if (POSTED > 0 && EXPORTED + NOT_EXPORTED === 0) return VOUCHER.posted;
  return EXPORTED + POSTED > 0 ? VOUCHER.exported : VOUCHER.waiting;
}

export interface BatchableClaim {
  financeStatus: string;
  withdrawn: boolean;
  batchId: string | null;
}

const conflict = (message: string): Verdict => refused('CONFLICT', message);

/** Said where a step takes all of a batch at once (ACC-21). */
export const OTHERS_BATCH =
  'This batch holds requests of your own, or that you decided before. Somebody else must take this step.';
/** Said where all of a batch would fail, and some of it is in the accounts. */
export const CHOOSE_FAILED = 'Please select the vouchers that Tally did not take.';

export const tallyCan = {
  /** Only what finance approved and no batch has goes into one (TALLY-2). */
  batch({ financeStatus, withdrawn, batchId }: BatchableClaim): Verdict {
    if (withdrawn) return conflict('This request was withdrawn.');
    if (statusOf(financeStatus) !== 'approved') return conflict('This request is not approved by finance.');
    return batchId === null ? allowed : conflict(`This request is in batch ${batchId} already.`);
  },
  /** A batch may go out again and again: its vouchers have the same names each time (TALLY-5, TALLY-6). */
  export: ({ vouchers }: { vouchers: number }): Verdict =>
    vouchers > 0 ? allowed : conflict('This batch has no vouchers.'),
  /** Posted or failed is what went out (TALLY-3). A wrong mark is put right the same way. */
  mark: (status: TallyStatus): Verdict =>
    status === VOUCHER.waiting ? conflict('This voucher has not been exported yet.') : allowed,
  /**
   * The same when all of a batch is meant: what is posted must not fail by the way, somebody else may have read Tally's
   * answer meanwhile.
   */
  markWithAll: (status: TallyStatus, posted: boolean): Verdict =>
    !posted && status === VOUCHER.posted ? conflict(CHOOSE_FAILED) : tallyCan.mark(status),
  /** Out of its batch comes what is not in the accounts (TALLY-8). */
  release: (status: TallyStatus): Verdict =>
    isExported(status)
      ? conflict('This voucher was exported. If Tally did not take it, mark it failed first.')
      : allowed,
} as const;

/** Which claims or vouchers are meant: their ids, each counting once, or null for all of them. */
export function parseIds(value: unknown, nothing: string, orAll: boolean): ParseResult<string[] | null> {
  if (orAll && (value === undefined || value === null)) return { ok: true, value: null };
  const ids = parseIdList(value);
  if (ids === null || ids.length === 0) return invalid({ ids: nothing });
  return ids.length > MAX_BATCH_VOUCHERS
    ? invalid({ ids: `At most ${MAX_BATCH_VOUCHERS} at once` })
    : { ok: true, value: ids };
}

export const NO_CLAIMS = 'Please select claims';
const FAILED_WITHOUT_REASON = 'Please enter why it failed';
const MAX_REASON = 500;

/** Parses a mark by hand: a failure needs its reason (TALLY-3). */
export function parseMark(
  body: unknown,
): ParseResult<{ ids: string[] | null; posted: boolean; reason: string | null }> {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const errors: FieldErrors = {};
  const ids = parseIds(given['ids'], NO_VOUCHERS, true);
  const posted = given['posted'];
  const reason = parseLine(given['reason'], 'Reason', MAX_REASON);
  if (!ids.ok) Object.assign(errors, ids.errors);
  if (typeof posted !== 'boolean') errors['posted'] = missingIn(tallyMarkBody.shape.posted);
  if (!reason.ok) errors['reason'] = reason.message;
  else if (posted === false && reason.text === '') errors['reason'] = FAILED_WITHOUT_REASON;
  if (Object.keys(errors).length > 0 || !ids.ok || !reason.ok) return invalid(errors);
  return { ok: true, value: { ids: ids.value, posted: posted === true, reason: posted === true ? null : reason.text } };
}

const KIND_OF = {
  [PRIMARY_EXPENSE_TYPE.travel]: 'travelExpense',
  [PRIMARY_EXPENSE_TYPE.local]: 'localExpense',
  [PRIMARY_EXPENSE_TYPE.conveyance]: 'conveyance',
} as const;
const typeWords = (type: string): string => (TYPE_WORDS as Readonly<Record<string, string>>)[type] ?? type;

/** The names that the mapping starts with, before anybody saved another (TALLY-9). */
export const FIRST_MAPPING: LedgerMappingBody = {
  ledgers: LEDGER_TYPES.map(({ kind, type }) => ({
    kind,
    type,
    ledger: `${KIND_WORDS[KIND_OF[kind]]} - ${typeWords(type)}`,
  })),
  costCentres: [],
  payableLedger: 'Employee Payable',
  bankLedger: 'Bank',
  company: '',
};

/** A name as Tally may have one: a line of at most 100 characters. */
const parseName = (value: unknown, name: string): ParseResult<string> => {
  const parsed = parseLine(value, name, MAX_LEDGER);
  return parsed.ok ? { ok: true, value: parsed.text } : invalid({ name: parsed.message });
};

/**
 * Parses a mapping: a ledger for every kind and type of claim, the two of payments, and what cost centres are called
 * (TALLY-9).
 */
export function parseMapping(body: unknown): ParseResult<LedgerMappingBody> {
  const given =
    typeof body === 'object' && body !== null ? (body as Partial<Record<keyof LedgerMappingBody, unknown>>) : {};
  const errors: FieldErrors = {};
  const name = (value: unknown, field: string, label: string, missing: string | null): string => {
    const parsed = parseName(value, label);
    if (!parsed.ok) errors[field] = parsed.message;
    else if (parsed.value === '' && missing !== null) errors[field] = missing;
    return parsed.ok ? parsed.value : '';
  };
  const rowsOf = (value: unknown): Record<string, unknown>[] =>
    Array.isArray(value)
      ? value.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
      : [];
  const rows = rowsOf(given.ledgers);
  const ledgers = LEDGER_TYPES.map(({ kind, type }) => {
    const row = rows.find((one) => one['kind'] === kind && one['type'] === type);
    return {
      kind,
      type,
      ledger: name(row?.['ledger'], `ledgers.${kind}.${type}`, 'Ledger', 'Please enter the ledger'),
    };
  });
  const centres = new Map<string, string>();
  for (const [index, row] of rowsOf(given.costCentres).entries()) {
    const costCentre = name(row['costCentre'], `costCentres.${index}`, 'Cost centre', 'Please enter the cost centre');
    const called = name(row['name'], `costCentres.${index}`, 'Cost centre', null);
    if (called !== '') centres.set(costCentre, called);
  }
  const payableLedger = name(given.payableLedger, 'payableLedger', 'Ledger', 'Please enter the payable ledger');
  const bankLedger = name(given.bankLedger, 'bankLedger', 'Ledger', 'Please enter the bank ledger');
  const company = name(given.company ?? '', 'company', 'Company', null);
  if (centres.size > MAX_COST_CENTRES) errors['costCentres'] = `At most ${MAX_COST_CENTRES} cost centres`;
  if (Object.keys(errors).length > 0) return invalid(errors);
  return {
    ok: true,
    value: {
      ledgers,
      costCentres: [...centres].map(([costCentre, called]) => ({ costCentre, name: called })),
      payableLedger,
      bankLedger,
      company,
    },
  };
}

/** Where a claim goes: the ledger of its kind and type, and what its owner's cost centre is called there (TALLY-9). */
export function bookingOf(
  mapping: LedgerMappingBody,
  claim: { kind: number; type: string; costCentre: string },
): { ledger: string; costCentre: string; creditLedger: string } {
  const ledger = mapping.ledgers.find(({ kind, type }) => kind === claim.kind && type === claim.type)?.ledger;
  const centre = mapping.costCentres.find(({ costCentre }) => costCentre === claim.costCentre)?.name;
  // A type that came after the mapping was saved has the name that it starts with.
  const first = FIRST_MAPPING.ledgers.find(({ kind, type }) => kind === claim.kind && type === claim.type)?.ledger;
  return {
    ledger: ledger || first || typeWords(claim.type),
    costCentre: centre || claim.costCentre,
    creditLedger: mapping.payableLedger,
  };
}

export interface NarratedClaim {
  id: string;
  type: string;
  day: Day;
  ownerName: string;
  ownerCode: string;
  remarks: string | null;
}

/**
 * What a voucher says of its claim, on one line: 'Food of 12-07-2026, Asha Nair (KH1001), EXP…: Dinner with the
 * client'.
 */
export function narrationOf({ id, type, day, ownerName, ownerCode, remarks }: NarratedClaim): string {
  const head = `${typeWords(type)} of ${formatDay(day)}, ${ownerName} (${ownerCode}), ${id}`;
  const said = (remarks ?? '').replace(/\s+/g, ' ').trim();
  return cut(said === '' ? head : `${head}: ${said}`, MAX_NARRATION);
}

/** Cutting may halve a character outside the basic plane; the half goes too. */
const cut = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') : text;

/** The kind that all have; null where there are several, or none (TALLY-1). */
export function onlyKind(kinds: readonly number[]): PrimaryExpenseType | null {
  const [first, ...others] = new Set(kinds);
  return first === undefined || others.length > 0 ? null : (first as PrimaryExpenseType);
}
