import { createFileRoute } from '@tanstack/react-router';
import { dateSearch } from '#features/admin/dateSearch.ts';
import { ExceptionalDatesPage } from '#features/admin/ExceptionalDatesPage.tsx';

export const Route = createFileRoute('/_signedIn/home_/exceptional-dates')({
  staticData: { title: 'Exceptional Dates' },
  validateSearch: dateSearch,
  component: ExceptionalDatesPage,
});
