import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#modules/home/screens/HomePage.tsx';

export const Route = createFileRoute('/_signedIn/home')({
  staticData: { title: 'Home Page' },
  loader: async ({ context }) => (await import('#modules/home/firstFacts.ts')).firstFacts(context.queryClient),
  component: HomePage,
});
