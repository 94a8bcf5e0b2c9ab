import type { ListedShare, ShareSource, TakenShare } from '#outbox/shares.ts';

/** One line of the inbox: a bill, or a share that has none. */
export interface InboxItem {
  key: string;
  share: ListedShare;
  bill: ListedShare['bills'][number] | null;
}

export const SOURCE: Readonly<Record<ShareSource, string>> = {
  share: 'From a share',
  camera: 'From the camera',
  paste: 'Pasted',
  file: 'By file',
};

/** The lines of the inbox, in the order of arrival. */
export const itemsOf = (shares: readonly ListedShare[]): InboxItem[] =>
  shares.flatMap((share): InboxItem[] =>
    share.bills.length === 0
      ? [{ key: share.id, share, bill: null }]
      : share.bills.map((bill) => ({ key: `${share.id}/${bill.localId}`, share, bill })),
  );

/** What is taken of the inbox with these lines: a share whose every line is among them goes whole. */
export function takenOf(items: readonly InboxItem[]): TakenShare[] {
  const of = new Map<string, { share: ListedShare; bills: string[] }>();
  for (const { share, bill } of items) {
    const taken = of.get(share.id) ?? { share, bills: [] };
    if (bill) taken.bills.push(bill.localId);
    of.set(share.id, taken);
  }
  return [...of.values()].map(({ share, bills }) => ({
    id: share.id,
    bills,
    whole: bills.length === share.bills.length,
  }));
}

/** '1 bill', '3 bills'; shares without one are items. */
export function countText(items: readonly InboxItem[]): string {
  const noun = items.every(({ bill }) => bill !== null) ? 'bill' : 'item';
  return items.length === 1 ? `1 ${noun}` : `${items.length} ${noun}s`;
}
