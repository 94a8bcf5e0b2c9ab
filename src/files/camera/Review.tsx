import type { ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { useObjectUrl } from '../useObjectUrl.ts';
import styles from './Camera.module.css';
import { Corners } from './Corners.tsx';
import type { Shot } from './photo.ts';
import { inset } from './quad.ts';
import { MAX_PAGES, type Scan } from './useScan.ts';

/** Where corners begin that are set by hand. */
const BY_HAND = inset(0.1);

/** A photo that was shot, with the corners of the bill in it: what is between them is used, or all of it (DOC-19). */
export function Review({
  shot,
  scan,
  number,
}: {
  shot: Shot;
  scan: Scan;
  /** Of the page that it would be. */
  number: number;
}): ReactElement {
  const { quad, setQuad, busy, note } = scan;
  const url = useObjectUrl(shot.bytes, 'image/jpeg');
  const ratio = shot.width / shot.height;
  return (
    <>
      <div className={styles.stage} data-review="">
        <div className={styles.sheet} style={{ aspectRatio: ratio, width: `min(100cqw, ${ratio} * 100cqh)` }}>
          {url ? <img src={url} alt="What was taken" draggable={false} className={styles.photo} /> : null}
          {quad ? <Corners quad={quad} onChange={setQuad} /> : null}
        </div>
        <p role="status" className={styles.said}>
          {note}
        </p>
      </div>
      <div className={styles.tools}>
        <Action
          small
          disabled={busy}
          aria-pressed={quad !== null}
          {...(quad && { icon: 'check' })}
          onClick={() => setQuad(quad ? null : BY_HAND)}
        >
          Straighten
        </Action>
        {number < MAX_PAGES ? (
          <Action small icon="plus" disabled={busy} onClick={() => void scan.keep(shot)}>
            Add page
          </Action>
        ) : null}
        <span>{quad ? 'Drag the corners to those of the bill.' : 'The photo is used whole.'}</span>
      </div>
    </>
  );
}
