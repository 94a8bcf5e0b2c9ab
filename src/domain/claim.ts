import type { LocalExpenseType } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { localExpenseBody } from '#contract/expense.ts';
import { toDay, type Day } from './dates.ts';
import { conform, missingIn, parseNeededRemarks, type NamedBill, type Parsed } from './parsing.ts';
import { outsideLocalWindow, parseClaimAmount, verdictOf } from './policy.ts';
import { policyOn, SPECIFIED, type DatedPolicy } from './policyVersions.ts';
import { parseClaimBills, parseFurtherType } from './policyFields.ts';
import { refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/** Local expenses: what may be sent. When one may still be changed: claimState.ts. */

export interface LocalExpenseInput {
  type: LocalExpenseType;
  day: Day;
  paise: number;
  remarks: string;
  bills: NamedBill[];
  furtherType?: string;
}

export interface LocalExpenseContext {
  today: Day;
  timeZone: string;
  creating: boolean;
  /** The date that the claim being edited already has: keeping it is never refused, however old it has grown. */
  unchangedDay?: Day;
  /** The versions of the policy that count; the specification's when absent. */
  policies?: readonly DatedPolicy[] | undefined;
}

/**
 * Judges the day of a local expense: not in the future, 90 days back, this side of 1 April, or as the policy of today
 * has it (LOC-6, LOC-7, LOC-8, POL-4).
 */
export function judgeLocalExpenseDay(day: Day, today: Day, policies = SPECIFIED): Verdict {
  if (day > today) return refused('INVALID', 'Expense date cannot be in the future');
  return verdictOf(outsideLocalWindow(policyOn(policies, today), day, today));
}

/**
 * Parses the body of a local expense, as typed into the form or as it came over the wire. Every wrong field has its
 * message (LOC-2, LOC-3, LOC-4, LOC-5, LOC-9); the form's order is type, date, amount, remarks, bills. Fields that a
 * claim does not take from its owner are not looked at (LOC-1, Z24).
 */
export function parseLocalExpense(body: unknown, ctx: LocalExpenseContext): ParseResult<LocalExpenseInput> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const shape = localExpenseBody.shape;
  const type = conform(shape.localExpenseType, given['localExpenseType']);
  const day = parseDay(given['expenseDate'], ctx);
  // Without a day, as if it were today's.
  const policy = policyOn(ctx.policies ?? SPECIFIED, 'value' in day ? day.value : ctx.today);
  const further = parseFurtherType(given['furtherType'], type, policy);
  const amount = parseClaimAmount(given['claimAmount'], policy);
  const remarks = parseNeededRemarks(given['remarks'], missingIn(shape.remarks));
  // On an edit too: it may change everything that creation sets, and creation demands one (LOC-9).
  const bills = parseClaimBills(given['billUrl'], missingIn(shape.billUrl), policy, given['claimAmount']);

  const errors: FieldErrors = {};
  if ('message' in type) errors['localExpenseType'] = type.message;
  else if ('message' in further) errors['localExpenseType'] = further.message;
  if ('message' in day) errors['expenseDate'] = day.message;
  if (!amount.ok) errors['claimAmount'] = amount.message;
  if ('message' in remarks) errors['remarks'] = remarks.message;
  if ('message' in bills) errors['billUrl'] = bills.message;
  if ('message' in type || 'message' in day || !amount.ok || 'message' in remarks || 'message' in bills)
    return invalid(errors);
  if ('message' in further) return invalid(errors);
  return {
    ok: true,
    value: {
      type: type.value,
      day: day.value,
      paise: amount.paise,
      remarks: remarks.value,
      bills: bills.value,
      ...further.value,
    },
  };
}

/** The day of any moment of it (LOC-3); the one that an edited claim has is kept, however old (LOC-10). */
function parseDay(value: unknown, ctx: LocalExpenseContext): Parsed<Day> {
  const schema = localExpenseBody.shape.expenseDate;
  const parsed = conform(schema, value);
  if ('message' in parsed) return parsed;
  const day = toDay(parsed.value, ctx.timeZone);
  if (day === null) return { message: missingIn(schema) };
  if (!ctx.creating && day === ctx.unchangedDay) return { value: day };
  const verdict = judgeLocalExpenseDay(day, ctx.today, ctx.policies);
  return verdict.ok ? { value: day } : { message: verdict.message };
}
