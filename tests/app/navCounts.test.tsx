import { RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Providers } from '#app/providers.tsx';
import { createAppRouter } from '#app/router.tsx';
import { countWaiting } from '#contract/calls/home.ts';
import { writeToken } from '#data/cookies.ts';
import { readOptions } from '#data/query.ts';
import { createQueryClient } from '#data/queryClient.ts';
import { NO_ROLES, setSession } from '#data/sessionStore.ts';
import { setWindowWidth } from '#tests/support/screens.ts';

it('HOME-7: what waits comes to the links that stand: who is about to press one keeps it', async () => {
  setWindowWidth(360);
  writeToken('a-token');
  setSession({
    email: 'manager@example.com',
    name: 'Asha Nair',
    employeeCode: 'E1',
    roles: { ...NO_ROLES, isManager: true },
    rolesKnown: true,
    timeZone: 'Asia/Kolkata',
  });
  window.history.replaceState(null, '', '/outbox');
  const client = createQueryClient();
  const router = createAppRouter(client);
  await act(() => router.load());
  render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  const link = await screen.findByRole('link', { name: 'Approvals' });
  link.focus();
  const none = { trips: 0, travel: 0, local: 0, conveyance: 0 };
  const manager = { ...none, local: 3 };
  const data = { own: none, manager, finance: null, admin: null, enquiries: { toAnswer: 0, toClose: 0 } };
  client.setQueryData(readOptions(countWaiting).queryKey, { success: true, data });
  await waitFor(() => expect(link).toHaveAccessibleDescription('3 waiting for you'));
  expect(link).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Approvals' })).toBe(link);
});
