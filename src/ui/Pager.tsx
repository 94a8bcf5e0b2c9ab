import type { ReactElement } from 'react';
import { formatCount } from '#domain/money.ts';
import { IconAction } from './Action.tsx';
import styles from './Pager.module.css';
import { useAhead } from './useAhead.ts';

export interface PagerProps {
  /** From 0. */
  page: number;
  pageSize: number;
  total: number;
  /** `total` counts the rows that this device has: there may be more. */
  partial?: boolean | undefined;
  /** Called once the frame is drawn that says which page was asked for. */
  onPage: (page: number) => void;
}

/**
 * 'Page 2 of 9 · 212 in all', with first, previous, next and last (LIST-10). A page behind the last has no 'of', and
 * previous leads to the last from there.
 */
export function Pager({ page, pageSize, total, partial, onPage }: PagerProps): ReactElement {
  // A tap is answered by the pager alone: the list follows the address, which takes a slow phone longer than a frame.
  const [shown, lead] = useAhead(page);
  const turn = (to: number): void =>
    void lead(
      () => to,
      () => onPage(to),
    );
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const last = pages - 1;
  const where = shown > last ? `Page ${shown + 1}` : `Page ${shown + 1} of ${formatCount(pages)}`;
  const counted = `${formatCount(total)} ${partial ? 'on this device' : 'in all'}`;
  return (
    <nav aria-label="Pages" className={styles.pager}>
      <IconAction icon="first" name="First page" disabled={shown <= 0} onClick={() => turn(0)} />
      <IconAction
        icon="back"
        name="Previous page"
        disabled={shown <= 0}
        onClick={() => turn(Math.min(shown, pages) - 1)}
      />
      <span className={styles.where} aria-live="polite">
        {/* In two lines where there is no room: which page, and how many. */}
        {[`${where} ·`, counted].map((words) => words.replaceAll(' ', '\u00a0')).join(' ')}
      </span>
      <IconAction icon="next" name="Next page" disabled={shown >= last} onClick={() => turn(shown + 1)} />
      <IconAction icon="last" name="Last page" disabled={shown >= last} onClick={() => turn(last)} />
    </nav>
  );
}
