import { createFileRoute } from '@tanstack/react-router';
import { RecordPage } from '#modules/records/screens/RecordPage.tsx';

export const Route = createFileRoute('/_signedIn/detail/$id/$tab')({
  staticData: { title: 'Details' },
  validateSearch: (raw: Record<string, unknown>): { ask?: 1; edit?: string } => ({
    ...(String(raw['ask']) === '1' && { ask: 1 as const }),
    ...(typeof raw['edit'] === 'string' && { edit: raw['edit'] }),
  }),
  component: RecordPage,
});
