import type { DecisionTexts } from './fields.ts';

/**
 * What somebody has typed into the decisions of a table's rows, kept while the app is open: another page, or a look at
 * a record, loses none of it (FIN-14).
 */
const kept = new Map<string, DecisionTexts>();
const slotOf = (email: string, id: string): string => `${email} ${id}`;

export const typedOf = (email: string, id: string): DecisionTexts => kept.get(slotOf(email, id)) ?? {};

export function keepTyped(email: string, id: string, texts: DecisionTexts): void {
  if (Object.values(texts).some((text) => text.trim() !== '')) kept.set(slotOf(email, id), texts);
  else kept.delete(slotOf(email, id));
}

export const forgetTyped = (email: string, id: string): void => void kept.delete(slotOf(email, id));

/** Has anything been typed for this record? */
export const hasTyped = (email: string, id: string): boolean => kept.has(slotOf(email, id));
