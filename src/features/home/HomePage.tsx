import { useNavigate } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { homeBlocks } from '#domain/home.ts';
import { useScreenExists } from '#ui/useScreenExists.ts';
import { HomeButton } from './HomeButton.tsx';
import styles from './Home.module.css';
import { OutboxNote } from './OutboxNote.tsx';
import { useHomeDecision } from './useHomeDecision.ts';

/** The home page: sends some people on, shows everybody else what they can do and what waits for them. */
export function HomePage(): ReactElement | null {
  const session = useSession();
  const decision = useHomeDecision();
  const navigate = useNavigate();
  const exists = useScreenExists();
  useEffect(() => {
    if (decision.go === 'path') void navigate({ href: exists(decision.path) ? decision.path : '/not-found', replace: true });
    if (decision.go === 'address') window.location.replace(decision.address);
    // Once for each decision; `exists` and `navigate` are new functions on every render.
    // eslint-disable-next-line react/exhaustive-deps
  }, [decision]);
  if (decision.go !== 'stay') return null;
  const blocks = homeBlocks(session.roles)
    .map(({ title, buttons }) => ({ title, buttons: buttons.filter(({ route }) => exists(route)) }))
    .filter(({ buttons }) => buttons.length > 0);
  return (
    <div className={styles.page}>
      <p className={styles.hello}>Hello, {session.name}</p>
      <OutboxNote />
      {blocks.map(({ title, buttons }) => (
        <section key={title} className={styles.block} aria-labelledby={`block-${title}`}>
          <h2 id={`block-${title}`}>{title}</h2>
          <div className={styles.buttons}>
            {buttons.map(({ label, route }) => (
              <HomeButton key={route} label={label} route={route} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
