import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { openedAnew } from '#ui/openedAnew.ts';
import { UnknownPage } from '#ui/UnknownPage.tsx';
import { parseSearch, stringifySearch } from '#list/address.ts';
import { routeTree } from '../routeTree.gen.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Frame } from './Frame.tsx';
import { Shell } from './shell/Shell.tsx';

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient, Shell },
    defaultPreload: false,
    // Where somebody has scrolled what stood before the app, its first frame leaves the page there. A page that was
    // opened anew has no place to go back to: asked how far it is scrolled, the browser would lay it out in the middle
    // of the app's drawing.
    scrollRestoration: () => window.kharchaSnapshot === undefined || (!openedAnew() && window.scrollY === 0),
    // Addresses read as a person would write them.
    parseSearch,
    stringifySearch,
    // The static frame of index.html stays until the first screen is there; a later one keeps the old screen meanwhile.
    defaultPendingMs: 1_000,
    defaultNotFoundComponent: UnknownPage,
    defaultErrorComponent: ErrorScreen,
    InnerWrap: Frame,
  });
}

type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
