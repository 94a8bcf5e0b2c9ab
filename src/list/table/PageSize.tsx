import type { ReactElement } from 'react';
import { PAGE_SIZES } from '../search.ts';
import styles from './Bar.module.css';

/** How many rows a page has. */
export function PageSize({ size, onSize }: { size: number; onSize: (size: number) => void }): ReactElement {
  return (
    <select
      className={styles.size}
      aria-label="Rows a page"
      value={size}
      onChange={(event) => onSize(Number(event.currentTarget.value))}
    >
      {PAGE_SIZES.map((each) => (
        <option key={each} value={each}>{`${each} a page`}</option>
      ))}
    </select>
  );
}
