import { useState, type ReactElement } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { IconAction } from '#ui/IconAction.tsx';
import { BillView } from './BillView.tsx';
import type { BillSource } from './source.ts';
import styles from './Viewer.module.css';

/** The bills of a claim over everything else, one at a time. */
export function BillViewer({ sources, start, onClose }: { sources: readonly BillSource[]; start: number; onClose: () => void }): ReactElement | null {
  const [at, setAt] = useState(start);
  const source = sources[at];
  if (!source) return null;
  return (
    <Dialog title={sources.length > 1 ? `Bill ${at + 1} of ${sources.length}` : 'Bill'} size={860} onClose={onClose}>
      <BillView key={source.id} source={source} />
      {sources.length > 1 ? (
        <div className={styles.bar}>
          <IconAction icon="back" name="Previous bill" disabled={at === 0} onClick={() => setAt(at - 1)} />
          <span className={styles.count}>{source.name}</span>
          <IconAction icon="next" name="Next bill" disabled={at === sources.length - 1} onClick={() => setAt(at + 1)} />
        </div>
      ) : null}
    </Dialog>
  );
}
