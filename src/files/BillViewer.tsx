import { useState, type ReactElement } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { IconAction } from '#ui/Action.tsx';
import { BillView } from './BillView.tsx';
import type { BillSource } from './source.ts';
import styles from './Viewer.module.css';

/** The documents of a record over everything else, one at a time; `noun` is what one is called. */
export function BillViewer({
  sources,
  start,
  noun = 'bill',
  onClose,
}: {
  sources: readonly BillSource[];
  start: number;
  noun?: string;
  onClose: () => void;
}): ReactElement | null {
  const [at, setAt] = useState(start);
  const source = sources[at];
  const name = noun.charAt(0).toUpperCase() + noun.slice(1);
  if (!source) return null;
  return (
    <Dialog title={sources.length > 1 ? `${name} ${at + 1} of ${sources.length}` : name} size={860} onClose={onClose}>
      <BillView key={source.id} source={source} />
      {sources.length > 1 ? (
        <div className={styles.bar}>
          <IconAction icon="back" name={`Previous ${noun}`} disabled={at === 0} onClick={() => setAt(at - 1)} />
          <span className={styles.count}>{source.name}</span>
          <IconAction
            icon="next"
            name={`Next ${noun}`}
            disabled={at === sources.length - 1}
            onClick={() => setAt(at + 1)}
          />
        </div>
      ) : null}
    </Dialog>
  );
}
