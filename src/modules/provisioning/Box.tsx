import type { ReactElement, ReactNode } from 'react';
import styles from './Provisioning.module.css';

/** A part of a page, under its heading. `id`: of the heading. */
export const Box = ({ id, title, children }: { id: string; title: string; children: ReactNode }): ReactElement => (
  <section className={styles.box} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);
