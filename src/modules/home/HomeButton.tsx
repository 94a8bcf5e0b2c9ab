import { Link } from '@tanstack/react-router';
import { useId, type KeyboardEvent, type ReactElement } from 'react';
import type { Waiting } from '#domain/home.ts';
import styles from './Home.module.css';
import { HomeIcon } from './HomeIcon.tsx';

function onSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

/** The words without the number beside them. */
const besideCount = ({ count, words }: Waiting): string => words.replace(new RegExp(`^${count} waiting`), 'Waiting');

/** A button that leads to a screen, with what waits there. Its size does not depend on that. */
export function HomeButton({
  label,
  route,
  findByEmail,
  waiting,
}: {
  label: string;
  route: string;
  findByEmail?: string | undefined;
  waiting: Waiting | null;
}): ReactElement {
  const id = useId();
  return (
    <Link
      to={route}
      {...(findByEmail !== undefined && { search: { findByEmail } as never })}
      role="button"
      className={styles.button}
      aria-label={label}
      aria-describedby={waiting ? id : undefined}
      onKeyDown={onSpace}
      preload="intent"
    >
      <span className={styles.icon}>
        <HomeIcon route={route} />
      </span>
      <span className={styles.text}>
        <span>{label}</span>
        {waiting ? (
          <span className={styles.words}>
            <span id={id} hidden>
              {waiting.words}
            </span>
            <span aria-hidden="true">{besideCount(waiting)}</span>
          </span>
        ) : null}
      </span>
      {waiting ? (
        <span className={waiting.mine ? `${styles.count} ${styles.mine}` : styles.count} aria-hidden="true">
          {waiting.count > 999 ? '999+' : waiting.count}
        </span>
      ) : null}
    </Link>
  );
}
