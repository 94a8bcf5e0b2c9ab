import type { ReactElement } from 'react';
import { formatCount } from '#domain/money.ts';
import { IconAction } from './Action.tsx';
import styles from './Pager.module.css';

export interface PagerProps {
  /** From 0. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** 'Page 2 of 9 · 212 in all', with first, previous, next and last (LIST-10). */
export function Pager({ page, pageSize, total, onPage }: PagerProps): ReactElement {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const last = pages - 1;
  return (
    <nav aria-label="Pages" className={styles.pager}>
      <IconAction icon="first" name="First page" disabled={page <= 0} onClick={() => onPage(0)} />
      <IconAction
        icon="back"
        name="Previous page"
        disabled={page <= 0}
        onClick={() => onPage(Math.min(page, pages) - 1)}
      />
      <span
        className={styles.where}
        aria-live="polite"
      >{`Page ${page + 1} of ${formatCount(pages)} · ${formatCount(total)} in all`}</span>
      <IconAction icon="next" name="Next page" disabled={page >= last} onClick={() => onPage(page + 1)} />
      <IconAction icon="last" name="Last page" disabled={page >= last} onClick={() => onPage(last)} />
    </nav>
  );
}
