import { loadDraft, removeDraft } from '#data/drafts.ts';
import { MAX_BILLS } from '#contract/limits.ts';
import { EMPTY_FILE, TOO_MANY, WRONG_TYPE, type FormBill } from '#files/bill.ts';
import { readBill } from '#files/readBill.ts';
import type { DraftPort } from '#form/useDraft.ts';
import { leftOutOf, SHARED_DRAFT, type LeftOut } from '#outbox/drafts.ts';
import { randomKey } from '#outbox/env.ts';
import { toast } from '#ui/toast.ts';

const WHY: Readonly<Record<LeftOut['why'], string>> = { type: WRONG_TYPE, empty: EMPTY_FILE, tooMany: TOO_MANY };

/** One sentence for each reason, naming the files. */
function say(leftOut: readonly LeftOut[]): void {
  for (const [why, sentence] of Object.entries(WHY)) {
    const names = leftOut.filter((each) => each.why === why).map(({ name }) => `“${name}”`);
    if (names.length > 0) toast.error(`Not attached: ${names.join(', ')}. ${sentence}`);
  }
}

/**
 * Lets files that another app shared join a form's draft, checked like chosen ones. They are in the form's own draft
 * before they leave their place, so that none is lost on the way; the same file twice counts once. Which ones cannot join is said.
 */
export function withShared<Values extends { billUrl: readonly FormBill[] }>(port: DraftPort<Values>, empty: Values): DraftPort<Values> {
  return {
    ...port,
    load: async (key) => {
      const [draft, shared] = await Promise.all([port.load(key), loadDraft(SHARED_DRAFT)]);
      const leftOut = leftOutOf(shared);
      if (!shared || shared.bills.length === 0) {
        if (leftOut.length > 0) await removeDraft(SHARED_DRAFT);
        say(leftOut);
        return draft;
      }
      const values = draft?.value ?? empty;
      const read = await Promise.all(shared.bills.map(({ localId, bytes, name, type }) => readBill(new File([bytes], name, { type }), localId)));
      const added = read.filter((bill, index) => [...values.billUrl, ...read.slice(0, index)].every((other) => bill.hash === '' || other.hash !== bill.hash));
      const room = Math.max(0, MAX_BILLS - values.billUrl.length);
      const joined = { ...values, billUrl: [...values.billUrl, ...added.slice(0, room)] };
      const writer = { id: draft?.id ?? randomKey(), by: randomKey() };
      await port.save(key, joined, writer);
      await removeDraft(SHARED_DRAFT);
      say([...leftOut, ...added.slice(room).map(({ name }) => ({ name, why: 'tooMany' as const }))]);
      return { value: joined, ...writer };
    },
  };
}
