import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { MESSAGES } from '#contract/error.ts';
import { isUnreachable, messageOf } from '#data/errors.ts';
import { recordOptions } from '#data/record.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';

export interface MissingRecordProps {
  id: string;
  /** The kind of the list's records. */
  kind: string;
  /** The record is shown already, as it was last seen: what it is now is asked for behind it. */
  quiet?: boolean;
  onFound: (row: unknown) => void;
  onClose: () => void;
}

/** A record that the address names and that is not on this page of the list: it is asked for by its id (NAV-8). */
export function MissingRecord({ id, kind, quiet, onFound, onClose }: MissingRecordProps): ReactElement | null {
  const asked = useQuery({ ...recordOptions(id), retry: false });
  const found = asked.data?.data.record;
  const row = found?.kind === kind ? found.record : undefined;
  useEffect(() => {
    if (row !== undefined) onFound(row);
  }, [row, onFound]);

  if (quiet) return null;
  const looking = asked.isPending || row !== undefined;
  const unknown = found !== undefined || (asked.error !== null && !isUnreachable(asked.error));
  const footer = (
    <>
      <Action onClick={onClose}>Close</Action>
      {looking || unknown ? null : (
        <Action look="primary" icon="retry" busy={asked.isFetching} onClick={() => void asked.refetch()}>
          Try again
        </Action>
      )}
    </>
  );
  return (
    <Dialog
      small
      size={420}
      title={looking ? id : unknown ? MESSAGES.nothingHere : 'This could not be loaded'}
      onClose={onClose}
      footer={footer}
    >
      <p role={looking ? 'status' : undefined} style={{ margin: 0, lineHeight: 1.5, overflowWrap: 'anywhere' }}>
        {looking ? 'One moment…' : unknown ? `There is no ${id} that you may see here.` : messageOf(asked.error)}
      </p>
    </Dialog>
  );
}
