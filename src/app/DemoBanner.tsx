import type { ReactElement } from 'react';
import styles from './DemoBanner.module.css';

/** On every page of a demo: nothing in it is anybody's own (S6). It takes no place and no tap. */
export const DemoBanner = (): ReactElement => (
  <aside className={styles.banner} aria-label="Demo">
    Demo: anybody can sign in as anybody
  </aside>
);
