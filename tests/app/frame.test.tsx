import { RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Providers } from '#app/providers.tsx';
import { page } from '#app/useSettledToasts.ts';
import { createAppRouter } from '#app/router.tsx';
import { MESSAGES } from '#contract/error.ts';
import { rememberConfig } from '#data/config.ts';
import { clientAge } from '#data/clientAge.ts';
import { readToken } from '#start/cookies.ts';
import { writeToken } from '#data/cookies.ts';
import { clearEntries, outbox, showEntries } from '#data/entries.ts';
import { createQueryClient } from '#data/queryClient.ts';
import { sessionEnded } from '#data/sessionEnd.ts';
import { dropSession, NO_ROLES, setSession } from '#data/sessionStore.ts';
import type { Entry } from '#outbox/entry.ts';
import { anEntry } from '#tests/support/entries.ts';
import { closeToast, currentToasts, toast } from '#ui/toast.ts';
import { setWindowWidth } from '#tests/support/screens.ts';

async function open(address: string) {
  window.history.replaceState(null, '', address);
  const client = createQueryClient();
  const router = createAppRouter(client);
  await act(() => router.load());
  render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return router;
}

function signedIn(roles = NO_ROLES): void {
  writeToken('a-token');
  setSession({
    email: 'employee@example.com',
    name: 'Asha Nair',
    employeeCode: 'E1',
    roles,
    rolesKnown: true,
    timeZone: 'Asia/Kolkata',
  });
}

beforeEach(() => {
  dropSession();
  for (const { id } of currentToasts()) closeToast(id);
});

describe('the frame of every screen', () => {
  it('NAV-1: has one heading, the page’s title, and says it in the tab', async () => {
    signedIn();
    showEntries([], true);
    await open('/outbox');
    const headings = await screen.findAllByRole('heading', { level: 1 });
    expect(headings.map((heading) => heading.textContent)).toEqual(['Outbox']);
    expect(document.title).toBe('Outbox');
    expect(screen.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All sent' })).toHaveAttribute('href', '/outbox');
  });

  it('OB-12: says that all is sent only once it has been read what waits', async () => {
    signedIn();
    clearEntries();
    await open('/outbox');
    expect(await screen.findByRole('heading', { level: 1, name: 'Outbox' })).toBeInTheDocument();
    expect(screen.queryByText('All sent')).toBeNull();
    expect(screen.getByRole('link', { name: 'What waits' })).toHaveAttribute('href', '/outbox');
    // Nothing of this person's is on the device of this test, and no key.
    await outbox().catch(() => undefined);
    expect(
      await screen.findByText(/^What is waiting on this \w+ cannot be read now\. This device has no key for you yet\./),
    ).toBeInTheDocument();
    act(() => showEntries([anEntry({ state: 'waiting' })], true));
    expect(screen.getAllByText('1 waiting').length).toBeGreaterThan(0);
    expect(screen.queryByText(/cannot be read/)).toBeNull();
    act(() => showEntries([], true));
    expect(screen.getByRole('link', { name: 'All sent' })).toBeInTheDocument();
  });

  it('NAV-11: a footer ends the page', async () => {
    signedIn();
    await open('/outbox');
    expect(await screen.findByText('2023 all rights reserved')).toBeInTheDocument();
    expect(
      screen.getByText(/^By using Kharcha you agree to your company’s travel and expense policy\./),
    ).toBeInTheDocument();
  });

  it('a navigation moves the focus to the new heading', async () => {
    signedIn();
    await open('/outbox');
    await userEvent.click((await screen.findAllByRole('link', { name: 'Home' }))[0] as HTMLElement);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Home Page'));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('on a phone the navigation is below and Logout in the account menu', async () => {
    setWindowWidth(360);
    signedIn({ ...NO_ROLES, isManager: true });
    await open('/outbox');
    const links = await screen.findAllByRole('link');
    expect(
      links
        .map((link) => link.textContent)
        .filter((text) => ['Home', 'Claims', 'Approvals', 'Outbox'].includes(text ?? '')),
    ).toEqual(['Home', 'Claims', 'Approvals', 'Outbox']);
    expect(screen.getByRole('button', { name: 'Account' })).toHaveAttribute('popovertarget', 'account');
  });

  it('SES-3, SES-15: without a session it leads to the login, with the way back', async () => {
    const router = await open('/raise-local/expense?page=2');
    await screen.findByText("Let's Get Started");
    expect(screen.getByText('Enable Geo location for login.')).toBeInTheDocument();
    expect(screen.getByText('2023 all rights reserved')).toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: '/login', search: { rd: '/raise-local/expense?page=2' } });
    expect(document.title).toBe('Login');
  });

  it('ACC-16: a screen of a role that one lacks leads to the page that says so', async () => {
    signedIn();
    const router = await open('/approve-local/expense?page=1');
    expect(await screen.findByRole('heading', { level: 1, name: '403 - Forbidden' })).toBeInTheDocument();
    expect(screen.getByText('You do not have permission to access this page.')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/not-found');
  });

  it('ACC-16: a person who has the role stays', async () => {
    signedIn({ ...NO_ROLES, isManager: true });
    const router = await open('/approve-local/expense');
    await screen.findByRole('heading', { level: 1, name: 'Approve/Reject Local Expense and Conveyance' });
    expect(router.state.location.pathname).toBe('/approve-local/expense');
  });

  it('SES-14, Z15: a signed-in person at the login goes home, whatever rd says', async () => {
    signedIn();
    for (const login of ['/', '/login']) {
      const router = await open(`${login}?rd=https://evil.test/x`);
      await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    }
  });

  it('SES-13: when the server ends the session the cookie goes, a toast says so, and rd leads back', async () => {
    signedIn();
    const router = await open('/outbox');
    await screen.findByRole('heading', { level: 1, name: 'Outbox' });
    act(() => sessionEnded());
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toEqual({ rd: '/outbox' });
    expect(readToken()).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent('Authentication failed!');
  });

  it('OB-7: a page of the person here before leaves another’s session alone, and is reloaded once', async () => {
    const reload = vi.spyOn(page, 'reload').mockImplementation(() => undefined);
    signedIn();
    const router = await open('/outbox');
    const [first, second] = [anEntry(), anEntry()];
    const refusal = { status: 409, code: 'WRONG_USER', message: 'This was made by another person on this device.' };
    const refuse = (): void =>
      act(() => {
        showEntries([first, second], true);
        // The second one waits along with the first, as the outbox keeps them.
        showEntries([
          { ...first, state: 'signIn', refusal },
          { ...second, state: 'signIn' },
        ] satisfies Entry[]);
      });
    refuse();
    expect(reload).toHaveBeenCalledOnce();
    expect([readToken(), router.state.location.pathname]).toEqual(['a-token', '/outbox']);
    refuse();
    expect(reload).toHaveBeenCalledOnce();
    expect(readToken()).toBe('a-token');
    expect(screen.getByRole('alert')).toHaveTextContent(refusal.message);
    act(() => showEntries([], true));
  });

  it('ID-1: what was said to one person is not shown to the next', async () => {
    signedIn();
    await open('/outbox');
    act(() => toast.error('Ravi Menon: ₹4,510 was refused'));
    // Their own roles and name fetched again are no other person.
    act(() => signedIn({ ...NO_ROLES, isManager: true }));
    expect(screen.getByText('Ravi Menon: ₹4,510 was refused')).toBeInTheDocument();
    act(() => dropSession());
    expect(currentToasts()).toEqual([]);
  });

  it('MGR-12: what of a bulk decision was refused is said on whatever screen one is, once', async () => {
    signedIn();
    await open('/outbox');
    const entry = anEntry({ endpoint: 'bulkManagerLocal', record: { kind: 'localExpense', ids: ['a', 'b', 'c'] } });
    const data = {
      done: ['a'],
      refused: ['b', 'c'].map((id) => ({ id, code: 'CONFLICT', message: 'Decided already' })),
    };
    await act(async () => {
      showEntries([entry], true);
      showEntries([{ ...entry, state: 'done', answer: { success: true, data } }]);
    });
    await waitFor(() =>
      expect(
        currentToasts().filter(({ text }) => text === '2 of 3 could not be decided. The cards say why.'),
      ).toHaveLength(1),
    );
    act(() => showEntries([], true));
  });

  it('NAV-3: an unknown path says so and shows a way home; /not-found is forbidden', async () => {
    signedIn();
    await open('/no/such/page');
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/home');
  });

  it('NAV-2: /not-found shows its sentence', async () => {
    signedIn();
    await open('/not-found');
    expect(await screen.findByRole('heading', { level: 1, name: '403 - Forbidden' })).toBeInTheDocument();
    expect(screen.getByText('You do not have permission to access this page.')).toBeInTheDocument();
  });

  it('HOME-2: a campaign user without an office role may not be here', async () => {
    signedIn({ ...NO_ROLES, isCampaign: true });
    const router = await open('/home');
    await waitFor(() => expect(router.state.location.pathname).toBe('/not-found'));
  });

  // The last one: a client that is too old stays so until it is replaced.
  it('WIRE-14, X38: a client that the server no longer takes says so on every screen, and can update', async () => {
    signedIn();
    await open('/outbox');
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    act(() => clientAge.sawStatus(426));
    expect(await screen.findByText(MESSAGES.clientTooOld)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Update' })).toBeEnabled();
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('S6 SES-18: says on every page that this is a demo: %s', async (demo, times) => {
    rememberConfig({
      success: true,
      googleClientId: null,
      demo,
      baseUrls: { expense: '', auth: '', file: '' },
      analyticsUrl: null,
      pushPublicKey: null,
      orgTimeZone: 'Asia/Kolkata',
      version: 'test',
    });
    signedIn();
    showEntries([], true);
    await open('/outbox');
    await screen.findByRole('heading', { level: 1, name: 'Outbox' });
    if (demo)
      expect(await screen.findByRole('complementary', { name: 'Demo' })).toHaveTextContent(
        'anybody can sign in as anybody',
      );
    expect(screen.queryAllByText(/anybody can sign in as anybody/)).toHaveLength(times);
  });
});

describe('the menu beside every screen', () => {
  it.each([
    ['/people/provisioning', 'Provisioning'],
    ['/people/import', 'People'],
    ['/home/stand-in', undefined],
  ])('NAV-1: at %s the menu marks one entry at the most: %s', async (address, label) => {
    setWindowWidth(1280);
    signedIn({ ...NO_ROLES, isOrgAdmin: true });
    await open(address);
    const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
    const marked = menu.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map((link) => link.textContent)).toEqual(label === undefined ? [] : [label]);
  });
});

it('NAV-1: a long title is heard whole, and seen short where there is no room', async () => {
  signedIn();
  await open('/raise-travel-expense');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Raise Travel Expense');
  expect(screen.getByText('Travel', { selector: '[aria-hidden]' })).toBeInTheDocument();
});
