import { useNavigate } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { useRenderTime } from '#data/clock.ts';
import { useSession } from '#data/session.ts';
import { usePendingCounts } from '#data/pendingCounts.ts';
import { homeBlocks, pendingCountOf } from '#domain/home.ts';
import { asOfText } from '#ui/moments.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useScreenExists } from '#ui/useScreenExists.ts';
import { EnquiryNote, OutboxNote } from '../notes.tsx';
import { HomeButton } from '../HomeButton.tsx';
import styles from '../Home.module.css';
import { OwedFrame } from '../OwedFrame.tsx';
import { useHomeDecision } from '../useHomeDecision.ts';

const Owed = lazyPart(() => import('../Owed.tsx').then((module) => module.Owed));
/** Counts older than this say so. */
const FRESH_MS = 60_000;

/**
 * The home page: sends some people on, shows everybody else what they can do, what waits for them, and what they are
 * owed.
 */
export function HomePage(): ReactElement | null {
  const session = useSession();
  const now = useRenderTime();
  const decision = useHomeDecision();
  const { counts, asOf, refreshing, stale } = usePendingCounts();
  const navigate = useNavigate();
  const exists = useScreenExists();
  useEffect(() => {
    if (decision.go === 'path')
      void navigate({ href: exists(decision.path) ? decision.path : '/not-found', replace: true });
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
      <div className={styles.top}>
        <p className={styles.hello}>Hello, {session.name}</p>
        <p className={styles.age} role="status">
          {counts && !refreshing && (stale || now - asOf > FRESH_MS) ? asOfText(asOf, now, session.timeZone) : ''}
        </p>
      </div>
      <OutboxNote />
      <EnquiryNote counts={counts} />
      <div className={styles.columns}>
        <div className={styles.blocks}>
          {blocks.map(({ title, buttons }, index) => (
            <section key={title} aria-labelledby={`block-${index}`}>
              <h2 id={`block-${index}`} className={styles.title}>
                {title}
              </h2>
              <div className={styles.buttons}>
                {buttons.map(({ label, route, findByEmail }) => (
                  <HomeButton
                    key={route}
                    label={label}
                    route={route}
                    findByEmail={findByEmail}
                    waiting={counts ? pendingCountOf(route, counts, findByEmail) : null}
                  />
                ))}
              </div>
            </section>
          ))}
        </div>
        <OwedFrame>
          <Owed />
        </OwedFrame>
      </div>
    </div>
  );
}
