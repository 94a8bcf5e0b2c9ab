import { aside, loadDraft, removeDraft, saveDraft } from '#data/drafts.ts';
import type { DraftPort } from '#form/useDraft.ts';

/** Drafts of a form without bills. What an older build left in another shape is no draft. */
export function plainDrafts<Values>(isValues: (value: unknown) => value is Values): DraftPort<Values> {
  return {
    save: (key, values, writer) => saveDraft(key, values, [], writer),
    load: async (key) => {
      const draft = await loadDraft(key);
      return draft && isValues(draft.value) ? { value: draft.value, id: draft.id, by: draft.by } : null;
    },
    remove: removeDraft,
    ...aside,
  };
}

/** Draft of a form whose values are all text: as many fields as `empty`, or fewer, and nothing else. */
export const isTexts =
  <Values extends object>(empty: Values) =>
  (value: unknown): value is Values =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(empty).every((key) => typeof (value as Record<string, unknown>)[key] === 'string');
