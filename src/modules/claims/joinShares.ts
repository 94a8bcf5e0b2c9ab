import { MAX_BILLS } from '#contract/limits.ts';
import { dropShares, listedShares, listShares, loadDraft, removeDraft } from '#data/drafts.ts';
import { messageOf } from '#data/errors.ts';
import { remarkWith } from '#domain/sharedText.ts';
import { EMPTY_FILE, readBill, TOO_MANY, WRONG_TYPE, type FormBill } from '#files/bill.ts';
import { draftWritten, type DraftPort, type FoundDraft } from '#form/keeper.ts';
import { DraftMovedError, leftOutOf, SHARED_DRAFT, type LeftOut } from '#outbox/drafts.ts';
import { randomKey } from '#outbox/env.ts';
import { ShareGoneError, type ListedShare, type Share, type TakenShare } from '#outbox/shares.ts';
import { toast } from '#ui/toast.ts';

/** Bills of a share that are to join a form; all of them where none are named. */
export type ChosenShare = Pick<TakenShare, 'id'> & Partial<Pick<TakenShare, 'bills'>>;

/** Where a form with bills keeps its draft, and what it starts with. */
export interface JoinPlace<Values> {
  /** Names the draft. */
  key: string;
  drafts: DraftPort<Values>;
  empty: Values;
  /** The field that takes the words which came with the bills; null: the form has none. */
  remark: (keyof Values & string) | null;
  /** Where the form opens. */
  address: string;
}

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
      `Not attached yet: ${names.map((name) => `“${name}”`).join(', ')}. ${TOO_MANY} They stay in your inbox.`,
    );
}

/** Where older builds kept what was shared. */
async function olderShare(): Promise<Share | null> {
  const draft = await loadDraft(SHARED_DRAFT);
  const facts = { id: SHARED_DRAFT, source: 'share', text: '' } as const;
  return draft && { ...facts, at: draft.at, bills: draft.bills, leftOut: [...leftOutOf(draft)] };
}

/**
 * What joins a new local expense without being asked for: a share that is alone in the inbox (INB-2).
 */
const loneShare = (all: readonly ListedShare[]): ChosenShare[] =>
  all.length === 1 && all[0]?.source === 'share' ? [{ id: all[0].id }] : [];

export interface Joined<Values> {
  /** The draft as it is now; null where there is none. */
  draft: FoundDraft<Values> | null;
  /** Some of what was chosen has been taken elsewhere meanwhile. */
  gone: boolean;
}

/**
 * Lets bills of the inbox join a form's draft, checked like chosen ones. They leave the inbox in the same transaction
 * that puts them into the draft, so that none is lost or attached twice, whatever is shared meanwhile and however many
 * forms look (P11, INB-4); the same file twice counts once. What has no room stays in the inbox. The draft goes on
 * under a key of its own: a form that is still open with what it was before overwrites nothing of it.
 */
export async function joinShares<Values extends { billUrl: readonly FormBill[] }>(
  place: JoinPlace<Values>,
  chosen: readonly ChosenShare[],
  older: Share | null = null,
): Promise<Joined<Values>> {
  const { key, drafts: port, empty, remark } = place;
  // A form that has just been closed may still be writing what was typed in it.
  await draftWritten(key);
  const [draft, found] = await Promise.all([
    port.load(key),
    chosen.length > 0 ? listShares(chosen.map(({ id }) => id)) : [],
  ]);
  const values = draft?.value ?? empty;
  const bills = [...values.billUrl];
  const taken: TakenShare[] = [];
  const words: string[] = [];
  const said: LeftOut[] = [];
  const later: string[] = [];
  let gone = found.length < chosen.length;
  for (const share of older ? [older, ...found] : found) {
    const wanted = chosen.find(({ id }) => id === share.id)?.bills ?? share.bills.map(({ localId }) => localId);
    const here = share.bills.filter(({ localId }) => wanted.includes(localId));
    const lost = share.leftOut.filter(({ why }) => why === 'lost').length;
    gone ||= here.length + lost < wanted.length;
    const own: string[] = [];
    for (const { localId, bytes, name, type, code } of here) {
      const read = await readBill(new File([bytes], name, { type }), localId);
      const bill = { ...read, ...(code !== undefined && { reading: { code } }) };
      const twin = bill.hash !== '' && bills.some((other) => other.hash === bill.hash);
      if (twin || bills.length < MAX_BILLS) own.push(localId);
      else if (share === older) said.push({ name, why: 'tooMany' });
      else later.push(name);
      if (!twin && bills.length < MAX_BILLS) bills.push(bill);
    }
    const whole = share === older || own.length === share.bills.length;
    if (own.length === 0 && !whole) continue;
    if (share.text !== '') words.push(share.text);
    if (whole) said.unshift(...share.leftOut);
    if (share !== older) taken.push({ id: share.id, bills: own, whole });
  }
  const joined = {
    ...values,
    billUrl: bills,
    ...(remark !== null && { [remark]: remarkWith(String(values[remark] ?? ''), words) }),
  };
  const adds = bills.length > values.billUrl.length || (remark !== null && joined[remark] !== values[remark]);
  const writer = { id: randomKey(), by: randomKey() };
  try {
    if (adds)
      await port.save(key, joined, {
        ...writer,
        shares: taken,
        ...(draft && { insteadOf: { id: draft.id, by: draft.by, at: draft.at ?? 0 } }),
      });
    else if (taken.length > 0) await dropShares(taken);
  } catch (error) {
    // Another form has taken some of them in, or somebody has typed on: all is looked at anew.
    if (!(error instanceof ShareGoneError || error instanceof DraftMovedError)) throw error;
    return joinShares(place, chosen, older);
  }
  if (older) await removeDraft(SHARED_DRAFT);
  say(said);
  sayLater(later);
  return { draft: adds ? { value: joined, ...writer } : draft, gone };
}

/**
 * A form's place for its draft that lets join, when the form opens, what other apps shared: `offered`, else the one
 * that is alone in the inbox. What cannot join stays there, and the form opens without it.
 */
export function withShared<Values extends { billUrl: readonly FormBill[] }>(
  place: JoinPlace<Values>,
  offered: readonly ChosenShare[] | null,
): DraftPort<Values> {
  const load: DraftPort<Values>['load'] = async (key) => {
    const [chosen, older] = await Promise.all([offered ?? listedShares().then(loneShare), olderShare()]);
    if (chosen.length > 0 || older)
      try {
        return (await joinShares({ ...place, key }, chosen, older)).draft;
      } catch (error) {
        toast.error(`Not attached, but kept in your inbox. ${messageOf(error)}`);
      }
    return place.drafts.load(key);
  };
  return { ...place.drafts, load };
}
