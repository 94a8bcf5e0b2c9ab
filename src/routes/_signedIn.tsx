import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { refreshRoles, requireSession } from '#data/session.ts';
import { LOGIN_PATH } from '#domain/session.ts';
import { mayOpen, queueOnBehalfOf } from '#domain/screens.ts';
import { sharedSearch } from '#ui/sharedSearch.ts';

/** Maximum wait before a user without access is redirected. */
const PATIENCE_MS = 3_000;

/**
 * Everything behind sign-in. Without a session it redirects to the login page, which returns by `rd` (SES-3);
 * a screen of a missing role leads to /not-found (ACC-16).
 */
export const Route = createFileRoute('/_signedIn')({
  beforeLoad: async ({ location }) => {
    const session = await requireSession();
    if (!session) throw redirect({ to: LOGIN_PATH, search: { rd: location.href }, replace: true });
    // Somebody else's screen is for the server to allow: a stand-in has no role of one's own.
    if (mayOpen(location.pathname, session.roles) || 'findByEmail' in location.search) return;
    // A role may be new: the server is asked before anybody is turned away.
    const { roles } = await refreshRoles(PATIENCE_MS).catch(() => session);
    if (mayOpen(location.pathname, roles)) return;
    const findByEmail = queueOnBehalfOf(location.pathname, roles);
    if (findByEmail === null) throw redirect({ href: '/not-found', replace: true });
    throw redirect({ to: location.pathname, search: sharedSearch({ ...location.search, findByEmail }), replace: true });
  },
  component: SignedIn,
});

function SignedIn() {
  const { Shell } = Route.useRouteContext();
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
