import type { ReactElement } from 'react';
import { markNoShow } from '#contract/calls/tripDecisions.ts';
import { MAX_REMARKS } from '#contract/limits.ts';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { parseAdminDecision } from '#domain/tripDecision.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { FormText } from '#form/fields.tsx';
import type { ActionDialogProps } from '#list/definition.ts';
import { Notice } from '#ui/Notice.tsx';
import { plainDrafts, RecordForm, typed, useRecordEditor, valuesFrom } from '#modules/claims/index.ts';
import { TripDetails } from '../TripDetails.tsx';
import { TripSummary } from '../TripSummary.tsx';
import { onTrip } from './kind.ts';
import { NO_SHOW_TITLE, noShowCommand } from './command.ts';

const EMPTY = { adminRemarks: '' };
const drafts = plainDrafts(valuesFrom(EMPTY));

/** Notes that nobody travelled on an approved trip that has begun (ADM-6). */
export function MarkNoShow({ row, entry, readOnly, onClose }: ActionDialogProps<Trip>): ReactElement | null {
  const session = useSession();
  const { timeZone } = session;
  const mine = entry?.endpoint === markNoShow.name ? entry : undefined;
  const { base, form: editor } = useRecordEditor<Trip, typeof EMPTY, { remarks: string | null }>({
    title: NO_SHOW_TITLE,
    place: mine?.id ?? row.tripId,
    row,
    entry: mine,
    start: EMPTY,
    startOf: ({ body }) => ({ adminRemarks: typed(body['adminRemarks']) }),
    command: (before, _, { remarks }, context) => noShowCommand(before, remarks, context),
    onClose,
  });
  const verdict = onTrip.markNoShow(base, session);
  if (readOnly || !verdict.ok) {
    return (
      <FormDialog
        title={NO_SHOW_TITLE}
        way={{ mode: 'view' }}
        onClose={onClose}
        notices={verdict.ok ? undefined : <Notice icon="warning">{verdict.message.replace(/[.!]?$/, '.')}</Notice>}
      >
        <TripSummary row={row} timeZone={timeZone} />
        <TripDetails row={row} />
      </FormDialog>
    );
  }
  if (!editor) return null;
  return (
    <RecordForm
      {...editor}
      submitWord="Confirm"
      drafts={drafts}
      parse={(values) => parseAdminDecision(true, values)}
      notices={
        <Notice tone="wait" icon="warning">{`${base.employeeName} can then raise no claim on this trip.`}</Notice>
      }
      notSaved="It is NOT saved; the form keeps it."
    >
      {(form) => (
        <>
          <TripSummary row={base} timeZone={timeZone} />
          <FormText control={form.control} name="adminRemarks" label="Admin remarks" optional maxLength={MAX_REMARKS} />
          <TripDetails row={base} />
        </>
      )}
    </RecordForm>
  );
}
