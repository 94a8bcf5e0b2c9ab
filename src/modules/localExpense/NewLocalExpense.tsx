import { useEffect, useState, type ReactElement } from 'react';
import { answerOffer, offeredFiles } from '#data/drafts.ts';
import type { CreateDialogProps } from '#list/definition.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Failure } from '#ui/Notice.tsx';
// The last import: the build names the piece that two dialogs share after it (scripts/startFiles.ts).
import { LocalExpenseForm } from './LocalExpenseForm.tsx';

/**
 * How many files wait to be asked about; undefined until that is known, which keeps the form back for a moment only.
 */
function useOffer(): [number | undefined, (asked: number) => void] {
  const [files, setFiles] = useState<number>();
  useEffect(() => {
    let gone = false;
    void offeredFiles()
      .catch(() => 0)
      .then((count) => {
        if (!gone) setFiles(count);
      });
    return () => {
      gone = true;
    };
  }, []);
  return [files, setFiles];
}

/**
 * Asks whose the files are that were shared while nobody was signed in, before a form opens: they are never attached by
 * themselves (P11, OB-7).
 */
function ShareOffer({ children }: { children: ReactElement }): ReactElement | null {
  const [files, setFiles] = useOffer();
  const [failure, setFailure] = useState<string>();
  if (files === undefined) return null;
  if (files === 0) return children;
  const answer = (mine: boolean): void => {
    answerOffer(mine).then(
      () => setFiles(0),
      (error: unknown) =>
        setFailure(error instanceof Error ? error.message : 'Something went wrong. Please try again.'),
    );
  };
  const what = files === 1 ? 'A file was' : `${files} files were`;
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
            {files === 1 ? 'Attach it' : 'Attach them'}
          </Action>
        </>
      }
    >
      <p style={{ margin: 0, lineHeight: 1.5 }}>
        {`${what} shared to this app while nobody was signed in. Attach ${files === 1 ? 'it' : 'them'} only if ` +
          `you shared ${files === 1 ? 'it' : 'them'}. What nobody attaches is thrown away 30 days after it was ` +
          'shared.'}
      </p>
      <Failure text={failure} />
    </Dialog>
  );
}

/** A new claim, or one that still waits in the outbox. */
export function NewLocalExpense({ entry, onClose }: CreateDialogProps): ReactElement {
  const form = <LocalExpenseForm entry={entry} onClose={onClose} />;
  return entry ? form : <ShareOffer>{form}</ShareOffer>;
}
