import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { MAX_REMARKS } from '#contract/limits.ts';
import { usePolicy } from '#data/policies.ts';
import { useSession } from '#data/session.ts';
import { conveyanceCan, type ConveyanceInput } from '#domain/conveyance.ts';
import { dayOf } from '#domain/dates.ts';
import { policyOn } from '#domain/policyVersions.ts';
import { FormAmount, FormText } from '#form/fields.tsx';
import type { OpenDialogProps } from '#list/definition.ts';
import {
  billDrafts,
  ClaimForm,
  FormBills,
  placeOf,
  SameWay,
  useRecordEditor,
  valuesFrom,
} from '#modules/claims/index.ts';
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

/** A conveyance claim of one's own: to complete while the rule allows (CNV-1), else to look at. */
export function OpenConveyance({ row, entry, readOnly, onClose }: OpenDialogProps<Conveyance>): ReactElement {
  const verdict = conveyanceCan.edit(row);
  if (readOnly || !verdict.ok)
    return <ViewConveyance row={row} why={readOnly || verdict.ok ? undefined : verdict.message} onClose={onClose} />;
  return <ConveyanceForm key={entry ? 'entry' : 'record'} row={row} entry={entry} onClose={onClose} />;
}

/** What the sales app says of the trip, and what its owner adds: amount, remarks, bills. */
function ConveyanceForm({
  row,
  entry,
  onClose,
}: Pick<OpenDialogProps<Conveyance>, 'row' | 'entry' | 'onClose'>): ReactElement | null {
  const { base, form: editor } = useRecordEditor<Conveyance, ConveyanceValues, ConveyanceInput>({
    title: EDIT_TITLE,
    place: placeOf(entry, row.tripId),
    row,
    entry,
    start: valuesOf(row),
    startOf: valuesOfEntry,
    command: updateCommand,
    onClose,
  });
  const { timeZone } = useSession();
  const { policies } = usePolicy();
  const day = dayOf(row.travelDate, timeZone);
  const policy = policyOn(policies, day);
  const ride = { day, route: { from: row.fromLocation, to: row.toLocation } };
  return (
    editor && (
      <ClaimForm
        {...editor}
        drafts={drafts}
        parse={(values) => parseValues(base.tripId, values, policy)}
        fields={({ control, getValues }, onBeforePick) => (
          <>
            <ConveyanceDetails row={base} />
            <FormAmount control={control} name="claimAmount" label="Claim amount" />
            <FormText control={control} name="remarks" label="Remarks" optional maxLength={MAX_REMARKS} />
            <FormBills
              control={control}
              name="billUrl"
              current={() => getValues('billUrl')}
              onBeforePick={onBeforePick}
            />
            <SameWay ride={ride} self={[row.tripId]} />
          </>
        )}
      />
    )
  );
}
