import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { MESSAGES } from '#contract/error.ts';
import { currentSummary } from '#data/entries.ts';
import { configOptions } from '#data/loadConfig.ts';
import { onSessionEnd, onWrongPerson } from '#data/sessionEnd.ts';
import { currentSession, dropSession, subscribeSession, watchOtherTabs } from '#data/sessionStore.ts';
import { isLoginPath, LEAVING_PATH, LOGIN_PATH } from '#domain/session.ts';
import { isSamePerson } from '#storage/person.ts';
import { Toasts } from '#ui/Toasts.tsx';
import { optionalPart } from '#ui/lazyPart.tsx';
import { closeToasts, toast } from '#ui/toast.ts';
import { afterFirstRows, afterPieces } from './firstRows.ts';
import { AskedAgain } from './AskedAgain.tsx';
import { UpdateOffer } from './UpdateOffer.tsx';
import { takeOverIfIdle } from './update.ts';
import { TITLE_ID, usePageTitle } from './shell/usePageTitle.ts';
import { useSettledToasts } from './useSettledToasts.ts';

/**
 * The tab says the page's title; after a navigation the heading has the focus, so that a screen reader announces the
 * page.
 */
function usePageFocus(): void {
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

/** What somebody has looked for stands in the address, and is not for the next one's eyes (ID-1). */
function beginAgain(anew: boolean): void {
  const { location } = window;
  // Who has left is here with a link of their own.
  if (anew && location.pathname !== LEAVING_PATH) location.replace('/');
  else location.reload();
}

/**
 * The server has ended the session: the cookie goes, drafts and outbox stay, and `rd` leads back (SES-13).
 */
function useSessionWatch(): void {
  const router = useRouter();
  useEffect(
    () =>
      onSessionEnd(() => {
        const whose = currentSession()?.id;
        dropSession();
        const { pathname, href } = router.state.location;
        // Who has left is here with a link of their own.
        if (pathname === LEAVING_PATH) return;
        toast.error(MESSAGES.unauthenticated);
        if (!isLoginPath(pathname))
          void router.navigate({ to: LOGIN_PATH, search: { rd: href }, state: { whose }, replace: true });
      }),
    [router],
  );
  // What was said to one person is not for the next one's eyes (ID-1).
  useEffect(() => {
    let before = currentSession();
    return subscribeSession(() => {
      const now = currentSession();
      if (before && !(now && isSamePerson(before, now))) closeToasts();
      before = now;
    });
  }, []);
  useEffect(() => watchOtherTabs(beginAgain), []);
  useEffect(() => onWrongPerson(() => beginAgain(true)), []);
}

const AppBadge = optionalPart(afterPieces(async () => (await import('./AppBadge.tsx')).AppBadge));

/** A demo says so after the first frame; everybody else goes without its code. */
const DemoBanner = optionalPart(afterFirstRows(async () => (await import('./DemoBanner.tsx')).DemoBanner));

/** The frame around every screen, signed in or not. */
export function Frame({ children }: { children: ReactNode }): ReactElement {
  usePageFocus();
  useSessionWatch();
  useSettledToasts();
  // The login page and the session's refresh ask for it.
  const { data: config } = useQuery({ ...configOptions(), enabled: false });
  return (
    <>
      {children}
      {config?.demo ? <DemoBanner /> : null}
      <AppBadge />
      <UpdateOffer />
      <AskedAgain />
      <Toasts />
    </>
  );
}
