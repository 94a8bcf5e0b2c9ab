import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import styles from './TeamSpend.module.css';

const TeamSpend = lazyPart(async () => (await import('./TeamSpend.tsx')).TeamSpend);

/** The place of the picture beside a manager's queue: what is in it is fetched and drawn when somebody looks at it (SPEND-3). */
export function TeamSpendFrame(): ReactElement | null {
  const { roles } = useSession();
  const place = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(() => typeof IntersectionObserver !== 'function');
  useEffect(() => {
    if (seen || !place.current) return;
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [seen]);
  if (!roles.isManager) return null;
  return (
    <section ref={place} className={styles.frame} aria-labelledby="team-spend">
      <h2 id="team-spend" className={styles.title}>What your team spends</h2>
      <div className={styles.card}>{seen ? <TeamSpend waiting={<div className={styles.skeleton} />} /> : null}</div>
    </section>
  );
}
