import { createFileRoute } from '@tanstack/react-router';
import { ExpensePolicyPage } from '#modules/expensePolicy/screens/ExpensePolicyPage.tsx';

export const Route = createFileRoute('/_signedIn/policy')({
  staticData: { title: 'Expense Policy', shortTitle: 'Policy' },
  component: ExpensePolicyPage,
});
