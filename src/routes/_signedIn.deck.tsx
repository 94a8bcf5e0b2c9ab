import { createFileRoute } from '@tanstack/react-router';
import { ApprovalDeck } from '#modules/approvals/screens/ApprovalDeck.tsx';

export const Route = createFileRoute('/_signedIn/deck')({
  staticData: { title: 'One By One' },
  component: ApprovalDeck,
});
