import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { UnknownPage } from '#ui/UnknownPage.tsx';

/** What the app hands to the routes: they stand below it and cannot import its frame. */
export interface RouterContext {
  queryClient: QueryClient;
  Shell: ComponentType<{ children: ReactNode }>;
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: UnknownPage });
