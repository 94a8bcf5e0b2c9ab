import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { storageRisk } from '#data/deviceNotices.ts';
import { outbox, useEntries, useOutboxKnown, useOutboxSummary, useUnreadable } from '#data/entries.ts';
import { useInboxCount } from '#data/inboxCount.ts';
import { useInstall } from '#data/install.ts';
import type { Entry } from '#outbox/entry.ts';
import { room } from '#storage/durability.ts';
import { Action } from '#ui/Action.tsx';
import { Empty, Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import { deviceWord } from '#ui/usePhone.ts';
import { useSeenFirst } from '#ui/useSeenFirst.ts';
import styles from '../Outbox.module.css';
import { OutboxItem } from '../OutboxItem.tsx';

const EVERY_MS = 5_000;

/** The time, for texts such as 'in 2 min'. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether this device is nearly full: said before saving fails (ST-1). */
function useScarce(): boolean {
  const [scarce, setScarce] = useState(false);
  useEffect(() => {
    let there = true;
    void room().then((left) => there && setScarce(left?.scarce === true));
    return () => {
      there = false;
    };
  }, []);
  return scarce;
}

/** What this browser may do to what waits in it (ST-2); null where nothing waits, or it is kept. */
function useStorageRisk(waits: boolean): string | null {
  const [message, setSentence] = useState<string | null>(null);
  useEffect(() => {
    let there = true;
    if (waits) void storageRisk().then((found) => there && setSentence(found));
    return () => {
      there = false;
    };
  }, [waits]);
  return waits ? message : null;
}

const RANK: Record<Entry['state'], number> = { needsYou: 0, signIn: 1, sending: 2, uploading: 2, waiting: 3, done: 4 };

function Entries({ ordered, online }: { ordered: readonly Entry[]; online: boolean }): ReactElement {
  const now = useNow();
  const shown = useSeenFirst(ordered);
  return (
    <ul className={styles.list}>
      {shown.map((entry) => (
        <OutboxItem key={entry.id} entry={entry} online={online} now={now} />
      ))}
    </ul>
  );
}

/** What is in the inbox is no claim yet, and waits too. */
function InboxLine(): ReactElement | null {
  const count = useInboxCount();
  return count === 0 ? null : (
    <Link to="/inbox" className={styles.inbox}>
      {count === 1 ? '1 bill waits in your inbox' : `${count} bills wait in your inbox`}
    </Link>
  );
}

/** Everything that is not sent, and what was sent in the last day. */
export function OutboxPage(): ReactElement {
  const known = useOutboxKnown();
  const why = useUnreadable();
  const entries = useEntries();
  const summary = useOutboxSummary();
  const scarce = useScarce();
  const storageRisk = useStorageRisk(summary.total > 0);
  const install = useInstall();
  const ordered = useMemo(
    () =>
      entries.toSorted((a, b) => RANK[a.state] - RANK[b.state] || (a.state === 'done' ? b.seq - a.seq : a.seq - b.seq)),
    [entries],
  );
  const sendNow = (): void =>
    void outbox()
      .then((box) => box.retryAll())
      .catch(() => toast.error('Something went wrong.'));
  if (!known) {
    return (
      <div className={styles.page} aria-busy={why === null}>
        {why === null ? null : (
          <Notice tone="bad" icon="warning" role="alert">
            {`What is waiting on this ${deviceWord()} cannot be read now. ${why}`}
          </Notice>
        )}
      </div>
    );
  }
  if (ordered.length === 0) {
    return (
      <div className={styles.page}>
        <InboxLine />
        <Empty
          title="All sent"
          hint={`What you save without a network waits here on this ${deviceWord()}, and is sent automatically.`}
        />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <InboxLine />
      <div className={styles.top}>
        <p>{summary.total === 0 ? 'All sent. What went out in the last 24 hours:' : summary.text}</p>
        {summary.waiting > 0 ? (
          <Action icon="retry" onClick={sendNow}>
            Send now
          </Action>
        ) : null}
      </div>
      {storageRisk === null ? null : (
        <Notice
          tone="wait"
          icon="warning"
          actions={
            install && (
              <Action small onClick={() => void install().catch(() => undefined)}>
                Install
              </Action>
            )
          }
        >
          {storageRisk}
        </Notice>
      )}
      {scarce ? (
        <Notice tone="wait" icon="warning">
          This {deviceWord()} is almost full. Free some space, so that new claims can be saved.
        </Notice>
      ) : null}
      <Entries ordered={ordered} online={!summary.offline} />
    </div>
  );
}
