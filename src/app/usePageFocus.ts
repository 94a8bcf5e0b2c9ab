import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentSummary } from '#data/entries.ts';
import { takeOverIfIdle } from './registerSw.ts';
import { TITLE_ID, usePageTitle } from './shell/usePageTitle.ts';

/**
 * The tab says the page's title; after a navigation the heading has the focus, so that a screen reader announces the
 * page.
 */
export function usePageFocus(): void {
  const router = useRouter();
  const { tabTitle } = usePageTitle();
  useEffect(() => {
    document.title = tabTitle;
  }, [tabTitle]);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        // Keyboard users who switch between two views keep the focus on the switch.
        const stays =
          document.querySelector('[role="dialog"]') !== null ||
          document.activeElement?.closest('[data-keeps-focus]') != null;
        if (!stays) document.getElementById(TITLE_ID)?.focus({ preventScroll: true });
        takeOverIfIdle(currentSummary().sending);
      }),
    [router],
  );
}
