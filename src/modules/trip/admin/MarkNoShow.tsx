import { useMemo, type ReactElement } from 'react';
import { markNoShow } from '#contract/calls/tripDecisions.ts';
import { MAX_REMARKS } from '#contract/limits.ts';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { revise, submit } from '#data/submit.ts';
import { parseAdminDecision } from '#domain/tripDecision.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { FormText } from '#form/fields.tsx';
import type { ActionDialogProps } from '#list/definition.ts';
import { Notice } from '#ui/Notice.tsx';
import { plainDrafts, RecordForm, typed, valuesFrom } from '#modules/claims/index.ts';
import { TripDetails } from '../TripDetails.tsx';
import { TripSummary } from '../TripSummary.tsx';
import { onTrip } from './kind.ts';
import { NO_SHOW_TITLE, noShowCommand } from './command.ts';

const EMPTY = { adminRemarks: '' };
const drafts = plainDrafts(valuesFrom(EMPTY));

/** Notes that nobody travelled on an approved trip that has begun (ADM-6). */
export function MarkNoShow({ row, entry, readOnly, onClose }: ActionDialogProps<Trip>): ReactElement {
  const session = useSession();
  const { email, timeZone } = session;
  const mine = entry?.endpoint === markNoShow.name ? entry : undefined;
  const base = (mine?.refusal?.current as Trip | undefined) ?? (mine?.base as Trip | undefined) ?? row;
  const verdict = onTrip.markNoShow(base, session);
  const start = useMemo(() => (mine ? { adminRemarks: typed(mine.body['adminRemarks']) } : EMPTY), [mine]);
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
  const place = `${NO_SHOW_TITLE}/${mine?.id ?? row.tripId}`;
  return (
    <RecordForm
      title={NO_SHOW_TITLE}
      mode="edit"
      submitWord="Confirm"
      draftKey={place}
      drafts={drafts}
      start={start}
      read={(values) => parseAdminDecision(true, values)}
      refusal={mine?.refusal}
      notices={
        <Notice tone="wait" icon="warning">{`${base.employeeName} can then raise no claim on this trip.`}</Notice>
      }
      notSaved="It is NOT saved; the form keeps it."
      store={(_, { remarks }, draft) => {
        const command = noShowCommand(base, remarks, { email, timeZone, draft });
        return mine ? revise(mine.id, command) : submit(command);
      }}
      onClose={onClose}
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
