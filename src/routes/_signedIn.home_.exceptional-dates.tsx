import { createFileRoute } from '@tanstack/react-router';
import { dateSearch } from '#modules/people/index.ts';
import { ExceptionalDatesPage } from '#modules/people/screens/ExceptionalDatesPage.tsx';

export const Route = createFileRoute('/_signedIn/home_/exceptional-dates')({
  staticData: { title: 'Exceptional Dates', shortTitle: 'Dates' },
  validateSearch: dateSearch,
  component: ExceptionalDatesPage,
});
