import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readToken } from '#start/cookies.ts';
import { rememberConfig } from '#data/config.ts';
import { online } from '#data/online.ts';
import { NO_ROLES } from '#data/sessionStore.ts';
import { LoginPage } from '#modules/session/screens/LoginPage.tsx';
import { page } from '#ui/page.ts';
import { show } from '#tests/support/screen.tsx';

const CONFIG = {
  success: true as const,
  googleClientId: null,
  demo: false,
  codeSignIn: false,
  identityProviders: [
    { id: 'idp', name: 'Acme' },
    { id: 'second', name: 'Second & Sons' },
  ],
  baseUrls: { expense: '', auth: '', file: '' },
  analyticsUrl: null,
  pushPublicKey: null,
  orgTimeZone: 'Asia/Kolkata',
  version: 'test',
};
const NOTE = 'Enable Geo location for login.';
const asked: { path: string; init: RequestInit | undefined }[] = [];
let config: object = CONFIG;
let refusal: { status: number; body: object } | null = null;
let located = 0;

function answers(path: string): { status: number; body: object } {
  if (path === '/config.json') return { status: 200, body: config };
  if (path === '/api/v1/account/oidclogin')
    return (
      refusal ?? {
        status: 200,
        body: {
          success: true,
          token: 'T'.repeat(43),
          accountDetails: { email: 'asha@example.com', name: 'Asha Nair', employeeCode: 'KH1' },
          orgDetails: [{ organisationId: '1', name: 'Kharcha' }],
          deviceSecret: 'A'.repeat(43),
        },
      }
    );
  if (path === '/api/v1/user/role') return { status: 200, body: { success: true, data: NO_ROLES } };
  return { status: 404, body: { success: false, message: 'Nothing here, or not yours', code: 'NOT_FOUND' } };
}

async function open(changes: object = {}): Promise<void> {
  config = { ...CONFIG, ...changes };
  rememberConfig(config as typeof CONFIG);
  const root = createRootRoute();
  const routes = ['/', '/home', '/raise-local'].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: path === '/' ? () => <LoginPage rd="/raise-local" /> : () => <p>{path}</p>,
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  } as never);
  await router.load();
  show(<RouterProvider router={router as never} />);
}

const place = (allowed: boolean): unknown =>
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      getCurrentPosition: (done: PositionCallback, failed: PositionErrorCallback) => {
        located += 1;
        if (allowed) done({ coords: { latitude: 12.97, longitude: 77.59 } } as GeolocationPosition);
        else failed({ code: 1, message: 'User denied Geolocation' } as GeolocationPositionError);
      },
    },
  });
const button = (name = 'Sign in with Acme') => screen.findByRole('button', { name });
const leave = vi.spyOn(page, 'leave');

beforeEach(() => {
  asked.length = 0;
  refusal = null;
  located = 0;
  leave.mockReset();
  place(true);
  online.sawAnswer();
  window.history.replaceState(null, '', '/');
  globalThis.fetch = (async (url: string, init?: RequestInit) => {
    const path = new URL(url, 'http://localhost').pathname;
    asked.push({ path, init });
    const { status, body } = answers(path);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  }) as typeof fetch;
});
afterEach(() => {
  for (const name of ['admin-auth-token', 'lat-long']) document.cookie = `${name}=; Path=/; Max-Age=0`;
});

describe('SES-30 the buttons of providers', () => {
  it('one for each, in their order; the place is asked for before the page leaves', async () => {
    await open();
    await button();
    expect(screen.getAllByRole('button', { name: /^Sign in with/ }).map((each) => each.textContent)).toEqual([
      'Sign in with Acme',
      'Sign in with Second & Sons',
    ]);
    expect(screen.queryByText(/Sign-in is not set up/)).toBeNull();
    await userEvent.click(await button());
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/api/v1/auth/oidc/idp/start?rd=%2Fraise-local'));
    expect(located).toBe(1);
    expect(document.cookie).toContain('lat-long=12.97,77.59');
  });

  it('SES-5 without a place the page stays, and says so', async () => {
    place(false);
    await open();
    await userEvent.click(await button());
    expect((await screen.findByRole('alert')).textContent).toContain('Please enable Geo location for login');
    expect(leave).not.toHaveBeenCalled();
  });

  it('without a network they are off, and the page says why', async () => {
    await open();
    await button();
    for (let n = 0; n < 3; n += 1) online.sawFailure();
    await screen.findByText(/You are offline. Signing in needs the network/);
    expect((await button()).hasAttribute('disabled')).toBe(true);
  });

  it('Google’s button and codes by mail stand beside them as before', async () => {
    await open({ codeSignIn: true });
    await button();
    expect(screen.getByText('or')).toBeDefined();
    expect(await screen.findByRole('textbox', { name: 'Work e-mail' })).toBeDefined();
  });
});

describe('SES-34 an organisation that asks nobody where they are', () => {
  it('no way asks, and the note is not there', async () => {
    place(false);
    await open({ locationRequired: false });
    await userEvent.click(await button());
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(located).toBe(0);
    expect(screen.queryByText(NOTE)).toBeNull();
  });

  it('any other has the note', async () => {
    await open();
    expect(await screen.findByText(NOTE)).toBeDefined();
  });
});

describe('SES-32 back from a provider', () => {
  it('exchanges the ticket with this browser’s cookies, once, and goes where one wanted to', async () => {
    document.cookie = 'lat-long=12.97,77.59; Path=/';
    window.history.replaceState(null, '', '/login?rd=%2Fraise-local#ticket=abc-123');
    await open();
    await screen.findByText('/raise-local');
    const calls = asked.filter(({ path }) => path === '/api/v1/account/oidclogin');
    expect(calls.map(({ init }) => [init?.body, init?.credentials])).toEqual([['{"ticket":"abc-123"}', 'same-origin']]);
    expect(readToken()).toBe('T'.repeat(43));
    expect(window.location.hash).toBe('');
    expect(located).toBe(0);
    for (const { init } of asked.filter(({ path }) => path !== '/api/v1/account/oidclogin'))
      expect(init?.credentials).toBe('omit');
  });

  it('SES-5 whoever has come around the button is asked for the place first', async () => {
    place(false);
    window.history.replaceState(null, '', '/login#ticket=abc-123');
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Please enable Geo location for login');
    expect(asked.some(({ path }) => path === '/api/v1/account/oidclogin')).toBe(false);
  });

  it('says why it was refused, and stays', async () => {
    refusal = {
      status: 403,
      body: { success: false, message: 'Your e-mail address is not verified.', code: 'FORBIDDEN' },
    };
    window.history.replaceState(null, '', '/login#ticket=abc-123');
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Your e-mail address is not verified.');
    expect(readToken()).toBeNull();
    expect(await button()).toBeDefined();
  });

  it('an address with anything else is left alone', async () => {
    window.history.replaceState(null, '', '/login#ticket=<b>');
    await open();
    await button();
    expect(asked.some(({ path }) => path === '/api/v1/account/oidclogin')).toBe(false);
    expect(window.location.hash).toBe('#ticket=%3Cb%3E');
  });
});
