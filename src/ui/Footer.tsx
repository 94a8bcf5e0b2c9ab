import type { ReactElement } from 'react';
import styles from './Footer.module.css';

/** Ends every page: the notice, and the terms under which Kharcha is used (NAV-11). */
export function Footer(): ReactElement {
  return (
    <footer className={styles.footer}>
      <p>2023 all rights reserved</p>
      <p>
        By using Kharcha you agree to your company’s travel and expense policy. Claims and bills are checked, and every
        decision on them is kept on record.
      </p>
    </footer>
  );
}
