import { useEffect, useState, type ReactElement } from 'react';
import { answerOffer, offeredFiles, toldOfOffer } from '#data/drafts.ts';
import { messageOf } from '#data/errors.ts';
import { useSession, type Session } from '#data/session.ts';
import { lastSession } from '#data/sessionStore.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Failure } from '#ui/Notice.tsx';
import type { ChosenShare } from './joinShares.ts';

/**
 * For whom a look has found nothing. What is shared while somebody is signed in is theirs, so there is nothing later
 * either; where the worker did not know of them, the look after this one finds it.
 */
const NOTHING = new WeakSet<Session>();

async function look(session: Session): Promise<number> {
  const files = await offeredFiles();
  if (files === 0) NOTHING.add(session);
  else NOTHING.delete(session);
  return files;
}

/** Looks ahead, so that what stands inside a `ShareOffer` opens at once where there is nothing to ask. */
export function preloadOffer(): void {
  const session = lastSession();
  if (session) void look(session).catch(() => undefined);
}

/**
 * How many files wait to be asked about; undefined until that is known, which keeps what comes then back for a moment
 * only.
 */
function useOffer(ahead: boolean): [number | undefined, (asked: number) => void] {
  const session = useSession();
  const [files, setFiles] = useState(() => (ahead && NOTHING.has(session) ? 0 : undefined));
  useEffect(() => {
    let gone = false;
    void look(session)
      .catch(() => 0)
      .then((count) => {
        if (!gone) setFiles((before) => before ?? count);
      });
    return () => {
      gone = true;
    };
  }, [session]);
  const asks = files !== undefined && files > 0;
  useEffect(() => {
    if (asks) void toldOfOffer().catch(() => undefined);
  }, [asks]);
  return [files, setFiles];
}

/** What is done with them, and what is said of those with which nobody does it. */
const VERBS = { Attach: 'attaches', Keep: 'keeps' } as const;

/**
 * Asks whose the files are that were shared while nobody was signed in, before what stands inside opens: they are never
 * attached by themselves (P11, OB-7). What is taken over is in the inbox from then on.
 */
export function ShareOffer({
  verb,
  onTaken,
  children,
}: {
  verb: keyof typeof VERBS;
  onTaken?: (taken: readonly ChosenShare[]) => void;
  children: ReactElement;
}): ReactElement | null {
  const [files, setFiles] = useOffer(verb === 'Attach');
  const [failure, setFailure] = useState<string>();
  if (files === undefined) return null;
  if (files === 0) return children;
  const answer = (mine: boolean): void => {
    answerOffer(mine).then(
      (ids) => {
        if (mine) onTaken?.(ids.map((id) => ({ id })));
        setFiles(0);
      },
      (error: unknown) => setFailure(messageOf(error)),
    );
  };
  const what = files === 1 ? 'A file was' : `${files} files were`;
  const them = files === 1 ? 'it' : 'them';
  return (
    <Dialog
      title="Shared files"
      small
      onClose={() => setFiles(0)}
      footer={
        <>
          <Action onClick={() => answer(false)}>Throw away</Action>
          <Action onClick={() => setFiles(0)}>Not now</Action>
          <Action look="primary" onClick={() => answer(true)}>
            {`${verb} ${them}`}
          </Action>
        </>
      }
    >
      <p style={{ margin: 0, lineHeight: 1.5 }}>
        {`${what} shared to this app while nobody was signed in. ${verb} ${them} only if you shared ${them}. What ` +
          `nobody ${VERBS[verb]} is thrown away 30 days after it was shared.`}
      </p>
      <Failure text={failure} />
    </Dialog>
  );
}
