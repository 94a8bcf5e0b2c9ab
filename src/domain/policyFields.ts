import type { LocalExpenseType, TravelExpenseType } from '#contract/enums.ts';
import type { Policy } from '#contract/policy.ts';
import { parseAmount } from './money.ts';
import { parseBills, type NamedBill, type Parsed } from './parsing.ts';
import { billMissing, verdictOf } from './policy.ts';

/** The fields of a claim that the policy of its day has a say in, beside the amount. */

/** The bills of a claim of this amount; none where the policy asks for none, or warns (POL-2, LOC-9). */
export function parseClaimBills(
  value: unknown,
  missing: string,
  policy: Policy,
  claimAmount: unknown,
): Parsed<NamedBill[]> {
  if (!Array.isArray(value) || value.length > 0) return parseBills(value, missing);
  const amount = parseAmount(claimAmount);
  const verdict = verdictOf(billMissing(policy, amount.ok ? amount.paise : null, missing));
  return verdict.ok ? { value: [] } : { message: verdict.message };
}

/** The further types of a policy that count as this one. */
export const furtherTypes = ({ types }: Policy, as: string): string[] =>
  types.filter((type) => type.as === as).map(({ name }) => name);

/**
 * The further type that a claim names, one of those that the policy of its day has for its type (POL-5); none is no
 * mistake.
 */
export function parseFurtherType(
  value: unknown,
  type: Parsed<LocalExpenseType | TravelExpenseType>,
  policy: Policy,
): Parsed<{ furtherType?: string }> {
  if (value === undefined || value === null || value === '') return { value: {} };
  const known = 'value' in type ? furtherTypes(policy, type.value) : [];
  return typeof value === 'string' && known.includes(value)
    ? { value: { furtherType: value } }
    : { message: 'This expense type is not in the policy of that day' };
}
