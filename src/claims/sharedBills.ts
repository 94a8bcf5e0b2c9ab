import { loadDraft, removeDraft } from '#data/drafts.ts';
import { MAX_BILLS } from '#contract/limits.ts';
import type { FormBill } from '#files/bill.ts';
import { readBill } from '#files/readBill.ts';
import type { DraftPort } from '#form/useDraft.ts';
import { SHARED_DRAFT } from '#outbox/drafts.ts';

/**
 * Lets files that another app shared join a form's draft, checked like chosen ones. They are in the form's own draft
 * before they leave their place, so that none is lost on the way; the same file twice counts once.
 */
export function withShared<Values extends { billUrl: readonly FormBill[] }>(port: DraftPort<Values>, empty: Values): DraftPort<Values> {
  return {
    ...port,
    load: async (key) => {
      const [draft, shared] = await Promise.all([port.load(key), loadDraft(SHARED_DRAFT)]);
      if (!shared || shared.bills.length === 0) return draft;
      const values = draft ?? empty;
      const read = await Promise.all(shared.bills.map(({ localId, bytes, name, type }) => readBill(new File([bytes], name, { type }), localId)));
      const added = read.filter((bill, index) => [...values.billUrl, ...read.slice(0, index)].every((other) => bill.hash === '' || other.hash !== bill.hash));
      const joined = { ...values, billUrl: [...values.billUrl, ...added].slice(0, MAX_BILLS) };
      await port.save(key, joined);
      await removeDraft(SHARED_DRAFT);
      return joined;
    },
  };
}
