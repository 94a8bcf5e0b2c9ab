import { createFileRoute, redirect } from '@tanstack/react-router';
import { currentSession } from '#data/sessionStore.ts';
import { safeReturnPath } from '#domain/session.ts';
import { LoginPage } from '#features/session/LoginPage.tsx';

export const Route = createFileRoute('/')({
  staticData: { title: 'Login' },
  validateSearch: ({ rd }: Record<string, unknown>): { rd?: string } => (typeof rd === 'string' ? { rd } : {}),
  beforeLoad: ({ search }) => {
    if (currentSession()) throw redirect({ href: safeReturnPath(search.rd), replace: true });
  },
  component: Login,
});

function Login() {
  return <LoginPage rd={Route.useSearch().rd} />;
}
