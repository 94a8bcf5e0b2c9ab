import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 767px)';

function subscribe(changed: () => void): () => void {
  if (typeof window.matchMedia !== 'function') return () => undefined;
  const media = window.matchMedia(QUERY);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

const isPhone = (): boolean => typeof window.matchMedia === 'function' && window.matchMedia(QUERY).matches;

/** Is the window as narrow as a phone's (below 768 px)? */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, isPhone);

/** Is it a phone itself, and not a narrow window: one that fingers scroll, and that shows no scroll bar? */
export const isTouched = (): boolean => isPhone() && window.matchMedia('(pointer: coarse)').matches;

/** What people call the thing in their hand: 'Saved on this phone', on a desktop 'Saved on this device'. */
export const deviceWord = (): 'phone' | 'device' => (isPhone() ? 'phone' : 'device');
