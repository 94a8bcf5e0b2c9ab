import { createFileRoute } from '@tanstack/react-router';
import { NotificationsPage } from '#modules/notifications/screens/NotificationsPage.tsx';

export const Route = createFileRoute('/_signedIn/notifications')({
  staticData: { title: 'Notifications' },
  validateSearch: (raw: Record<string, unknown>): { page?: number } =>
    /^\d{1,6}$/.test(String(raw['page'])) ? { page: Number(raw['page']) } : {},
  component: NotificationsPage,
});
