import { startTransition, useEffect, useRef, useState, type ComponentType, type ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lazyPart, patient } from '#ui/lazyPart.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import { whenSeen } from '#ui/whenSeen.ts';
import styles from './Bills.module.css';
import type { BillSource } from './source.ts';

const LazyBillViewer = lazyPart(() => import('./BillViewer.tsx').then((module) => module.BillViewer));

/** Pictures load once the list is drawn and the page is idle. */
const CALM_MS = 1_500;
let calm: Promise<void> | undefined;
const untilCalm = (): Promise<void> =>
  (calm ??= new Promise((resolve) => setTimeout(() => whenIdle(resolve), CALM_MS)));

/**
 * The picture of a bill, once it is calm and the button is seen: a page of cards has dozens that nobody scrolls to.
 * Until then the sign of one, which stays in its place while the code is on its way.
 */
function BillPicture({ source }: { source: BillSource }): ReactElement {
  const place = useRef<HTMLSpanElement>(null);
  const [Thumb, setThumb] = useState<ComponentType<{ source: BillSource }> | null>(null);
  useEffect(() => {
    let callOff: (() => void) | null = () => undefined;
    const draw = (): void =>
      void patient(() => import('./CardThumb.tsx')).then(
        ({ CardThumb }) => callOff && startTransition(() => setThumb(() => CardThumb)),
        () => undefined,
      );
    void untilCalm().then(() => {
      if (callOff && place.current) callOff = whenSeen(place.current, draw);
    });
    return () => {
      callOff?.();
      callOff = null;
    };
  }, []);
  if (Thumb) return <Thumb source={source} />;
  return (
    <span ref={place} className={styles.picture}>
      <Icon name="eye" />
    </span>
  );
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * One button for each document, numbered; opens it in place, and in the address: Back closes it. `noun` is what such a
 * document is called.
 */
export function BillButtons({
  sources,
  of,
  noun = 'bill',
}: {
  sources: readonly BillSource[];
  of: string;
  noun?: string;
}): ReactElement | null {
  const layer = useAddressLayer('view');
  const [first] = sources;
  if (!first) return null;
  // A claim that waits has no id of its own yet.
  const name = (index: number): string => `${first.kind === 'waiting' ? first.entryId : of}~${index + 1}`;
  const viewed = layer.value === null ? -1 : sources.findIndex((_, index) => name(index) === layer.value);
  return (
    <div className={styles.buttons}>
      {sources.map((source, index) => (
        <Action
          key={source.id}
          small
          look="soft"
          aria-label={`View ${noun} ${index + 1}`}
          aria-description={`of ${of}`}
          onClick={() => layer.open(name(index))}
        >
          <BillPicture source={source} />
          {sources.length > 1 ? `${capital(noun)} ${index + 1}` : capital(noun)}
        </Action>
      ))}
      {viewed >= 0 ? <LazyBillViewer sources={sources} start={viewed} noun={noun} onClose={layer.close} /> : null}
    </div>
  );
}
