import { createElement, use, type ComponentType, type ReactElement } from 'react';
import { patient } from '#ui/lazyPart.tsx';

/** A moment after it did not come, once: nobody looks at the old screen for long before the new one says so. */
const AGAIN_AFTER_MS = [1_000];

interface Screen {
  (props: object): ReactElement;
  preload: () => Promise<void> | undefined;
}

/**
 * Stands in the build in place of the router's own (scripts/lazyRoutes.ts), which loads the whole page anew where the
 * code of a screen does not come: on a first visit without a network, nothing is left then but the browser's own page.
 * Here the router hears of it, shows `ErrorScreen` in the screen's place, and asks again when somebody tries again.
 */
export function lazyRouteComponent(
  load: () => Promise<Record<string, ComponentType>>,
  name: string = 'default',
): Screen {
  let atHand: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  const preload = (): Promise<void> | undefined =>
    atHand
      ? undefined
      : (loading ??= patient(load, AGAIN_AFTER_MS)
          .then((module) => void (atHand = module[name]))
          .finally(() => (loading = undefined)));
  const Part = (props: object): ReactElement => {
    if (!atHand) use(preload() as Promise<void>);
    return createElement(atHand as ComponentType, props);
  };
  return Object.assign(Part, { preload });
}
