import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#modules/home/screens/HomePage.tsx';

export const Route = createFileRoute('/_signedIn/home')({
  staticData: { title: 'Home Page' },
  loader: async ({ context }) => (await import('#modules/home/firstFacts.ts')).firstFacts(context.queryClient),
  // For its first drawing only: a visit later shows what was there, and asks by itself.
  staleTime: Infinity,
  component: HomePage,
});
