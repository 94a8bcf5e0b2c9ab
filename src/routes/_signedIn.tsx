import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { requireSession } from '#data/session.ts';

/** Everything behind sign-in. Whoever is not signed in goes to the login page and comes back by `rd`. */
export const Route = createFileRoute('/_signedIn')({
  beforeLoad: async ({ location }) => {
    if (!(await requireSession())) throw redirect({ to: '/', search: { rd: location.href }, replace: true });
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
