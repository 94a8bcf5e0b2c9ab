import { createFileRoute } from '@tanstack/react-router';
import { EnquiriesPage } from '#modules/enquiries/screens/EnquiriesPage.tsx';

export const Route = createFileRoute('/_signedIn/enquiries/$tab')({
  staticData: { title: 'Enquiries' },
  validateSearch: (raw: Record<string, unknown>): { page?: number } =>
    /^\d{1,6}$/.test(String(raw['page'])) ? { page: Number(raw['page']) } : {},
  component: EnquiriesPage,
});
