import { groupTyped, ungroup } from '#domain/money.ts';
import type { DecisionField } from './definition.ts';

/** The typed values of a decision's fields, by name. */
export type DecisionTexts = Record<string, string>;

const textOf = (kind: DecisionField<unknown>['kind'], value: number | string | null | undefined): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return kind === 'amount' ? groupTyped(text) : text;
};

/** What the fields start with while the record can be decided, or say once it is settled. */
export const textsOf = <Row>(fields: readonly DecisionField<Row>[], row: Row, open: boolean): DecisionTexts =>
  Object.fromEntries(
    fields.map(({ name, kind, start, settled }) => [name, textOf(kind, open ? start?.(row) : settled(row))]),
  );

/** The body of a decision: amounts without their grouping, remarks trimmed, null for what is empty. */
export const bodyOf = <Row>(
  fields: readonly DecisionField<Row>[],
  texts: DecisionTexts,
): Record<string, string | null> =>
  Object.fromEntries(
    fields.map(({ name, kind }) => {
      const text = (texts[name] ?? '').trim();
      return [name, text === '' ? null : kind === 'amount' ? ungroup(text) : text];
    }),
  );

/**
 * What somebody has typed into the decisions of a table's rows, kept while the app is open: another page, or a look at
 * a record, loses none of it (FIN-14).
 */
const kept = new Map<string, DecisionTexts>();
const slotOf = (email: string, id: string): string => `${email} ${id}`;

export const typedOf = (email: string, id: string): DecisionTexts => kept.get(slotOf(email, id)) ?? {};

/** What a dialog begins with of it: its decision is on this record too. */
export const typedFor = <Row>(fields: readonly DecisionField<Row>[], email: string, id: string): DecisionTexts => {
  const typed = typedOf(email, id);
  return Object.fromEntries(fields.flatMap(({ name }) => (typed[name]?.trim() ? [[name, typed[name]]] : [])));
};

export function keepTyped(email: string, id: string, texts: DecisionTexts): void {
  if (Object.values(texts).some((text) => text.trim() !== '')) kept.set(slotOf(email, id), texts);
  else kept.delete(slotOf(email, id));
}

export const forgetTyped = (email: string, id: string): void => void kept.delete(slotOf(email, id));

/** Has anything been typed for this record? */
export const hasTyped = (email: string, id: string): boolean => kept.has(slotOf(email, id));
