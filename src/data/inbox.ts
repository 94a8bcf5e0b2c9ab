import type { ListedShare } from '#outbox/shares.ts';
import { listedShares } from './drafts.ts';
import { useOfInbox } from './inboxCount.ts';

/** What is in the inbox of the signed-in person, in the order of arrival. `data` is undefined until it is known. */
export const useInbox = () => useOfInbox<ListedShare[]>('inbox', listedShares);
