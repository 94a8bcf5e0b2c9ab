import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommand } from '#modules/localExpense/command.ts';
import { emptyValues } from '#modules/localExpense/values.ts';
import { readToken } from '#start/cookies.ts';
import { outbox } from '#data/entries.ts';
import { submit } from '#data/submit.ts';
import { LogoutButton } from '#modules/session/LogoutButton.tsx';
import { page } from '#ui/page.ts';
import { emptyOutbox } from '#tests/support/emptyOutbox.ts';
import { PERSON, show, signInOffline } from '#tests/support/screen.tsx';

const someone = { ...PERSON, email: 'leaving@example.com' };

async function open() {
  const root = createRootRoute();
  const routes = ['/', '/here'].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: path === '/' ? () => <p>Login</p> : () => <LogoutButton />,
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/here'] }),
  } as never);
  await router.load();
  show(<RouterProvider router={router as never} />);
}
const waitOne = (remarks: string) =>
  submit(
    createCommand(
      { ...emptyValues('2026-11-12'), localExpenseType: 'OTHERS', claimAmount: '10', remarks },
      { type: 'OTHERS', day: '2026-11-12', paise: 1_000, remarks, bills: [] },
      { timeZone: PERSON.timeZone, email: someone.email },
    ),
  );

/** The question that logging out asks while two items wait. */
async function askWithTwo(user: UserEvent): Promise<HTMLElement> {
  await waitOne('One');
  await waitOne('Two');
  await open();
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  return screen.findByRole('dialog', { name: 'Log out' });
}

describe('SES-12 logging out with something unsent', () => {
  beforeEach(() => signInOffline(someone));

  it('asks too where the storage of a slow device takes seconds to say what waits', async () => {
    await waitOne('One');
    const here = await outbox();
    const list = here.list.bind(here);
    vi.spyOn(here, 'list').mockImplementationOnce(async () => {
      await new Promise((done) => setTimeout(done, 3_500));
      return list();
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('dialog', { name: 'Log out' }, { timeout: 8_000 })).toHaveTextContent('1 item is');
    expect(readToken()).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  }, 20_000);

  it('says how many items wait, and Cancel stays signed in', async () => {
    const user = userEvent.setup();
    const question = await askWithTwo(user);
    expect(within(question).getByText(/^2 items are not sent yet\./)).toBeInTheDocument();
    expect(
      within(question)
        .getAllByRole('button')
        .map((button) => button.textContent)
        .filter(Boolean),
    ).toEqual(['Send now', 'Log out and keep', 'Cancel']);
    // Without a network nothing can be sent now.
    expect(within(question).getByRole('button', { name: 'Send now' })).toBeDisabled();
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readToken()).not.toBeNull();
    expect(await (await outbox()).list()).toHaveLength(2);
  });

  it('goes on counting while it asks, and says when nothing waits any more', async () => {
    const user = userEvent.setup();
    const question = await askWithTwo(user);
    const waiting = await outbox();
    const [first, second] = await waiting.list();
    // What is being sent at this moment is not discarded: a try without a network is soon over.
    const discard = (id = ''): Promise<void> => vi.waitFor(() => waiting.discard(id), 10_000);
    await discard(first?.id);
    expect(await within(question).findByText(/^1 item is not sent yet\./)).toBeInTheDocument();
    await discard(second?.id);
    const status = await screen.findByText(/^Nothing waits on this (?:phone|computer|device) any more\.$/);
    expect(status).toHaveRole('status');
    expect(screen.queryByRole('button', { name: 'Log out and keep' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('Login')).toBeInTheDocument();
    expect(readToken()).toBeNull();
  });

  it('keeps what waits sealed: nobody opens it before the same person is back', async () => {
    const user = userEvent.setup();
    await waitOne('Kept');
    await open();
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Log out' })).getByRole('button', { name: 'Log out and keep' }),
    );
    expect(await screen.findByText('Login')).toBeInTheDocument();
    expect(readToken()).toBeNull();
    await expect(outbox()).rejects.toThrow();
    await signInOffline({ ...PERSON, email: 'somebody-else@example.com' });
    expect(await (await outbox()).list()).toEqual([]);
  });

  it('asks nothing when nothing waits', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Login')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('ID-1: what stands on the screen is hidden while the server is waited for', async () => {
  await signInOffline(someone);
  let answer = (): void => undefined;
  globalThis.fetch = ((url: string) =>
    new Promise((_, fail) => {
      const none = (): void => fail(new TypeError('No network.'));
      if (new URL(url, 'http://localhost').pathname === '/api/v2/logout') answer = none;
      else none();
    })) as typeof fetch;
  await open();
  await emptyOutbox();
  const asked = answer;
  const isHidden = (): boolean => document.documentElement.hasAttribute('data-leaving');
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(answer).not.toBe(asked));
  expect([isHidden(), screen.queryByText('Login')]).toEqual([true, null]);
  answer();
  expect(await screen.findByText('Login')).toBeInTheDocument();
  await waitFor(() => expect(isHidden()).toBe(false));
});

describe('SES-35 logging out of a session that a provider opened', () => {
  it('leaves for the provider’s own sign-out, once this device has forgotten the session', async () => {
    await signInOffline(someone);
    const leave = vi.spyOn(page, 'leave').mockReturnValue();
    const address = 'https://idp.example/end?client_id=kharcha';
    globalThis.fetch = (async (url: string) =>
      new URL(url, 'http://localhost').pathname === '/api/v2/logout'
        ? new Response(JSON.stringify({ success: true, leave: address }), {
            headers: { 'content-type': 'application/json' },
          })
        : Promise.reject(new TypeError('No network.'))) as typeof fetch;
    await open();
    await emptyOutbox();
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith(address));
    expect(readToken()).toBeNull();
    expect(screen.queryByText('Login')).toBeNull();
    leave.mockRestore();
  });
});
