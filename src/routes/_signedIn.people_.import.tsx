import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '#modules/people/screens/ImportPage.tsx';

export const Route = createFileRoute('/_signedIn/people_/import')({
  staticData: { title: 'Import People' },
  component: ImportPage,
});
