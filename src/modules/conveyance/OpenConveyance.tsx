import type { ReactElement, ReactNode } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { MAX_REMARKS } from '#contract/limits.ts';
import { useSession } from '#data/session.ts';
import { revise, submit, type FormDraft } from '#data/submit.ts';
import { conveyanceCan, type ConveyanceInput } from '#domain/conveyance.ts';
import { FormAmount, FormText } from '#form/fields.tsx';
import type { OpenDialogProps } from '#list/definition.ts';
import { billDrafts, ClaimForm, FormBills, useEntryBills, valuesFrom } from '#modules/claims/index.ts';
import type { Entry } from '#outbox/entry.ts';
import { ConveyanceDetails } from './ConveyanceDetails.tsx';
import { ViewConveyance } from './ViewConveyance.tsx';
import {
  EDIT_TITLE,
  EMPTY,
  parseValues,
  updateCommand,
  valuesOf,
  valuesOfEntry,
  type ConveyanceValues,
} from './values.ts';

const drafts = billDrafts(valuesFrom(EMPTY));

interface ConveyanceFormProps {
  row: Conveyance;
  draftKey: string;
  start: ConveyanceValues;
  refusal?: Entry['refusal'];
  notices?: ReactNode;
  store: (values: ConveyanceValues, input: ConveyanceInput, draft: FormDraft) => Promise<Entry>;
  onClose: () => void;
}

/** What the sales app says of the trip, and what its owner adds: amount, remarks, bills. */
function ConveyanceForm({ row, ...rest }: ConveyanceFormProps): ReactElement {
  return (
    <ClaimForm<ConveyanceValues, ConveyanceInput>
      {...rest}
      title={EDIT_TITLE}
      mode="edit"
      drafts={drafts}
      read={(values) => parseValues(row.tripId, values)}
      fields={(form, onBeforePick) => (
        <>
          <ConveyanceDetails row={row} />
          <FormAmount control={form.control} name="claimAmount" label="Claim amount" />
          <FormText control={form.control} name="remarks" label="Remarks" optional maxLength={MAX_REMARKS} />
          <FormBills
            control={form.control}
            name="billUrl"
            current={() => form.getValues('billUrl')}
            onBeforePick={onBeforePick}
          />
        </>
      )}
    />
  );
}

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
