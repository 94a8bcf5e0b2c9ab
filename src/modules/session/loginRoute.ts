import { redirect } from '@tanstack/react-router';
import { currentSession } from '#data/sessionStore.ts';
import { safeReturnPath } from '#domain/session.ts';
import { hasTicket } from './ticket.ts';

/**
 * What both addresses of the login page have in common: '/', where a logout leads, and '/login', where the guard does
 * (SES-3). With a session it redirects to `rd`, or home (SES-14).
 */
export const loginRoute = {
  staticData: { title: 'Login' },
  validateSearch: ({ rd }: Record<string, unknown>): { rd?: string } => (typeof rd === 'string' ? { rd } : {}),
  beforeLoad: ({ search }: { search: { rd?: string } }): void => {
    if (currentSession() && !hasTicket()) throw redirect({ href: safeReturnPath(search.rd), replace: true });
  },
};
