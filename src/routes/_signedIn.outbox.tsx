import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '#modules/outbox/screens/OutboxPage.tsx';

export const Route = createFileRoute('/_signedIn/outbox')({ staticData: { title: 'Outbox' }, component: OutboxPage });
