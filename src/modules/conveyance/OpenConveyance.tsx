import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { revise, submit } from '#data/submit.ts';
import { conveyanceCan } from '#domain/conveyance.ts';
import type { OpenDialogProps } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { useEntryBills } from '#modules/claims/index.ts';
import { ConveyanceForm } from './ConveyanceForm.tsx';
import { EDIT_TITLE, updateCommand, valuesOf, valuesOfEntry } from './values.ts';
import { ViewConveyance } from './ViewConveyance.tsx';

/** A conveyance claim of one's own: to complete while the rule allows (CNV-1), else to look at. */
export function OpenConveyance({ row, entry, readOnly, onClose }: OpenDialogProps<Conveyance>): ReactElement {
  const verdict = conveyanceCan.edit(row);
  if (readOnly || !verdict.ok)
    return <ViewConveyance row={row} why={readOnly || verdict.ok ? undefined : verdict.message} onClose={onClose} />;
  return entry ? (
    <EditQueued row={row} entry={entry} onClose={onClose} />
  ) : (
    <EditConveyance row={row} onClose={onClose} />
  );
}

function EditConveyance({ row, onClose }: { row: Conveyance; onClose: () => void }): ReactElement {
  const { timeZone } = useSession();
  const place = `${EDIT_TITLE}/${row.tripId}`;
  return (
    <ConveyanceForm
      row={row}
      draftKey={place}
      start={valuesOf(row)}
      store={(values, input, draft) => submit(updateCommand(row, values, input, { timeZone, draft }))}
      onClose={onClose}
    />
  );
}

/**
 * A change that waits is changed again. When the record has moved on meanwhile, what it is now is shown and taken as
 * the base (OB-10).
 */
function EditQueued({
  row,
  entry,
  onClose,
}: {
  row: Conveyance;
  entry: Entry;
  onClose: () => void;
}): ReactElement | null {
  const { timeZone } = useSession();
  const bytes = useEntryBills(entry);
  if (!bytes) return null;
  const base = (entry.refusal?.current as Conveyance | undefined) ?? (entry.base as Conveyance | undefined) ?? row;
  const place = `${EDIT_TITLE}/entry/${entry.id}`;
  return (
    <ConveyanceForm
      row={base}
      draftKey={place}
      start={valuesOfEntry(entry, bytes)}
      refusal={entry.refusal}
      store={(values, input, draft) => revise(entry.id, updateCommand(base, values, input, { timeZone, draft }))}
      onClose={onClose}
    />
  );
}
