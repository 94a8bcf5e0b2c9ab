import { MAX_BILLS } from '#contract/limits.ts';
import { dropShares, listShares, loadDraft, removeDraft } from '#data/drafts.ts';
import { EMPTY_FILE, readBill, TOO_MANY, WRONG_TYPE, type FormBill } from '#files/bill.ts';
import type { DraftPort } from '#form/useDraft.ts';
import { leftOutOf, SHARED_DRAFT, type LeftOut } from '#outbox/drafts.ts';
import { randomKey } from '#outbox/env.ts';
import { ShareGoneError, type Share } from '#outbox/shares.ts';
import { toast } from '#ui/toast.ts';

const WHY: Readonly<Record<LeftOut['why'], string>> = {
  type: WRONG_TYPE,
  empty: EMPTY_FILE,
  tooMany: TOO_MANY,
  lost: 'This phone could not read it any more. Please share it again.',
};

/** One message for each reason, naming the files. */
function say(leftOut: readonly LeftOut[]): void {
  for (const [why, message] of Object.entries(WHY)) {
    const names = leftOut.filter((each) => each.why === why).map(({ name }) => `“${name}”`);
    if (names.length > 0) toast.error(`Not attached: ${names.join(', ')}. ${message}`);
  }
}
function sayLater(names: readonly string[]): void {
  if (names.length > 0)
    toast.error(
      `Not attached yet: ${names.map((name) => `“${name}”`).join(', ')}. ${TOO_MANY} They are kept for your ` +
        'next claim.',
    );
}

/** Where older builds kept what was shared. */
async function olderShare(): Promise<Share | null> {
  const draft = await loadDraft(SHARED_DRAFT);
  return draft && { id: SHARED_DRAFT, at: draft.at, bills: draft.bills, leftOut: [...leftOutOf(draft)] };
}

/**
 * Lets files that other apps shared join a form's draft, checked like chosen ones. A share leaves its inbox in the same
 * transaction that puts its files into the draft, so that none is lost or attached twice, whatever is shared meanwhile
 * and however many forms look (P11); the same file twice counts once. A share that has no room here waits for the next
 * form.
 */
export function withShared<Values extends { billUrl: readonly FormBill[] }>(
  port: DraftPort<Values>,
  empty: Values,
): DraftPort<Values> {
  const load = async (key: string): ReturnType<DraftPort<Values>['load']> => {
    const [draft, shares, older] = await Promise.all([port.load(key), listShares(), olderShare()]);
    const all = older ? [older, ...shares] : shares;
    if (all.length === 0) return draft;
    const values = draft?.value ?? empty;
    const bills = [...values.billUrl];
    const taken: Share[] = [];
    const later: string[] = [];
    const tooMany: LeftOut[] = [];
    for (const share of all) {
      const read = await Promise.all(
        share.bills.map(({ localId, bytes, name, type }) => readBill(new File([bytes], name, { type }), localId)),
      );
      const added = read.filter((bill, index) =>
        [...bills, ...read.slice(0, index)].every((other) => bill.hash === '' || other.hash !== bill.hash),
      );
      const room = Math.max(0, MAX_BILLS - bills.length);
      if (added.length > room && bills.length > 0 && share !== older) {
        later.push(...added.map(({ name }) => name));
        continue;
      }
      bills.push(...added.slice(0, room));
      tooMany.push(...added.slice(room).map(({ name }) => ({ name, why: 'tooMany' as const })));
      taken.push(share);
    }
    const ids = taken.flatMap(({ id }) => (id === SHARED_DRAFT ? [] : [id]));
    const writer = { id: draft?.id ?? randomKey(), by: randomKey() };
    const joined = { ...values, billUrl: bills };
    try {
      if (bills.length > values.billUrl.length) await port.save(key, joined, { ...writer, shares: ids });
      else if (ids.length > 0) await dropShares(ids);
    } catch (error) {
      // Another form has taken some of them in.
      if (error instanceof ShareGoneError) return load(key);
      throw error;
    }
    if (older) await removeDraft(SHARED_DRAFT);
    say([...taken.flatMap(({ leftOut }) => leftOut), ...tooMany]);
    sayLater(later);
    return bills.length > values.billUrl.length ? { value: joined, ...writer } : draft;
  };
  return { ...port, load };
}
