import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import type { PendingCounts } from '#contract/home.ts';
import { useRenderTime } from '#data/clock.ts';
import { useOutboxSummary } from '#data/entries.ts';
import { isUnreachable } from '#data/errors.ts';
import { usePendingCounts } from '#data/pendingCounts.ts';
import { refreshRoles, useSession } from '#data/session.ts';
import { homeBlocks } from '#domain/home.ts';
import { pendingCountOf } from '#domain/pendingCounts.ts';
import { homeAfterFailure, homeFor, type HomeDecision } from '#domain/homeDecision.ts';
import { Notice } from '#ui/Notice.tsx';
import { optionalPart } from '#ui/lazyPart.tsx';
import { asOfText } from '#ui/moments.ts';
import { deviceWord } from '#ui/usePhone.ts';
import { useScreenExists } from '#ui/useScreenExists.ts';
import styles from '../Home.module.css';
import { HomeButton } from '../HomeButton.tsx';
import { Offers } from '../Offers.tsx';
import { OwedFrame } from '../OwedFrame.tsx';

/** Says on the home page that somebody asked, or has answered; nothing when nobody did. */
function EnquiryNote({ counts }: { counts: PendingCounts | null }): ReactElement | null {
  const waiting = counts && pendingCountOf('/enquiries', counts);
  if (!waiting) return null;
  return (
    <Notice tone="info" actions={<Link to="/enquiries">Open the enquiries</Link>}>
      {`${waiting.words}.`}
    </Notice>
  );
}

/** Says on the home page that something is not sent yet; nothing when all is. */
function OutboxNote(): ReactElement | null {
  const { total, needsYou } = useOutboxSummary();
  if (total === 0) return null;
  return (
    <div data-waiting="">
      <Notice
        tone={needsYou > 0 ? 'bad' : 'wait'}
        icon={needsYou > 0 ? 'warning' : 'clock'}
        actions={<Link to="/outbox">Open the outbox</Link>}
      >
        {needsYou > 0
          ? `${needsYou} of your items ${needsYou === 1 ? 'needs' : 'need'} you.`
          : `${total} ${total === 1 ? 'item is' : 'items are'} saved on this ${deviceWord()} and will be sent by ` +
            `${total === 1 ? 'itself' : 'themselves'}.`}
      </Notice>
    </div>
  );
}

/** Looks the roles up on load; until the answer is there the last known ones decide. */
function useHomeDecision(): HomeDecision {
  const { roles, rolesKnown } = useSession();
  const [failure, setFailure] = useState<HomeDecision | null>(null);
  useEffect(() => {
    let there = true;
    refreshRoles().then(
      () => there && setFailure(null),
      (error: unknown) => there && setFailure(homeAfterFailure(isUnreachable(error), rolesKnown ? roles : null)),
    );
    return () => {
      there = false;
    };
    // Only on load: the answer itself changes the roles.
    // eslint-disable-next-line react/exhaustive-deps
  }, []);
  const decided = failure ?? homeFor(roles);
  const key = JSON.stringify(decided);
  const [stable, setStable] = useState({ key, decided });
  if (stable.key !== key) setStable({ key, decided });
  return stable.decided;
}

const Owed = optionalPart(() => import('../Owed.tsx').then((module) => module.Owed));
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
      <Offers />
    </div>
  );
}
