import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useSession } from '#data/session.ts';
import { optionalPart } from '#ui/lazyPart.tsx';
import styles from './Chart.module.css';

/** The place of a picture under its title: what is in it is fetched and drawn when somebody looks at it. */
export function WhenVisible({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: (fallback: ReactNode) => ReactNode;
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

const TeamSpend = optionalPart(async () => (await import('./TeamSpend.tsx')).TeamSpend);

/** The place of the picture beside a manager's queue (SPEND-3). */
export function TeamSpendFrame(): ReactElement | null {
  const { roles } = useSession();
  if (!roles.isManager) return null;
  return (
    <WhenVisible id="team-spend" title="What your team spends">
      {(fallback) => <TeamSpend fallback={fallback} />}
    </WhenVisible>
  );
}
