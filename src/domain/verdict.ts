import type { ErrorCode, FieldErrors } from '#contract/error.ts';

/**
 * What a rule says of an action: it may be done, or why not in words for a person. The same message is tooltip, toast
 * and answer.
 */
export type Verdict = { ok: true } | { ok: false; code: ErrorCode; message: string };

export const allowed: Verdict = { ok: true };
export const refused = (code: ErrorCode, message: string): Verdict => ({ ok: false, code, message });

/**
 * What a rule makes of something a person sent: the clean value, or a message for every wrong field. `message` is the
 * first of them in the form's order.
 */
export type ParseResult<Value> = { ok: true; value: Value } | { ok: false; errors: FieldErrors; message: string };

/** A reading that failed. `errors` must hold at least one message, in the order of the form. */
export function invalid(errors: FieldErrors): { ok: false; errors: FieldErrors; message: string } {
  return { ok: false, errors, message: Object.values(errors)[0] ?? '' };
}
