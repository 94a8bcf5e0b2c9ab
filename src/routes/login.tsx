import { createFileRoute } from '@tanstack/react-router';
import { loginRoute } from '#modules/session/index.ts';
import { LoginPage } from '#modules/session/screens/LoginPage.tsx';

export const Route = createFileRoute('/login')({ ...loginRoute, component: Login });

function Login() {
  return <LoginPage rd={Route.useSearch().rd} />;
}
