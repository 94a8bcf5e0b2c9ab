import type { ReactElement } from 'react';
import styles from './Card.module.css';

/** Remarks with their author; nothing when there are none. */
export function RemarkLines({
  remarks,
}: {
  remarks: readonly (readonly [by: string, text: string | null | undefined])[];
}): ReactElement | null {
  const said = remarks.filter(([, text]) => text);
  if (said.length === 0) return null;
  return (
    <dl className={styles.remarks}>
      {said.map(([by, text]) => (
        <div key={by}>
          <dt>{`${by}: `}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
