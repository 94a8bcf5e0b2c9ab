import { createFileRoute } from '@tanstack/react-router';
import { MESSAGES } from '#contract/error.ts';
import { ForbiddenPage } from '#ui/UnknownPage.tsx';

export const Route = createFileRoute('/_signedIn/not-found')({
  staticData: { title: MESSAGES.forbiddenTitle, shortTitle: '403' },
  component: ForbiddenPage,
});
