import type { ReactElement } from 'react';
import type { RecordKind } from '#contract/enums.ts';
import styles from './Records.module.css';

/** One picture for each kind, on the grid of ui/Icon; the word is always beside it. */
const PATHS: Readonly<Record<RecordKind, string>> = {
  trip: 'M3 15l18-6-2-2-5 1-6-4-2 1 4 5-4 1-2-2-1 1z',
  localExpense: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  travelExpense: 'M4 8h16v12H4zM9 8V5h6v3M4 13h16',
  conveyance: 'M4 16v-4l2-5h12l2 5v4zM4 12h16M7 16v2M17 16v2',
};

export function KindIcon({ kind }: { kind: RecordKind }): ReactElement {
  return (
    <span className={styles.icon} aria-hidden="true">
      <svg
        width={22}
        height={22}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={PATHS[kind]} />
      </svg>
    </span>
  );
}
