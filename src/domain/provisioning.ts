import type { FieldErrors } from '#contract/error.ts';
import { MAX_NAME, MAX_TOKEN_DAYS } from '#contract/limits.ts';
import { provisioningTokenBody } from '#contract/provisioning.ts';
import { missingIn } from './parsing.ts';
import { parseLine } from './text.ts';
import { invalid, type ParseResult } from './verdict.ts';

/** As the contract says it of a body without a name. */
const MISSING = missingIn(provisioningTokenBody.shape.name);

/** Judges what a token of an identity provider is made with; `days` null: good until it is ended (SCIM-1). */
export function parseToken(given: {
  name: unknown;
  days: number | null;
}): ParseResult<{ name: string; days: number | null }> {
  const { days } = given;
  const errors: FieldErrors = {};
  const name = parseLine(given.name, 'Name', MAX_NAME);
  if (!name.ok) errors['name'] = name.message;
  else if (name.text === '') errors['name'] = MISSING;
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= MAX_TOKEN_DAYS))
    errors['days'] = `Please enter a whole number from 1 to ${MAX_TOKEN_DAYS}`;
  return name.ok && Object.keys(errors).length === 0 ? { ok: true, value: { name: name.text, days } } : invalid(errors);
}
