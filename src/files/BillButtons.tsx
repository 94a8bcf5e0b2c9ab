import { useSyncExternalStore, type ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import styles from './Bills.module.css';
import type { BillSource } from './source.ts';

const LazyBillViewer = lazyPart(() => import('./BillViewer.tsx').then((module) => module.BillViewer));

const LazyBillPicture = lazyPart(() => import('./CardThumb.tsx').then((module) => module.CardThumb));

/** Pictures load once the list is drawn and the page is idle. */
let calm = false;
const listeners = new Set<() => void>();
function whenCalm(listener: () => void): () => void {
  if (!calm && listeners.size === 0) {
    setTimeout(
      () =>
        whenIdle(() => {
          calm = true;
          for (const each of listeners) each();
        }),
      1_500,
    );
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const isCalm = (): boolean => calm;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const eye = (
  <span className={styles.picture}>
    <Icon name="eye" />
  </span>
);

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
  const pictures = useSyncExternalStore(whenCalm, isCalm);
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
          {pictures ? <LazyBillPicture source={source} fallback={eye} /> : eye}
          {sources.length > 1 ? `${capital(noun)} ${index + 1}` : capital(noun)}
        </Action>
      ))}
      {viewed >= 0 ? <LazyBillViewer sources={sources} start={viewed} noun={noun} onClose={layer.close} /> : null}
    </div>
  );
}
