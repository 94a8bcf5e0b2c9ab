import { type ReactElement, useId, type KeyboardEvent } from 'react';
import { Link } from '@tanstack/react-router';
import type { Waiting } from '#domain/pendingCounts.ts';
import { sharedSearch } from '#ui/sharedSearch.ts';
import styles from './Home.module.css';

/** Line icons of the home page's buttons, by where they lead. */
const ICONS: readonly (readonly [route: RegExp, path: string])[] = [
  [/^\/(raise|approve|view)-travel-request/, 'M5 8h14v11H5zM9 8V5h6v3M5 13h14M12 12v2'],
  [/^\/(raise|approve|view)-travel-expense/, 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6'],
  [/^\/(raise|approve|view)-local/, 'M7 3h10v18H7zM10 6h4M11 18h2'],
  [/exceptional-dates/, 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4M12 12.5v5M9.5 15h5'],
  [/downloadReport/, 'M12 4v11M7.5 11L12 15.5 16.5 11M5 20h14'],
  [/upload/, 'M12 16V5M7.5 9.5L12 5l4.5 4.5M5 20h14'],
  [/tally/, 'M5 4h14v16H5zM8 8h8M8 12h2M12 12h4M8 16h2M12 16h4'],
  [/campaign/i, 'M4 10v4h3l8 4V6l-8 4zM18 9.5a4 4 0 0 1 0 5'],
  [/./, 'M5 5h14v14H5zM9 9h6M9 13h6'],
];

function HomeIcon({ route }: { route: string }): ReactElement {
  const path = ICONS.find(([pattern]) => pattern.test(route))?.[1];
  return (
    <svg
      width={22}
      height={22}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

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
      {...(findByEmail !== undefined && { search: sharedSearch({ findByEmail }) })}
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
