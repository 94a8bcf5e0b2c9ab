import { aside, loadDraft, removeDraft, saveDraft } from '#data/drafts.ts';
import type { FormBill } from '#files/bill.ts';
import type { DraftPort } from '#form/useDraft.ts';
import type { Drafts } from '#outbox/drafts.ts';

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

interface WithBills {
  billUrl: readonly FormBill[];
}

/** Drafts of a form with bills: the bytes lie beside the text, and are written once. `here`: where they are kept. */
export function billDrafts<Values extends WithBills>(
  isValues: (value: unknown) => value is Values,
  here: Pick<Drafts, 'loadDraft' | 'removeDraft' | 'saveDraft'> = { loadDraft, removeDraft, saveDraft },
): DraftPort<Values> {
  return {
    save: (key, values, writer) => {
      const bills = values.billUrl.filter((bill) => bill.busy !== true);
      const kept = bills.flatMap(({ localId, bytes, name, type }) => (bytes ? [{ localId, bytes, name, type }] : []));
      return here.saveDraft(
        key,
        { ...values, billUrl: bills.map(({ bytes: _bytes, ...facts }) => facts) },
        kept,
        writer,
      );
    },
    load: async (key) => {
      const draft = await here.loadDraft(key);
      if (!draft || !isValues(draft.value)) return null;
      const bills = draft.value.billUrl.flatMap((bill): FormBill[] => {
        const bytes = draft.bills.find((each) => each.localId === bill.localId)?.bytes;
        return bytes ? [{ ...bill, bytes }] : bill.fingerPrint ? [bill] : [];
      });
      return { value: { ...draft.value, billUrl: bills }, id: draft.id, by: draft.by };
    },
    remove: here.removeDraft,
    ...aside,
  };
}
