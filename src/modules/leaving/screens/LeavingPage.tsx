import { useEffect, type ReactElement } from 'react';
import { messageOf } from '#data/errors.ts';
import type { Leaving } from '#data/leaving.ts';
import { useOnline } from '#data/online.ts';
import { saveAs } from '#data/saveFile.ts';
import { OutboxItem } from '#modules/outbox/index.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action } from '#ui/Action.tsx';
import { Empty, Failure } from '#ui/Notice.tsx';
import { forgetSecret, takeSecret, useLink } from '#ui/takeSecret.ts';
import { toast } from '#ui/toast.ts';
import { deviceWord } from '#ui/usePhone.ts';
import { PasteLink } from '../PasteLink.tsx';
import { copyOf } from '../copyOf.ts';
import styles from '../Leaving.module.css';
import { useLeaving } from '../useLeaving.ts';

const KEY = 'kharcha.leaving';
const LINK = /^#([\w-]{20,100})$/;
const secretOfLink = (): string | null => takeSecret(KEY, LINK)?.[1] ?? null;

async function saveCopy(entry: Entry, { outbox }: Leaving): Promise<void> {
  const copy = await copyOf(entry, outbox);
  if (copy) saveAs(copy.file, copy.name);
}

const items = (count: number): string => (count === 1 ? '1 item waits' : `${count} items wait`);

/** A page that was closed as it sent left it so: nothing is under way. */
const asLeft = (entry: Entry): Entry =>
  entry.state === 'uploading' || entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry;

/** What waits, and what became of it. */
function Waiting({
  entries,
  leaving,
  busy,
  onSend,
}: {
  entries: readonly Entry[];
  leaving: Leaving;
  busy: boolean;
  onSend: () => void;
}): ReactElement {
  const online = useOnline();
  const allSent = entries.length > 0 && entries.every(({ state }) => state === 'done');
  useEffect(() => {
    if (allSent) forgetSecret(KEY);
  }, [allSent]);
  const left = entries.filter(({ state }) => state !== 'done');
  const refused = left.filter(({ state, unreadable }) => state === 'needsYou' || unreadable);
  const waits = left.length - refused.length;
  if (entries.length === 0)
    return (
      <Empty
        title="Nothing waits here"
        hint="Open the link on the phone on which you saved your claims, in the browser in which you used Kharcha."
      />
    );
  return (
    <>
      <p role="status">
        {allSent ? 'All is sent. You can close this page.' : null}
        {waits > 0 ? `${items(waits)} on this ${deviceWord()}. ` : null}
        {refused.length > 0
          ? `What could not be sent stays on this ${deviceWord()}: save a copy of it and ask your organisation.`
          : null}
      </p>
      {waits > 0 ? (
        <div>
          <Action look="primary" busy={busy} disabled={!online} onClick={onSend}>
            Send
          </Action>
        </div>
      ) : null}
      <ul className={styles.list}>
        {entries.map((entry) => (
          <OutboxItem
            key={entry.id}
            entry={busy ? entry : asLeft(entry)}
            online={online}
            // Nothing is tried again by itself here: no text tells a time.
            now={0}
            actions={
              refused.includes(entry) ? (
                <Action
                  onClick={() => void saveCopy(entry, leaving).catch((error: unknown) => toast.error(messageOf(error)))}
                >
                  Save a copy
                </Action>
              ) : null
            }
          />
        ))}
      </ul>
    </>
  );
}

/** Where the link of who has left leads: it sends what they saved here before, and shows nothing else (ORG-43). */
export function LeavingPage(): ReactElement {
  const [secret, setSecret] = useLink(secretOfLink);
  const { entries, leaving, error, busy, go } = useLeaving(secret);
  return (
    <main className={styles.page} aria-busy={busy}>
      <h1 id="page-title" tabIndex={-1}>
        Send what you saved
      </h1>
      {secret === null ? <PasteLink onSecret={setSecret} /> : null}
      <Failure text={error} />
      {error !== null && !leaving ? (
        <div>
          <Action busy={busy} onClick={go}>
            Try again
          </Action>
        </div>
      ) : null}
      {leaving && entries ? <Waiting entries={entries} leaving={leaving} busy={busy} onSend={go} /> : null}
    </main>
  );
}
