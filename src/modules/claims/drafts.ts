import { aside, loadDraft, removeDraft, saveDraft } from '#data/drafts.ts';
import type { FormBill } from '#files/bill.ts';
import type { DraftPort } from '#form/useDraft.ts';
import type { Drafts } from '#outbox/drafts.ts';

/** Takes a form's content out of a draft; null when nothing of it is the form's. */
export type ReadDraft<Values> = (value: unknown) => Values | null;

function isLike(value: unknown, empty: unknown): boolean {
  if (empty === null) return value === null || typeof value === 'string';
  return typeof value === typeof empty && value !== null && Array.isArray(value) === Array.isArray(empty);
}

/**
 * The fields of `empty` as the draft has them. One that it lacks stays empty, and one that the form has no longer is
 * left out: a build that adds or drops a field keeps what was typed with the build before (DR-1).
 */
export const valuesFrom =
  <Values extends object>(empty: Values): ReadDraft<Values> =>
  (value) => {
    const draft = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
    const known = Object.entries(empty).flatMap(([key, none]) => (isLike(draft[key], none) ? [[key, draft[key]]] : []));
    return known.length === 0 ? null : { ...empty, ...(Object.fromEntries(known) as Partial<Values>) };
  };

/** Drafts of a form without bills. */
export function plainDrafts<Values>(read: ReadDraft<Values>): DraftPort<Values> {
  return {
    save: (key, values, writer) => saveDraft(key, values, [], writer),
    load: async (key) => {
      const draft = await loadDraft(key);
      const value = draft && read(draft.value);
      return draft && value !== null ? { value, id: draft.id, by: draft.by } : null;
    },
    remove: removeDraft,
    ...aside,
  };
}

interface WithBills {
  billUrl: readonly FormBill[];
}

/** Drafts of a form with bills: the bytes lie beside the text, and are written once. `here`: where they are kept. */
export function billDrafts<Values extends WithBills>(
  read: ReadDraft<Values>,
  here: Pick<Drafts, 'loadDraft' | 'removeDraft' | 'saveDraft'> = { loadDraft, removeDraft, saveDraft },
): DraftPort<Values> {
  return {
    save: (key, values, writer) => {
      const bills = values.billUrl.filter((bill) => bill.busy !== true);
      const kept = bills.flatMap(({ localId, bytes, name, type }) => (bytes ? [{ localId, bytes, name, type }] : []));
      return here.saveDraft(
        key,
        { ...values, billUrl: bills.map(({ bytes: _bytes, original: _original, ...facts }) => facts) },
        kept,
        writer,
      );
    },
    load: async (key) => {
      const draft = await here.loadDraft(key);
      const value = draft && read(draft.value);
      if (!draft || value === null) return null;
      const bills = value.billUrl.flatMap((bill): FormBill[] => {
        const bytes = draft.bills.find((each) => each.localId === bill.localId)?.bytes;
        return bytes ? [{ ...bill, bytes }] : bill.fingerPrint ? [bill] : [];
      });
      return { value: { ...value, billUrl: bills }, id: draft.id, by: draft.by, at: draft.at };
    },
    remove: here.removeDraft,
    ...aside,
  };
}
