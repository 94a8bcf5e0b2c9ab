import { join } from 'node:path';
import type { Plugin } from 'vite';

const OURS = join(import.meta.dirname, '..', 'src', 'app', 'lazyRoute.ts');

/** Has screens loaded by src/app/lazyRoute.ts, and not by the router's own loader, which nothing else replaces. */
export function lazyRoutes(): Plugin {
  let replaced = false;
  return {
    name: 'lazy-routes',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      if (!/[\\/]react-router[\\/]dist[\\/]/.test(importer ?? '') || !source.endsWith('/lazyRouteComponent.js')) return;
      replaced = true;
      return OURS;
    },
    buildEnd(error) {
      if (!error && !replaced) throw new Error('The router’s loader of screens is elsewhere (scripts/lazyRoutes.ts).');
    },
  };
}
