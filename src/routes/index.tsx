import { createFileRoute } from '@tanstack/react-router';
import { loginRoute } from '#features/session/loginRoute.ts';
import { LoginPage } from '#features/session/LoginPage.tsx';

export const Route = createFileRoute('/')({ ...loginRoute, component: Login });

function Login() {
  return <LoginPage rd={Route.useSearch().rd} />;
}
