import { aside, loadDraft, removeDraft, saveDraft } from '#data/drafts.ts';
import type { FormBill } from '#files/bill.ts';
import type { DraftPort } from '#form/useDraft.ts';

interface WithBills {
  billUrl: readonly FormBill[];
}

/** Drafts of a form with bills: the bytes lie beside the text, and are written once. */
export function billDrafts<Values extends WithBills>(isValues: (value: unknown) => value is Values): DraftPort<Values> {
  return {
    save: (key, values) => {
      const bills = values.billUrl.filter((bill) => bill.busy !== true);
      const kept = bills.flatMap(({ localId, bytes, name, type }) => (bytes ? [{ localId, bytes, name, type }] : []));
      return saveDraft(key, { ...values, billUrl: bills.map(({ bytes: _bytes, ...facts }) => facts) }, kept);
    },
    load: async (key) => {
      const draft = await loadDraft(key);
      if (!draft || !isValues(draft.value)) return null;
      const bills = draft.value.billUrl.flatMap((bill): FormBill[] => {
        const bytes = draft.bills.find((each) => each.localId === bill.localId)?.bytes;
        return bytes ? [{ ...bill, bytes }] : bill.fingerPrint ? [bill] : [];
      });
      return { ...draft.value, billUrl: bills };
    },
    remove: removeDraft,
    ...aside,
  };
}
