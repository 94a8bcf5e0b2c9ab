import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import directory from '../directory/Directory.module.css';
import styles from '../directory/Lines.module.css';
import { PEOPLE } from '../directory/addresses.ts';
import { LineLevel } from '../directory/LineLevel.tsx';
import { focusPressed, keepOneStop, pressKey } from '../directory/treeKeys.ts';

/** Who reports to whom, opened level by level (ORG-13). */
export function LinesPage(): ReactElement {
  return (
    <div className={styles.page}>
      <Link to={PEOPLE} className={directory.lead} preload="intent">
        All people
      </Link>
      {/* Its items have the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <ul
        role="tree"
        aria-label="Reporting lines"
        className={styles.tree}
        onKeyDown={pressKey}
        onFocus={keepOneStop}
        onClick={focusPressed}
      >
        <LineLevel of="top" above={[]} />
      </ul>
    </div>
  );
}
