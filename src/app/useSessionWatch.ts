import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MESSAGES } from '#contract/error.ts';
import { currentSession, dropSession, subscribeSession, watchOtherTabs } from '#data/sessionStore.ts';
import { onSessionEnd } from '#data/sessionEnd.ts';
import { onWrongPerson } from '#data/wrongPerson.ts';
import { isLoginPath, LOGIN_PATH } from '#domain/session.ts';
import { isSamePerson } from '#storage/open.ts';
import { closeToasts, toast } from '#ui/toast.ts';

/**
 * The server has ended the session: the cookie goes, drafts and outbox stay, and `rd` leads back (SES-13).
 */
export function useSessionWatch(): void {
  const router = useRouter();
  useEffect(
    () =>
      onSessionEnd(() => {
        dropSession();
        toast.error(MESSAGES.unauthenticated);
        const { pathname, href } = router.state.location;
        if (!isLoginPath(pathname)) void router.navigate({ to: LOGIN_PATH, search: { rd: href }, replace: true });
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
  useEffect(() => watchOtherTabs(() => window.location.reload()), []);
  useEffect(() => onWrongPerson(() => window.location.reload()), []);
}
