import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '#features/outbox/OutboxPage.tsx';

export const Route = createFileRoute('/_signedIn/outbox')({ staticData: { title: 'Outbox' }, component: OutboxPage });
