import { createFileRoute } from '@tanstack/react-router';
import { TallyLedgersPage } from '#modules/tally/screens/TallyLedgersPage.tsx';

export const Route = createFileRoute('/_signedIn/home_/tally-ledgers')({
  staticData: { title: 'Tally Ledgers' },
  component: TallyLedgersPage,
});
