import { useState, type ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import styles from './Bills.module.css';
import type { BillSource } from './source.ts';

const Viewer = lazyPart(() => import('./BillViewer.tsx').then((module) => module.BillViewer));
export const preloadViewer = (): Promise<void> => Viewer.preload();

/** One button for each bill, numbered; opens it in place. */
export function BillButtons({ sources, of }: { sources: readonly BillSource[]; of: string }): ReactElement | null {
  const [viewed, setViewed] = useState<number | null>(null);
  if (sources.length === 0) return null;
  return (
    <div className={styles.buttons}>
      {sources.map((source, index) => (
        <Action key={source.id} small look="soft" icon="eye" aria-label={`View bill ${index + 1}`} aria-description={`of ${of}`} onClick={() => setViewed(index)}>
          {sources.length > 1 ? `Bill ${index + 1}` : 'Bill'}
        </Action>
      ))}
      {viewed !== null ? <Viewer sources={sources} start={viewed} onClose={() => setViewed(null)} /> : null}
    </div>
  );
}
