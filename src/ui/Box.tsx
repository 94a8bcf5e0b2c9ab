import { useId, type ReactElement, type ReactNode } from 'react';
import styles from './Boxes.module.css';

/** A part of a page, under its heading; `beside`: what stands at the heading's end. */
export function Box({
  title,
  beside,
  children,
}: {
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <section className={styles.box} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
