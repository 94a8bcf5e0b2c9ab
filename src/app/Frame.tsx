import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { configOptions } from '#data/loadConfig.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Toasts } from '#ui/Toasts.tsx';
import { UpdateOffer } from './UpdateOffer.tsx';
import { useAppBadge } from './useAppBadge.ts';
import { usePageFocus } from './usePageFocus.ts';
import { useSessionWatch } from './useSessionWatch.ts';
import { useSettledToasts } from './useSettledToasts.ts';

/** A demo says so after the first frame; everybody else goes without its code. */
const DemoBanner = lazyPart(async () => (await import('./DemoBanner.tsx')).DemoBanner);

/** The frame around every screen, signed in or not. */
export function Frame({ children }: { children: ReactNode }): ReactElement {
  usePageFocus();
  useSessionWatch();
  useSettledToasts();
  useAppBadge();
  // The login page and the session's refresh ask for it.
  const { data: config } = useQuery({ ...configOptions(), enabled: false });
  return (
    <>
      {children}
      {config?.demo ? <DemoBanner /> : null}
      <UpdateOffer />
      <Toasts />
    </>
  );
}
