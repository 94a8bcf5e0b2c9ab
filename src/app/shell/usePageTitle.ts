import { useRouterState } from '@tanstack/react-router';

export const TITLE_ID = 'page-title';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's h1, and the tab's title unless `tabTitle` says otherwise. */
    title?: string;
    tabTitle?: string;
  }
}

/** What the innermost route calls itself. */
export function usePageTitle(): { title: string; tabTitle: string } {
  const title = useRouterState({ select: ({ matches }) => matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title ?? 'Kharcha' });
  const tabTitle = useRouterState({ select: ({ matches }) => matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.tabTitle });
  return { title, tabTitle: tabTitle ?? title };
}
