import type { ReactElement } from 'react';
import type { Policy } from '#contract/policy.ts';
import { furtherTypes } from '#domain/policyFields.ts';
import { Notice } from '#ui/Notice.tsx';

/** What whoever decides is told as well, before a claim is filed; nothing is refused. */
export const FilingNote = ({ children }: { children: string }): ReactElement => (
  <Notice tone="wait" icon="warning" role="status">
    {`${children} You may still file it; whoever decides is told.`}
  </Notice>
);

/** What the policy warns of before a claim is filed; who decides is told the same (POL-2). */
export const PolicyNote = ({ warning }: { warning: string | null }): ReactElement | null =>
  warning === null ? null : <FilingNote>{`Beyond the policy: ${warning}`}</FilingNote>;

/** A type and a further type of the policy as one choice of a form. */
const SEPARATOR = '/';

/** What a form calls a type that was filed as a further one. */
export const typeValue = (type: string, further: unknown): string =>
  typeof further === 'string' && further !== '' ? `${type}${SEPARATOR}${further}` : type;

/** The same as a body has it: the type and, where one was chosen, the further type that counts as it. */
export function typeParts(value: string): { type: string; furtherType?: string } {
  const at = value.indexOf(SEPARATOR);
  return at < 0 ? { type: value } : { type: value.slice(0, at), furtherType: value.slice(at + 1) };
}

interface Choice {
  value: string;
  label: string;
}

/**
 * The types of a form: the specification's, each followed by the further ones of that day which count as it, and the
 * `chosen` one, which may be another day's.
 */
export function withFurtherTypes(own: readonly Choice[], policy: Policy, chosen: string): Choice[] {
  const all = own.flatMap((choice) => [
    choice,
    ...furtherTypes(policy, choice.value).map((name) => ({ value: typeValue(choice.value, name), label: name })),
  ]);
  const { furtherType } = typeParts(chosen);
  return furtherType === undefined || all.some(({ value }) => value === chosen)
    ? all
    : [...all, { value: chosen, label: furtherType }];
}
