import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import styles from './Chart.module.css';

/** The place of a picture under its title: what is in it is fetched and drawn when somebody looks at it. */
export function WhenVisible({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: (waiting: ReactNode) => ReactNode;
}): ReactElement {
  const place = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(() => typeof IntersectionObserver !== 'function');
  useEffect(() => {
    if (seen || !place.current) return;
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [seen]);
  return (
    <section ref={place} className={styles.frame} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {seen ? (
        children(
          <div className={styles.card}>
            <div className={styles.skeleton} />
          </div>,
        )
      ) : (
        <div className={styles.card} />
      )}
    </section>
  );
}
