import type { PersonStore } from '#storage/open.ts';
import { openChannel, type Channel } from './channel.ts';

/** How much is in the inbox, without what reads it: the navigation and the worker count it. */

const OWNER = 'share:';
/** Whose bytes a share's are, in `blobs`. */
export const ownerOf = (id: string): string => OWNER + id;
/** The bills of all shares. */
export const allBills = (): IDBKeyRange => IDBKeyRange.bound([OWNER], [`${OWNER}\uffff`]);

/** Carries that the inbox has changed. */
export const inboxChannel = (): Channel => openChannel('kharcha-inbox');
/** Says so, to this page too. */
export function tellInbox(): void {
  const channel = inboxChannel();
  channel.post();
  channel.close();
}

/** How many bills are in the inbox, and shares without one; opens none of them. */
export const countInbox = (store: PersonStore): Promise<number> =>
  store.read(['shares', 'blobs'], async (tx) => {
    const bills = await tx.objectStore('blobs').getAllKeys(allBills());
    const shares = await tx.objectStore('shares').getAllKeys();
    const withBills = new Set(bills.map(([owner]) => owner));
    return bills.length + shares.filter((id) => !withBills.has(ownerOf(id))).length;
  });
