import { useEffect, useRef, useState, type ReactElement } from 'react';
import { formatCount } from '#domain/money.ts';
import { IconAction } from './Action.tsx';
import { afterPaint } from './afterPaint.ts';
import styles from './Pager.module.css';

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
  const [asked, setAsked] = useState<{ at: number; page: number } | null>(null);
  if (asked !== null && asked.at !== page) setAsked(null);
  const shown = asked?.at === page ? asked.page : page;
  const callOff = useRef<() => void>(undefined);
  // Whoever has left the list meanwhile turns no page of another one.
  useEffect(() => () => callOff.current?.(), []);
  const turn = (to: number): void => {
    callOff.current?.();
    setAsked({ at: page, page: to });
    callOff.current = afterPaint(() => onPage(to));
  };
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
