import type { ReactElement, ReactNode } from 'react';
import { Toasts } from '#ui/Toasts.tsx';
import { UpdateOffer } from './UpdateOffer.tsx';
import { useAppBadge } from './useAppBadge.ts';
import { usePageFocus } from './usePageFocus.ts';
import { useSessionWatch } from './useSessionWatch.ts';
import { useSettledToasts } from './useSettledToasts.ts';

/** What stands around every screen, signed in or not. */
export function Frame({ children }: { children: ReactNode }): ReactElement {
  usePageFocus();
  useSessionWatch();
  useSettledToasts();
  useAppBadge();
  return (
    <>
      {children}
      <UpdateOffer />
      <Toasts />
    </>
  );
}
