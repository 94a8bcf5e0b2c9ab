import { createFileRoute } from '@tanstack/react-router';
import { InboxPage } from '#modules/inbox/screens/InboxPage.tsx';

export const Route = createFileRoute('/_signedIn/inbox')({ staticData: { title: 'Inbox' }, component: InboxPage });
