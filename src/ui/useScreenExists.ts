import { useRouter } from '@tanstack/react-router';

/** Tells which paths have a screen, so that nothing leads to one that is not there. */
export function useScreenExists(): (path: string) => boolean {
  const { routesByPath } = useRouter();
  return (path) => Object.hasOwn(routesByPath, path);
}
