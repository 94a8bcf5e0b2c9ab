import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { rememberConfig } from '#data/config.ts';
import { NO_ROLES } from '#data/sessionStore.ts';
import { LoginPage } from '#modules/session/screens/LoginPage.tsx';
import { show } from '#tests/support/screen.tsx';

const CONFIG = {
  success: true as const,
  googleClientId: 'client-1',
  demo: false,
  codeSignIn: false,
  baseUrls: { expense: '', auth: '', file: '' },
  analyticsUrl: null,
  pushPublicKey: null,
  orgTimeZone: 'Asia/Kolkata',
  version: 'test',
};
const PERSON = { email: 'asha@example.com', name: 'Asha Nair', employeeCode: 'KH1' };
const LOGIN = '/api/v1/account/googlelogin/v2';

interface Asked {
  client_id: string;
  nonce: string;
  callback(answer: { credential: string }): void;
}
/** What the page asks Google's script for. */
const initialized: Asked[] = [];
const logins: { headers: Headers; body: unknown }[] = [];

const ANSWERS: Readonly<Record<string, object>> = {
  '/config.json': CONFIG,
  [LOGIN]: {
    success: true,
    token: 'T'.repeat(43),
    accountDetails: PERSON,
    orgDetails: [{ organisationId: '1', name: 'Kharcha' }],
    deviceSecret: 'A'.repeat(43),
  },
  '/api/v1/user/role': { success: true, data: NO_ROLES },
};

beforeEach(() => {
  initialized.length = 0;
  logins.length = 0;
  Object.assign(window, {
    google: {
      accounts: { id: { initialize: (asked: Asked) => void initialized.push(asked), renderButton: () => undefined } },
    },
  });
  const done = (found: PositionCallback): void =>
    found({ coords: { latitude: 12.97, longitude: 77.59 } } as GeolocationPosition);
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition: done } });
  globalThis.fetch = async (input, init) => {
    const path = new URL(String(input), 'http://localhost').pathname;
    if (path === LOGIN)
      logins.push({ headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) as unknown });
    const body = ANSWERS[path];
    const text = JSON.stringify(body ?? { success: false, message: 'Nothing here, or not yours', code: 'NOT_FOUND' });
    return new Response(text, { status: body ? 200 : 404, headers: { 'content-type': 'application/json' } });
  };
});
afterEach(() => {
  Reflect.deleteProperty(window, 'google');
});

async function open(): Promise<Asked> {
  rememberConfig(CONFIG);
  const root = createRootRoute();
  const screens = { '/': () => <LoginPage rd="/raise-local" />, '/raise-local': () => <p>Where one wanted to go</p> };
  const routes = Object.entries(screens).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root.addChildren(routes), history } as never);
  await router.load();
  const before = initialized.length;
  show(<RouterProvider router={router as never} />);
  await waitFor(() => expect(initialized.length).toBeGreaterThan(before));
  return initialized.at(-1) as Asked;
}

describe('SES-25 the Google button', () => {
  it('asks with the hash of what the page keeps, and hands that in with the token', async () => {
    const { client_id: clientId, nonce, callback } = await open();
    expect([clientId, nonce]).toEqual(['client-1', expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)]);
    callback({ credential: 'signed.by.google' });
    expect(await screen.findByText('Where one wanted to go')).toBeInTheDocument();
    const [login] = logins;
    const verifier = login?.headers.get(HEADERS.nonceVerifier) ?? '';
    expect(verifier).toMatch(/^[A-Za-z0-9_-]{43,128}$/);
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(nonce);
    expect(login?.body).toEqual({ credential: 'signed.by.google' });
  });

  it('keeps another one on every page', async () => {
    const [one, other] = [await open(), await open()];
    expect(one.nonce).not.toBe(other.nonce);
  });
});
