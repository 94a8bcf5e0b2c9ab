import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import styles from './Owed.module.css';

/** The place of the picture: what is in it is fetched and drawn when somebody looks at it. */
export function OwedFrame({ children }: { children: ReactNode }): ReactElement {
  const place = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(() => typeof IntersectionObserver !== 'function');
  useEffect(() => {
    if (seen || !place.current) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: '120px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [seen]);
  return (
    <section ref={place} className={styles.frame} aria-labelledby="block-owed">
      <h2 id="block-owed" className={styles.title}>
        What I am owed
      </h2>
      <div className={styles.card}>{seen ? children : null}</div>
    </section>
  );
}
