import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 1023px)';

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(QUERY);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Is there room for a table? Else its rows are cards. */
export const useRoom = (): boolean => !useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches);
