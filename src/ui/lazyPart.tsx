import { startTransition, useEffect, useState, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { isMissing } from './isMissing.ts';

export interface LazyPart<Props> {
  /** `after`: what stands below it, and comes with it: it would move when the code is there. */
  (props: Props & { fallback?: ReactNode; after?: ReactNode }): ReactElement;
  /** Fetches the code without showing anything. */
  preload: () => Promise<void>;
}

const AGAIN_AFTER_MS = [300, 1_500, 4_000];
/** What a screen is whole without is asked for once more so long after it did not come. */
const LATER_MS = 30_000;

/** Retries loading a chunk for a while: a restarting server is back in a moment. */
export async function patient<T>(load: () => Promise<T>, pauses: readonly number[] = AGAIN_AFTER_MS): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return load();
}

/**
 * A component whose code is fetched when it is first needed, or earlier by `preload`. Not by `lazy` of React: whatever
 * `Suspense` shows meanwhile stays for 300 ms, however soon the code is there.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  optional = false,
): LazyPart<Props> {
  let started: Promise<ComponentType<Props>> | undefined;
  let atHand: ComponentType<Props> | undefined;
  const once = (): Promise<ComponentType<Props>> => {
    started ??= patient(load).then(
      (part) => (atHand = part),
      (error: unknown) => {
        // A failed fetch is forgotten, so that the next try asks again.
        started = undefined;
        throw error;
      },
    );
    return started;
  };
  const Part = ({
    fallback = null,
    after,
    ...props
  }: Props & { fallback?: ReactNode; after?: ReactNode }): ReactElement => {
    const [Inner, setInner] = useState(() => {
      // Asked for as this is drawn, not after: an effect comes a frame later.
      if (!atHand) void once().catch(() => undefined);
      return atHand as ComponentType<Omit<Props, 'fallback' | 'after'>> | undefined;
    });
    useEffect(() => {
      if (Inner) return undefined;
      let again: ReturnType<typeof setTimeout> | undefined;
      let gone = false;
      const ask = (): void =>
        void once().then(
          // A finger that is down meanwhile goes before it.
          () => startTransition(() => setInner(() => atHand as typeof Inner)),
          (error: unknown) => {
            if (gone) return;
            // Code that fails as it runs is a fault that somebody has to hear of.
            if (optional && !isMissing(error)) reportError(error);
            if (optional) again = setTimeout(ask, LATER_MS);
            // Where it is drawn, so that the screen around it says so.
            else
              setInner(() => {
                throw error;
              });
          },
        );
      ask();
      return () => {
        gone = true;
        clearTimeout(again);
      };
    }, [Inner]);
    if (!Inner) return <>{fallback}</>;
    return (
      <>
        <Inner {...props} />
        {after}
      </>
    );
  };
  return Object.assign(Part, { preload: () => once().then(() => undefined) });
}

/** The same for what a screen is whole without: it stays, and the part comes when there is a network. */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> =>
  lazyPart(load, true);

/**
 * The same for a component with type parameters, which stay for each use to fill in: `<Table<Trip> … />`. What stands
 * in its place meanwhile is a prop of its own, `fallback`.
 */
export const lazyGeneric = <C extends (props: never) => ReactElement | null>(
  load: () => Promise<C>,
): C & Pick<LazyPart<object>, 'preload'> =>
  // Of C no more is known here than that it takes props, which `lazyPart` asks for by their type.
  (lazyPart as unknown as (load: () => Promise<C>) => C & Pick<LazyPart<object>, 'preload'>)(load);
