import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { useToday } from '#data/clock.ts';
import { usePolicy } from '#data/policies.ts';
import { useSession } from '#data/session.ts';
import { dayOf } from '#domain/dates.ts';
import { statusOf } from '#domain/status.ts';
import type { TripInput } from '#domain/tripFields.ts';
import type { CreateDialogProps } from '#list/definition.ts';
import { placeOf, plainDrafts, RecordForm, useRecordEditor, valuesFrom } from '#modules/claims/index.ts';
import { Notice } from '#ui/Notice.tsx';
import { createCommand, EDIT_TITLE, RAISE_TITLE, updateCommand } from './command.ts';
import { TripFields } from './TripFields.tsx';
import { EMPTY, parseValues, valuesOf, type TripValues } from './values.ts';

const drafts = plainDrafts(valuesFrom(EMPTY));

/** The one form of a travel request, to make and to change one. */
export function TripForm({ row, entry, onClose }: CreateDialogProps & { row?: Trip }): ReactElement | null {
  const { timeZone } = useSession();
  const today = useToday(timeZone);
  const { policies } = usePolicy();
  const { base, form: editor } = useRecordEditor<Trip | undefined, TripValues, TripInput>({
    title: row ? EDIT_TITLE : RAISE_TITLE,
    place: placeOf(entry, row?.tripId ?? 'new'),
    row,
    entry,
    start: row ? valuesOf(row, timeZone) : EMPTY,
    startOf: ({ body }) => valuesOf(body, timeZone),
    command: (before, _, input, context) =>
      before ? updateCommand(before, input, context) : createCommand(input, context),
    onClose,
  });
  if (!editor) return null;
  const context = {
    timeZone,
    policies,
    creating: base === undefined,
    // The days of the trip that is being edited may stay, however long ago.
    ...(base && { unchanged: { startDay: dayOf(base.startDate, timeZone), endDay: dayOf(base.endDate, timeZone) } }),
  };
  // The days of one that still waits, unchanged, are judged for the day it was saved (TM-2).
  const savedDay = entry?.saved && dayOf(entry.saved.at, timeZone);
  return (
    <RecordForm
      {...editor}
      drafts={drafts}
      parse={(values) =>
        parseValues(values, {
          ...context,
          today: savedDay !== undefined && values.startDate === editor.start.startDate ? savedDay : today,
        })
      }
      notices={
        row && statusOf(row.managerApprovalStatus) === 'approved' ? (
          <Notice icon="warning" tone="wait">
            Your manager has approved this request. If you change more than the remarks, it has to be approved again.
          </Notice>
        ) : undefined
      }
      notSaved="The travel request is NOT saved; the form keeps it."
    >
      {(form) => (
        <TripFields form={form} today={today} tripId={row?.tripId} entryId={entry?.record.from ?? entry?.id} />
      )}
    </RecordForm>
  );
}
