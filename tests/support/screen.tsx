import { QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { configure, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Providers } from '#app/providers.tsx';
import { writeToken } from '#data/cookies.ts';
import { online } from '#data/online.ts';
import { keepKey } from '#data/keys.ts';
import { NO_ROLES, setSession, type Session } from '#data/sessionStore.ts';
import { parseSearch, stringifySearch } from '#list/address.ts';
import { Toasts } from '#ui/Toasts.tsx';
import { emptyOutbox } from './emptyOutbox.ts';

/** A screen as the app shows it, on a device without network: the outbox and its storage are the real ones. */

// Pieces of a screen are fetched when they are first needed, which on a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });

export const PERSON = {
  email: 'employee@example.com',
  name: 'Asha Nair',
  employeeCode: 'KH1001',
  roles: NO_ROLES,
  rolesKnown: true,
  timeZone: 'Asia/Kolkata',
};

/** Signs a person in on this device; nobody answers its requests. */
export async function signInOffline(person: Session = PERSON): Promise<void> {
  globalThis.fetch = () => Promise.reject(new TypeError('No network.'));
  writeToken('token');
  setSession(person);
  await keepKey(person, {
    secrets: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    faceSecrets: [],
    formerEmails: [],
    soleAddress: true,
  });
  for (let n = 0; n < 3; n += 1) online.sawFailure();
  await emptyOutbox();
}

const client = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', gcTime: Infinity },
      mutations: { networkMode: 'always' },
    },
  });

export function show(element: ReactElement) {
  return render(
    <Providers client={client()}>
      {element}
      <Toasts />
    </Providers>,
  );
}

/** Shows a screen at an address; answers the router, whose location says where the person is. */
export async function showAt(
  address: string,
  Screen: () => ReactElement,
  validateSearch: (raw: Record<string, unknown>) => object,
) {
  const root = createRootRoute();
  const [path = '/'] = address.split('?');
  const route = createRoute({ getParentRoute: () => root, path, validateSearch, component: Screen });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  } as never);
  await router.load();
  show(<RouterProvider router={router as never} />);
  return router;
}

export interface ShownRoute {
  path: string;
  Screen?: () => ReactElement;
  validateSearch?: (raw: Record<string, unknown>) => object;
  /** Throws where the address leads on. */
  beforeLoad?: (opts: never) => void;
}

/** Shows what stands at an address among several. */
export async function showRoutes(address: string, shown: readonly ShownRoute[]) {
  const root = createRootRoute();
  const routes = shown.map(({ path, Screen, validateSearch, beforeLoad }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      ...(Screen && { component: Screen }),
      ...(validateSearch && { validateSearch }),
      ...(beforeLoad && { beforeLoad: beforeLoad as never }),
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  } as never);
  await router.load();
  show(<RouterProvider router={router as never} />);
  return router;
}
