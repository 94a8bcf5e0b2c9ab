import { createFileRoute } from '@tanstack/react-router';
import { loginRoute } from '#modules/session/index.ts';
import { LoginPage } from '#modules/session/screens/LoginPage.tsx';

export const Route = createFileRoute('/login')({
  ...loginRoute,
  loader: async ({ context }) =>
    (await import('#modules/session/screens/LoginPage.tsx')).firstFacts(context.queryClient),
  component: Login,
});

function Login() {
  return <LoginPage rd={Route.useSearch().rd} />;
}
