import { useRouterState } from '@tanstack/react-router';
import { usePageName } from '#ui/pageTitle.ts';

export const TITLE_ID = 'page-title';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's h1, and the tab's title unless `tabTitle` says otherwise. */
    title?: string;
    tabTitle?: string;
  }
}

/** The page's one h1 and the tab's title (NAV-1): what the page calls itself, else the innermost route. */
export function usePageTitle(): { title: string; tabTitle: string } {
  const title = useRouterState({
    select: ({ matches }) =>
      matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title ?? 'Kharcha',
  });
  const tabTitle = useRouterState({
    select: ({ matches }) => matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.tabTitle,
  });
  const named = usePageName();
  return { title: named ?? title, tabTitle: named ?? tabTitle ?? title };
}
