import { useRouterState, type StaticDataRouteOption } from '@tanstack/react-router';
import { usePageName } from '#ui/pageTitle.ts';

export const TITLE_ID = 'page-title';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's h1, and the tab's title unless `tabTitle` says otherwise. */
    title?: string;
    tabTitle?: string;
    /** What a phone's header shows of it, where the title is too long for one line; the h1 stays the whole one. */
    shortTitle?: string;
  }
}

const UNTITLED = { title: 'Kharcha' };

/**
 * The page's one h1 and the tab's title (NAV-1): what the page calls itself, else the innermost route. `shortTitle` is
 * seen in place of the first where there is little room.
 */
export function usePageTitle(): { title: string; tabTitle: string; shortTitle?: string | undefined } {
  const {
    title = '',
    tabTitle,
    shortTitle,
  } = useRouterState({
    select: ({ matches }): StaticDataRouteOption =>
      matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData ?? UNTITLED,
  });
  const named = usePageName();
  return named === null ? { title, tabTitle: tabTitle ?? title, shortTitle } : { title: named, tabTitle: named };
}
