import { Link } from '@tanstack/react-router';
import { useId, type KeyboardEvent, type ReactElement } from 'react';
import styles from './Home.module.css';
import { useWaiting } from './useWaiting.ts';

function onSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

/** A button that leads to a screen, with the count of what waits there beside its name. */
export function HomeButton({ label, route }: { label: string; route: string }): ReactElement {
  const waiting = useWaiting(route);
  const id = useId();
  return (
    <div className={styles.cell}>
      <Link to={route} role="button" className={styles.button} aria-describedby={waiting ? id : undefined} onKeyDown={onSpace} preload="intent">
        {label}
      </Link>
      {waiting ? (
        <span id={id} className={styles.count} title={waiting.words}>
          <span aria-hidden="true">{waiting.count}</span>
          <span className={styles.words}>{waiting.words}</span>
        </span>
      ) : null}
    </div>
  );
}
