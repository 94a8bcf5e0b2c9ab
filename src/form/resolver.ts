import type { FieldErrors as FormErrors, FieldValues, Resolver } from 'react-hook-form';
import type { ParseResult } from '#domain/verdict.ts';

/**
 * A rule of the domain as the judge of a form: the same function that the server calls. Fields of the form are named as
 * on the wire.
 */
export function resolverOf<Values extends FieldValues, Value>(
  parse: (values: Values) => ParseResult<Value>,
): Resolver<Values> {
  return (values) => {
    const parsed = parse(values);
    if (parsed.ok) return { values, errors: {} };
    const errors = Object.fromEntries(
      Object.entries(parsed.errors).map(([name, message]) => [name, { type: 'rule', message }]),
    );
    return { values: {}, errors: errors as FormErrors<Values> };
  };
}
