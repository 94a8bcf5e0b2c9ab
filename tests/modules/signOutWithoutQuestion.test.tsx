import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { writeToken } from '#data/cookies.ts';
import { keepKey } from '#data/keys.ts';
import { setSession } from '#data/sessionStore.ts';
import { outbox } from '#data/entries.ts';
import { submit } from '#data/submit.ts';
import { createCommand } from '#modules/localExpense/command.ts';
import { emptyValues } from '#modules/localExpense/values.ts';
import type { LocalExpenseInput } from '#domain/claim.ts';
import { LogoutButton } from '#modules/session/LogoutButton.tsx';
import { readToken } from '#start/cookies.ts';
import { PERSON, show, signInOffline } from '#tests/support/screen.tsx';

/** That of `signInOffline`. */
const SECRET = 'A'.repeat(43);
const someone = { ...PERSON, email: 'leaving@example.com' };
vi.mock('#modules/session/SignOutDialog.tsx', () => Promise.reject(new TypeError('error loading module script')));

it('SES-12: where the code of the question does not come, what waits is kept, and the person is out', async () => {
  await signInOffline(someone);
  const parsed: LocalExpenseInput = { type: 'OTHERS', day: '2026-11-12', paise: 1_000, remarks: 'One', bills: [] };
  await submit(createCommand(emptyValues('2026-11-12'), parsed, { timeZone: PERSON.timeZone, email: someone.email }));
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <LogoutButton /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  } as never);
  await router.load();
  show(<RouterProvider router={router as never} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(readToken()).toBeNull());
  expect(
    await screen.findByText(/^What is not sent stays locked on this \w+ until you sign in here again\.$/),
  ).toBeVisible();
  writeToken('token');
  setSession(someone);
  await keepKey(someone, { secrets: [SECRET], faceSecrets: [], formerEmails: [], soleAddress: true });
  expect(await (await outbox()).list()).toHaveLength(1);
});
