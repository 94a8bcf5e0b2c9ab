import { useRouter } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { sharedSearch } from './sharedSearch.ts';
import { useAhead } from './useAhead.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What lies over this screen was opened from the screen itself: going back closes it. */
    layer?: string | undefined;
  }
}

/** Parts of an address that open something over a screen, whatever screen it is: a bill, the filters. */
export const LAYERS = ['view', 'panel'] as const;
export type LayerKey = (typeof LAYERS)[number];

export interface AddressLayer {
  /** What is open; null when nothing is. */
  value: string | null;
  open: (value: string) => void;
  close: () => void;
}

const never = () => () => undefined;

/**
 * Something that opens over a screen and is part of its address, so that the phone's Back closes it and not the screen.
 * With `inAddress` false, or outside of the app's router, it is open or closed and nothing else.
 */
export function useAddressLayer(key: LayerKey, inAddress = true): AddressLayer {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const [own, setOwn] = useState<string | null>(null);
  const read = (): string | null => {
    const search = inAddress ? router?.history.location.search : undefined;
    return search?.includes(`${key}=`) ? new URLSearchParams(search).get(key) : null;
  };
  const [shown, lead] = useAhead(useSyncExternalStore(router?.history.subscribe ?? never, read));
  if (!router || !inAddress) return { value: own, open: setOwn, close: () => setOwn(null) };

  const go = (next: string | undefined, opens: boolean): void =>
    void router.navigate({
      to: '.',
      search: sharedSearch((before) => ({ ...before, [key]: next })),
      state: (before) => ({ ...before, layer: opens ? key : undefined }),
      replace: !opens,
      resetScroll: false,
    });
  return {
    value: shown,
    open: (next) =>
      lead(
        () => next,
        () => go(next, true),
      ),
    close: () => {
      lead(() => null);
      if (read() === null) return;
      if (router.history.location.state.layer === key) router.history.back();
      else go(undefined, false);
    },
  };
}
