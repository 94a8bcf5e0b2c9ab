import { createFileRoute } from '@tanstack/react-router';
import { SetupPage } from '#modules/session/screens/SetupPage.tsx';

export const Route = createFileRoute('/setup')({ staticData: { title: 'Set up' }, component: SetupPage });
