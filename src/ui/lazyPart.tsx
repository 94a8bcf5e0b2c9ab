import { Suspense, lazy, useState, type ComponentType, type ReactElement, type ReactNode } from 'react';

export interface LazyPart<Props> {
  /** `after`: what stands below it, and comes with it: it would move when the code is there. */
  (props: Props & { fallback?: ReactNode; after?: ReactNode }): ReactElement;
  /** Fetches the code without showing anything. */
  preload: () => Promise<void>;
}

const AGAIN_AFTER_MS = [300, 1_500, 4_000];

/** Retries loading a chunk for a while: a restarting server is back in a moment. */
export async function patient<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of AGAIN_AFTER_MS) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return load();
}

/** A component whose code is fetched when it is first needed, or earlier by `preload`. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let started: Promise<ComponentType<Props>> | undefined;
  let atHand: ComponentType<Props> | undefined;
  let Later: ComponentType<Props>;
  const once = (): Promise<ComponentType<Props>> => {
    started ??= patient(load).then(
      (part) => (atHand = part),
      (error: unknown) => {
        // A failed fetch is forgotten, so that the next try asks again; what `lazy` has made never does.
        started = undefined;
        Later = later();
        throw error;
      },
    );
    return started;
  };
  // What it makes takes the props of what it loads; its type says so with refs resolved, which stays open here.
  const later = (): ComponentType<Props> =>
    lazy(async () => ({ default: await once() })) as unknown as ComponentType<Props>;
  Later = later();
  const Part = ({
    fallback = null,
    after,
    ...props
  }: Props & { fallback?: ReactNode; after?: ReactNode }): ReactElement => {
    // Whatever `lazy` shows suspends once, and React keeps a fallback that it has shown for 300 ms.
    const [Inner] = useState(() => (atHand ?? Later) as ComponentType<Omit<Props, 'fallback' | 'after'>>);
    return (
      <Suspense fallback={fallback}>
        <Inner {...props} />
        {after}
      </Suspense>
    );
  };
  return Object.assign(Part, { preload: () => once().then(() => undefined) });
}

/**
 * The same for a component with type parameters, which stay for each use to fill in: `<Table<Trip> … />`. What stands
 * in its place meanwhile is a prop of its own, `fallback`.
 */
export const lazyGeneric = <C extends (props: never) => ReactElement | null>(
  load: () => Promise<C>,
): C & Pick<LazyPart<object>, 'preload'> =>
  // Of C no more is known here than that it takes props, which `lazyPart` asks for by their type.
  (lazyPart as unknown as (load: () => Promise<C>) => C & Pick<LazyPart<object>, 'preload'>)(load);
