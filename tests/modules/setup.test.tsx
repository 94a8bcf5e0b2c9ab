import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readToken } from '#start/cookies.ts';
import { writeToken } from '#data/cookies.ts';
import { currentSession, NO_ROLES, setSession } from '#data/sessionStore.ts';
import { SETUP_CLOSED, SIGN_IN_LINK_CLOSED } from '#domain/organisation.ts';
import { SetupPage } from '#modules/session/screens/SetupPage.tsx';
import { show } from '#tests/support/screen.tsx';
import { page } from '#ui/page.ts';

const SECRET = 's'.repeat(43);
const asked: unknown[] = [];
let answer: { status: number; body: object };
let configured: object;
const CONFIG = {
  googleClientId: null,
  demo: false,
  codeSignIn: false,
  baseUrls: { expense: '', auth: '', file: '' },
  analyticsUrl: null,
  pushPublicKey: null,
  orgTimeZone: 'Asia/Kolkata',
  version: '0.0.0',
};

const OPENED = {
  status: 200,
  body: {
    success: true,
    token: 'T'.repeat(43),
    accountDetails: { email: 'tara@acme.example', name: 'Tara Bose', employeeCode: 'A1' },
    orgDetails: [{ organisationId: '1', name: 'Acme' }],
    deviceSecret: 'A'.repeat(43),
  },
};

async function open(hash: string, title = 'Set up'): Promise<void> {
  window.history.replaceState(null, '', `/setup${hash}`);
  const root = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/setup', component: SetupPage }),
    createRoute({ getParentRoute: () => root, path: '/home', component: () => <h1>Home</h1> }),
  ];
  const history = createMemoryHistory({ initialEntries: ['/setup'] });
  show(<RouterProvider router={createRouter({ routeTree: root.addChildren(routes), history })} />);
  await screen.findByRole('heading', { name: title });
}

async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await userEvent.type(screen.getByLabelText(new RegExp(label)), value);
  await userEvent.click(screen.getByRole('button', { name: 'Set up' }));
}

beforeEach(() => {
  sessionStorage.clear();
  asked.length = 0;
  answer = OPENED;
  configured = { success: true, data: NO_ROLES };
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const isEntry = /\/api\/v1\/(setup|sign-in-link)$/.test(String(url));
    if (isEntry) asked.push(JSON.parse(String(init?.body)));
    const { status, body } = isEntry
      ? answer
      : { status: 200, body: String(url).endsWith('/config.json') ? configured : { success: true, data: NO_ROLES } };
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
});

const ALL = {
  Organisation: 'Acme',
  'Your name': 'Tara Bose',
  'work e-mail': 'tara@acme.example',
  'employee code': 'A1',
};

describe('ORG-8 the page of a setup link', () => {
  it('takes the secret out of the address, sets up, and goes home signed in', async () => {
    await open(`#${SECRET}`);
    expect(window.location.hash).toBe('');
    await fill(ALL);
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
    expect(asked).toEqual([
      {
        secret: SECRET,
        attempt: expect.stringMatching(/^[\w-]{16,}$/),
        organisation: 'Acme',
        name: 'Tara Bose',
        email: 'tara@acme.example',
        employeeCode: 'A1',
        timeZone: expect.stringMatching(/^[A-Z]/),
      },
    ]);
    expect(readToken()).toBe('T'.repeat(43));
    expect(sessionStorage.length).toBe(0);
  });

  it('ORG-36: takes another time zone, found by typing a part of its name', async () => {
    await open(`#${SECRET}`);
    const zone = screen.getByRole('combobox', { name: /Time zone/ });
    await userEvent.click(zone);
    await userEvent.type(zone, 'new york');
    await userEvent.click(await screen.findByRole('option', { name: 'America/New York' }));
    await fill(ALL);
    await screen.findByRole('heading', { name: 'Home' });
    expect(asked).toMatchObject([{ timeZone: 'America/New_York' }]);
  });

  it('ORG-36: shows the zone of the server’s setting, which cannot be changed and is not sent', async () => {
    configured = { success: true, ...CONFIG, orgTimeZone: 'Asia/Dubai', orgTimeZoneSet: true };
    await open(`#${SECRET}`);
    expect(await screen.findByText('The server’s setting ORG_TIME_ZONE says which.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: /Time zone/ })).toBeDisabled();
    expect(screen.getByRole('combobox', { name: /Time zone/ })).toHaveAccessibleDescription(/^Asia\/Dubai/);
    await fill(ALL);
    await screen.findByRole('heading', { name: 'Home' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).not.toHaveProperty('timeZone');
  });

  it('says beside each field what is missing before anything is sent, and leads to the first', async () => {
    await open(`#${SECRET}`);
    await fill({ 'Your name': 'Tara' });
    for (const message of [
      'Please enter the organisation',
      'Please enter the e-mail address',
      'Please enter the employee code',
    ])
      expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByLabelText(/Organisation/)).toHaveFocus();
    expect(asked).toEqual([]);
  });

  it('says why a link is closed, and keeps what was typed', async () => {
    answer = { status: 403, body: { success: false, message: SETUP_CLOSED, code: 'FORBIDDEN' } };
    await open(`#${SECRET}`);
    await fill(ALL);
    expect(await screen.findByRole('alert')).toHaveTextContent(SETUP_CLOSED);
    expect(screen.getByLabelText(/Organisation/)).toHaveValue('Acme');
  });

  it('is the same page when it is loaded again, and says what it needs when there is no link', async () => {
    await open(`#${SECRET}`);
    cleanup();
    await open('');
    expect(screen.getByLabelText(/Organisation/)).toBeVisible();
    cleanup();
    sessionStorage.clear();
    await open('');
    expect(await screen.findByText(/Open this page by the link/)).toBeVisible();
  });
});

describe('ORG-33 the page of a sign-in link', () => {
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }));

  it('ORG-33: takes a link also in a tab in which the page stands already, with another link or none', async () => {
    await open('');
    expect(screen.getByText(/Open this page by the link/)).toBeVisible();
    window.location.hash = `#sign-in=${'k'.repeat(43)}`;
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    window.location.hash = `#${'m'.repeat(43)}`;
    expect(await screen.findByRole('heading', { name: 'Set up' })).toBeVisible();
    expect(window.location.hash).toBe('');
  });

  it('takes the secret out of the address, and goes home signed in by one press', async () => {
    await open(`#sign-in=${SECRET}`, 'Sign in');
    expect([window.location.hash, asked]).toEqual(['', []]);
    await press();
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
    expect(asked).toEqual([{ secret: SECRET, attempt: expect.stringMatching(/^[\w-]{16,}$/) as string }]);
    expect([readToken(), sessionStorage.length]).toEqual(['T'.repeat(43), 0]);
  });

  it('P14 opened while somebody else is signed in, it begins on a page of its own', async () => {
    writeToken('a-token');
    setSession({
      email: 'employee@example.com',
      name: 'Asha Nair',
      employeeCode: 'E1',
      roles: NO_ROLES,
      rolesKnown: true,
      timeZone: 'Asia/Kolkata',
    });
    const leave = vi.spyOn(page, 'leave').mockImplementation(() => undefined);
    await open(`#sign-in=${SECRET}`, 'Sign in');
    await press();
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/home'));
    expect([readToken(), currentSession()]).toEqual(['T'.repeat(43), null]);
    expect(screen.queryByRole('heading', { name: 'Home' })).toBeNull();
  });

  it('says why a link is closed, also when the page is loaded again', async () => {
    answer = { status: 403, body: { success: false, message: SIGN_IN_LINK_CLOSED, code: 'FORBIDDEN' } };
    await open(`#sign-in=${SECRET}`, 'Sign in');
    cleanup();
    await open('', 'Sign in');
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent(SIGN_IN_LINK_CLOSED);
    expect(screen.getByRole('link', { name: 'Sign in another way' })).toHaveAttribute('href', '/login');
  });
});
