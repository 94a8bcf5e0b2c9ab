import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberConfig } from '#data/config.ts';
import { online } from '#data/online.ts';
import { readToken } from '#start/cookies.ts';
import { NO_ROLES } from '#data/sessionStore.ts';
import { WRONG_CODE } from '#domain/signInCode.ts';
import { LoginPage } from '#modules/session/screens/LoginPage.tsx';
import { show } from '#tests/support/screen.tsx';

const CONFIG = {
  success: true as const,
  googleClientId: null,
  demo: false,
  codeSignIn: true,
  baseUrls: { expense: '', auth: '', file: '' },
  analyticsUrl: null,
  pushPublicKey: null,
  orgTimeZone: 'Asia/Kolkata',
  version: 'test',
};
const TOO_OFTEN = 'Too many requests. Please wait before you send another code.';
const REQUEST = 'R'.repeat(43);
const asked: [path: string, body: unknown][] = [];
let refuse: { path: string; status: number; body: object } | null = null;

/** The answers of the wire, in the order in which a person meets them. */
function answers(path: string): { status: number; body: object } {
  if (refuse?.path === path) return refuse;
  if (path === '/config.json') return { status: 200, body: CONFIG };
  if (path === '/api/v1/account/code')
    return { status: 200, body: { success: true, data: { goodForMinutes: 5, againInSeconds: 60, request: REQUEST } } };
  if (path === '/api/v1/account/codelogin')
    return {
      status: 200,
      body: {
        success: true,
        token: 'T'.repeat(43),
        accountDetails: { email: 'asha@example.com', name: 'Asha Nair', employeeCode: 'KH1' },
        orgDetails: [{ organisationId: '1', name: 'Kharcha' }],
        deviceSecret: 'A'.repeat(43),
      },
    };
  if (path === '/api/v1/user/role') return { status: 200, body: { success: true, data: NO_ROLES } };
  return { status: 404, body: { success: false, message: 'Nothing here, or not yours', code: 'NOT_FOUND' } };
}

async function open(config: Partial<typeof CONFIG> | { googleClientId: string } = {}): Promise<void> {
  rememberConfig({ ...CONFIG, ...config });
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
      getCurrentPosition: (done: PositionCallback, failed: PositionErrorCallback) =>
        allowed
          ? done({ coords: { latitude: 12.97, longitude: 77.59 } } as GeolocationPosition)
          : failed({ code: 1, message: 'User denied Geolocation' } as GeolocationPositionError),
    },
  });
const emailField = () => screen.findByRole('textbox', { name: 'Work e-mail' });
const said = (path: string): unknown[] => asked.filter(([to]) => to === path).map(([, body]) => body);

beforeEach(() => {
  asked.length = 0;
  refuse = null;
  sessionStorage.clear();
  place(true);
  globalThis.fetch = async (input, init) => {
    const path = new URL(String(input), 'http://localhost').pathname;
    asked.push([path, typeof init?.body === 'string' ? JSON.parse(init.body) : undefined]);
    const { status, body } = answers(path);
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
});
afterEach(() => {
  vi.useRealTimers();
});

describe('SES-20 sign-in by a code on the login page', () => {
  it('is not there where the server does not offer it', async () => {
    await open({ codeSignIn: false });
    expect(
      await screen.findByText('Sign-in is not set up on this server. Ask your administrator.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('form', { name: 'Sign in with a code' })).toBeNull();
  });

  it('stands beside the other ways, and leads to where the person wanted to go', async () => {
    const user = userEvent.setup();
    await open();
    // A frame that comes before the field is drawn: a slow device has it so.
    const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => {
      frame(0);
      return 0;
    });
    await user.type(await emailField(), ' Asha@Example.com{Enter}');
    const code = await screen.findByRole('textbox', { name: 'Code' });
    expect(said('/api/v1/account/code')).toEqual([{ email: 'asha@example.com' }]);
    expect(screen.getByText(/a code is on its way to it. It is good for 5 minutes/)).toHaveTextContent(
      'asha@example.com',
    );
    await waitFor(() => expect(code).toHaveFocus());
    frames.mockRestore();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    expect(screen.getByRole('button', { name: /^Send another code in \d+ s$/ })).toBeDisabled();
    await user.type(code, '123 456{Enter}');
    expect(await screen.findByText('/raise-local')).toBeInTheDocument();
    expect(said('/api/v1/account/codelogin')[0]).toMatchObject({ code: '123456', request: REQUEST });
    expect(readToken()).toBe('T'.repeat(43));
    expect(sessionStorage.getItem('kharcha.code')).toBeNull();
  });

  it('S11 SES-23 sends what binds the code to this browser, after a reload of the page too', async () => {
    const user = userEvent.setup();
    sessionStorage.setItem('kharcha.code', JSON.stringify({ email: 'asha@example.com', againAt: 0, request: REQUEST }));
    await open();
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}');
    expect(await screen.findByText('/raise-local')).toBeInTheDocument();
    expect(said('/api/v1/account/codelogin')).toEqual([
      { email: 'asha@example.com', code: '123456', request: REQUEST },
    ]);
  });

  it('says what is missing before it asks the server', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(await screen.findByRole('button', { name: 'Send code' }));
    expect(await screen.findByText('Enter your e-mail address.')).toBeInTheDocument();
    expect(await emailField()).toHaveFocus();
    await user.type(await emailField(), 'asha@example.com{Enter}');
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '12{Enter}');
    expect(await screen.findByText('Enter the 6 digits from the mail.')).toBeInTheDocument();
    expect(said('/api/v1/account/codelogin')).toEqual([]);
  });

  it('says beside the field that a code is wrong, and takes the next', async () => {
    const user = userEvent.setup();
    await open();
    await user.type(await emailField(), 'asha@example.com{Enter}');
    refuse = {
      path: '/api/v1/account/codelogin',
      status: 422,
      body: { success: false, message: WRONG_CODE, code: 'INVALID', errors: { code: WRONG_CODE } },
    };
    const code = await screen.findByRole('textbox', { name: 'Code' });
    await user.type(code, '111111{Enter}');
    await waitFor(() => expect(code).toHaveAccessibleDescription(WRONG_CODE));
    expect(readToken()).toBeNull();
    refuse = null;
    await user.clear(code);
    await user.type(code, '222222');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('/raise-local')).toBeInTheDocument();
  });

  it('what was wrong with the last code is not said of the next one', async () => {
    const user = userEvent.setup();
    sessionStorage.setItem('kharcha.code', JSON.stringify({ email: 'asha@example.com', againAt: 0 }));
    await open();
    refuse = {
      path: '/api/v1/account/codelogin',
      status: 422,
      body: { success: false, message: WRONG_CODE, code: 'INVALID', errors: { code: WRONG_CODE } },
    };
    const code = await screen.findByRole('textbox', { name: 'Code' });
    await user.type(code, '111111{Enter}');
    await waitFor(() => expect(code).toHaveAccessibleDescription(WRONG_CODE));
    await user.click(screen.getByRole('button', { name: 'Send another code' }));
    await waitFor(() => expect(code).not.toHaveAccessibleDescription(WRONG_CODE));
    await user.type(code, '222222{Enter}');
    await waitFor(() => expect(code).toHaveAccessibleDescription(WRONG_CODE));
  });

  it('SES-5 geolocation refused stops it before the code is used', async () => {
    place(false);
    const user = userEvent.setup();
    await open();
    await user.type(await emailField(), 'asha@example.com{Enter}');
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}');
    expect(
      await screen.findByText('User denied Geolocation. Please enable Geo location for login'),
    ).toBeInTheDocument();
    expect(said('/api/v1/account/codelogin')).toEqual([]);
  });

  it('another code may be sent after a wait, which a reload of the page does not lose', async () => {
    const user = userEvent.setup();
    sessionStorage.setItem('kharcha.code', JSON.stringify({ email: 'asha@example.com', againAt: Date.now() + 60_000 }));
    await open();
    expect(await emailField()).toHaveValue('asha@example.com');
    expect(screen.getByRole('button', { name: /^Send another code in \d+ s$/ })).toBeDisabled();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send another code' })).toBeEnabled());
    refuse = {
      path: '/api/v1/account/code',
      status: 429,
      body: { success: false, message: TOO_OFTEN, code: 'RATE_LIMITED' },
    };
    await user.click(screen.getByRole('button', { name: 'Send another code' }));
    expect(await screen.findByText(TOO_OFTEN)).toBeInTheDocument();
    await user.type(await emailField(), 'x');
    expect(screen.getByRole('button', { name: 'Send code' })).toBeEnabled();
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
  });
});

it('SES-15: the page says that signing in needs the network, for as long as there is none', async () => {
  await open();
  expect(screen.queryByText(/^You are offline/)).toBeNull();
  act(() => online.hint(false));
  expect(screen.getByText(/^You are offline. Signing in needs the network/)).toBeInTheDocument();
  act(() => online.hint(true));
  await waitFor(() => expect(screen.queryByText(/^You are offline/)).toBeNull());
});
