import { createFileRoute } from '@tanstack/react-router';
import { LinesPage } from '#modules/people/screens/LinesPage.tsx';

export const Route = createFileRoute('/_signedIn/people_/lines')({
  staticData: { title: 'Reporting Lines', shortTitle: 'Lines' },
  component: LinesPage,
});
