import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { cancelTrip, tripExpenseIds } from '#contract/calls/trips.ts';
import { MAX_REMARKS } from '#contract/limits.ts';
import type { Trip } from '#contract/trip.ts';
import { useOnline } from '#data/online.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { tripCan } from '#domain/trip.ts';
import { parseCancellation } from '#domain/tripParsing.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { FormText } from '#form/fields.tsx';
import type { ActionDialogProps } from '#list/definition.ts';
import { Notice } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { plainDrafts, RecordForm, useRecordEditor, valuesFrom } from '#modules/claims/index.ts';
import { CANCEL_TITLE, cancelCommand } from './command.ts';
import { TripDetails } from './TripDetails.tsx';
import { TripSummary } from './TripSummary.tsx';

const EMPTY = { cancellationRemarks: '' };
const drafts = plainDrafts(valuesFrom(EMPTY));
/** Timeout of the check for claims; the server validates in any case. */
const PATIENCE_MS = 3_000;

/** Has the trip claims? Undefined while it is being asked; an error, and no network, count as none (TRIP-7). */
function useHasExpenses(tripId: string | undefined): boolean | undefined {
  const online = useOnline();
  const [waited, setWaited] = useState(false);
  const asked = useQuery({
    ...readOptions(tripExpenseIds, { query: { tripId } }),
    enabled: tripId !== undefined,
    retry: false,
    staleTime: 0,
  });
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (asked.data) return Object.keys(asked.data.data).length > 0;
  return tripId !== undefined && asked.isPending && online && !waited ? undefined : false;
}

/** Asks for a trip to be cancelled, or says why that cannot be. */
export function CancelTrip({ row, entry, from, readOnly, onClose }: ActionDialogProps<Trip>): ReactElement | null {
  const { timeZone } = useSession();
  const mine = entry?.endpoint === cancelTrip.name ? entry : undefined;
  const expenses = useHasExpenses(from === undefined ? row.tripId : undefined);
  // While one waits the row already shows it: what it was asked on is what is judged.
  const state = mine
    ? ((mine.base as Trip | undefined) ?? { ...row, cancellationStatus: 'NOT_INITIATED' as const })
    : row;
  const verdict = tripCan.cancel(state, expenses ?? false);
  const remarks = row.cancellationRemarks ?? '';
  const { form: editor } = useRecordEditor<Trip, typeof EMPTY, { remarks: string | null }>({
    title: CANCEL_TITLE,
    place: mine?.id ?? from ?? row.tripId,
    row,
    entry: mine,
    start: EMPTY,
    startOf: () => ({ cancellationRemarks: remarks }),
    command: (base, _, input, context) => cancelCommand(base, input.remarks, { ...context, from }),
    onClose,
  });

  if (readOnly || !verdict.ok) {
    return (
      <FormDialog
        title={CANCEL_TITLE}
        way={{ mode: 'view' }}
        onClose={onClose}
        notices={verdict.ok ? undefined : <Notice icon="warning">{`${verdict.message}.`}</Notice>}
      >
        <TripSummary row={row} timeZone={timeZone} />
        <TextArea label="Cancellation remarks" value={remarks} onChange={() => undefined} disabled />
        <TripDetails row={row} />
      </FormDialog>
    );
  }
  if (!editor) return null;
  return (
    <RecordForm
      {...editor}
      submitWord="Update"
      asking={expenses === undefined}
      drafts={drafts}
      parse={parseCancellation}
      notSaved="The cancellation is NOT saved; the form keeps it."
    >
      {(form) => (
        <>
          <TripSummary row={row} timeZone={timeZone} />
          <FormText
            control={form.control}
            name="cancellationRemarks"
            label="Cancellation remarks"
            optional
            maxLength={MAX_REMARKS}
          />
          <TripDetails row={row} />
        </>
      )}
    </RecordForm>
  );
}
