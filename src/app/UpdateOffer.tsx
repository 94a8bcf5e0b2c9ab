import { useSyncExternalStore, type ReactElement } from 'react';
import { clientAge } from '#data/clientAge.ts';
import { optionalPart } from '#ui/lazyPart.tsx';
import { subscribeUpdate, updateReady } from './update.ts';

const Offer = optionalPart(async () => (await import('./Offer.tsx')).Offer);

/**
 * A new version waits for consent (SW-1); a client that is too old for the server says so, and is replaced at a tap.
 */
export function UpdateOffer(): ReactElement | null {
  const ready = useSyncExternalStore(subscribeUpdate, updateReady);
  const tooOld = useSyncExternalStore(clientAge.subscribe, clientAge.isTooOld);
  return ready || tooOld ? <Offer tooOld={tooOld} /> : null;
}
