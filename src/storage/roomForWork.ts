import { CONFIRMED_STORES, dropConfirmedBills } from './confirmed.ts';
import type { PersonStore } from './open.ts';
import { dropReadingCache } from './readingCache.ts';
import { withRoom } from './room.ts';

/** Lets go of bills that the server has. */
const dropSent = (store: PersonStore): Promise<void> => store.write([...CONFIRMED_STORES], dropConfirmedBills);

/**
 * Runs a write of what is not sent yet: for that, beside what can be fetched again, what reads photos and then bills
 * that the server has make room too (ST-1). What is only kept to be read faster is not worth those. Throws as
 * `withRoom` does.
 */
export const withRoomForWork = <R>(store: PersonStore, write: () => Promise<R>): Promise<R> =>
  withRoom(store, write, dropReadingCache, dropSent);
