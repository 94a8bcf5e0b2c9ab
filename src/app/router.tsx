import type { QueryClient } from '@tanstack/react-query';
import { createRouter, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { openedAnew } from '#ui/openedAnew.ts';
import { UnknownPage } from '#ui/UnknownPage.tsx';
import { parseSearch, stringifySearch } from '#list/address.ts';
import { routeTree } from '../routeTree.gen.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Frame } from './Frame.tsx';
import { Shell } from './shell/Shell.tsx';

/** What a screen has loaded before it is drawn is loaded again by the router alone. */
function RouteError({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return <ErrorScreen error={error} reset={again} />;
}

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient, Shell },
    defaultPreload: false,
    // Where somebody has scrolled what stood before the app, its first frame leaves the page there. One that was loaded
    // again, or gone back to, has a place to return to, which was further down than what stood there reached.
    scrollRestoration: () => window.kharchaSnapshot === undefined || !openedAnew(),
    // Addresses read as a person would write them.
    parseSearch,
    stringifySearch,
    // The static frame of index.html stays until the first screen is there; a later one keeps the old screen meanwhile.
    defaultPendingMs: 1_000,
    defaultNotFoundComponent: UnknownPage,
    defaultErrorComponent: RouteError,
    InnerWrap: Frame,
  });
}

type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
