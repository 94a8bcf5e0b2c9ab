import type { ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import styles from './Bills.module.css';
import type { BillSource } from './source.ts';

const Viewer = lazyPart(() => import('./BillViewer.tsx').then((module) => module.BillViewer));
export const preloadViewer = (): Promise<void> => Viewer.preload();

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** One button for each document, numbered; opens it in place, and in the address: Back closes it. `noun` is what such a document is called. */
export function BillButtons({ sources, of, noun = 'bill' }: { sources: readonly BillSource[]; of: string; noun?: string }): ReactElement | null {
  const layer = useAddressLayer('view');
  const [first] = sources;
  if (!first) return null;
  // A claim that waits has no id of its own yet.
  const name = (index: number): string => `${first.kind === 'waiting' ? first.entryId : of}~${index + 1}`;
  const viewed = layer.value === null ? -1 : sources.findIndex((_, index) => name(index) === layer.value);
  return (
    <div className={styles.buttons}>
      {sources.map((source, index) => (
        <Action key={source.id} small look="soft" icon="eye" aria-label={`View ${noun} ${index + 1}`} aria-description={`of ${of}`} onClick={() => layer.open(name(index))}>
          {sources.length > 1 ? `${capital(noun)} ${index + 1}` : capital(noun)}
        </Action>
      ))}
      {viewed >= 0 ? <Viewer sources={sources} start={viewed} noun={noun} onClose={layer.close} /> : null}
    </div>
  );
}
