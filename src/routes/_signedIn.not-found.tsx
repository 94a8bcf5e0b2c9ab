import { createFileRoute } from '@tanstack/react-router';
import { SENTENCES } from '#contract/error.ts';
import { ForbiddenPage } from '#features/notFound/ForbiddenPage.tsx';

export const Route = createFileRoute('/_signedIn/not-found')({
  staticData: { title: SENTENCES.forbiddenTitle },
  component: ForbiddenPage,
});
