import { redirect } from '@tanstack/react-router';
import { currentSession } from '#data/sessionStore.ts';
import { safeReturnPath } from '#domain/session.ts';
import { hasTicket } from './ticket.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The id of the person whose session ended at `rd`; also after the page was loaded again. */
    whose?: string | undefined;
  }
}

/** Where a sign-in leads: to `rd`, which holds what one person has looked for, for nobody but them (P14). */
export const pathAfter = (rd: string | undefined, { whose }: { whose?: string | undefined }): string =>
  safeReturnPath(whose === undefined || whose === currentSession()?.id ? rd : undefined);

/**
 * What both addresses of the login page have in common: '/', where a logout leads, and '/login', where the guard does
 * (SES-3). With a session it redirects to `rd`, or home (SES-14).
 */
export const loginRoute = {
  staticData: { title: 'Login' },
  validateSearch: ({ rd }: Record<string, unknown>): { rd?: string } => (typeof rd === 'string' ? { rd } : {}),
  beforeLoad: ({
    search,
    location,
  }: {
    search: { rd?: string };
    location: { state: { whose?: string | undefined } };
  }): void => {
    if (currentSession() && !hasTicket()) throw redirect({ href: pathAfter(search.rd, location.state), replace: true });
  },
};
