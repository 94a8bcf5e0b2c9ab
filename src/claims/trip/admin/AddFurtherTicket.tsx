import type { ReactElement } from 'react';
import { MAX_REMARKS } from '#contract/limits.ts';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { revise, submit } from '#data/submit.ts';
import { FormAmount } from '#form/FormAmount.tsx';
import { FormDialog } from '#form/FormDialog.tsx';
import { FormText } from '#form/FormText.tsx';
import type { ActionDialogProps } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { Notice } from '#ui/Notice.tsx';
import { billDrafts } from '../../billDrafts.ts';
import { ClaimForm } from '../../ClaimForm.tsx';
import { FormBills } from '../../FormBills.tsx';
import { useEntryBills } from '../../useEntryBills.ts';
import { TripFacts } from '../TripFacts.tsx';
import { TripSummary } from '../TripSummary.tsx';
import { onTrip } from './can.ts';
import { FURTHER_TITLE, furtherCommand } from './command.ts';
import { furtherValuesOf, isFurtherValues, NO_FURTHER, onForm, readFurtherValues, type FurtherValues } from './ticketValues.ts';

const drafts = billDrafts(isFurtherValues);

/** Another ticket of a trip that has its first ones or was approved, with the reason for it; no decision is revoked (ADM-12). */
export function AddFurtherTicket({ row, entry, readOnly, onClose }: ActionDialogProps<Trip>): ReactElement {
  const session = useSession();
  const mine = entry?.endpoint === 'addFurtherTicket' ? entry : undefined;
  const base = (mine?.refusal?.current as Trip | undefined) ?? (mine?.base as Trip | undefined) ?? row;
  const verdict = onTrip.addFurtherTicket(base, session);
  if (!readOnly && verdict.ok) return mine ? <WaitingTicket base={base} entry={mine} onClose={onClose} /> : <FurtherForm base={base} start={NO_FURTHER} onClose={onClose} />;
  return (
    <FormDialog title={FURTHER_TITLE} way={{ mode: 'view' }} onClose={onClose} notices={verdict.ok ? undefined : <Notice icon="eye">{verdict.sentence.replace(/[.!]?$/, '.')}</Notice>}>
      <TripSummary row={row} timeZone={session.timeZone} />
      <TripFacts row={row} />
    </FormDialog>
  );
}

/** A ticket that has not been sent yet, changed or mended. */
function WaitingTicket({ base, entry, onClose }: { base: Trip; entry: Entry; onClose: () => void }): ReactElement | null {
  const bytes = useEntryBills(entry);
  return bytes ? <FurtherForm base={base} entry={entry} start={furtherValuesOf(entry, bytes)} onClose={onClose} /> : null;
}

function FurtherForm({ base, entry, start, onClose }: { base: Trip; entry?: Entry; start: FurtherValues; onClose: () => void }): ReactElement {
  const { email, timeZone } = useSession();
  const place = `${FURTHER_TITLE}/${entry ? `entry/${entry.id}` : base.tripId}`;
  const refusal = entry?.refusal;
  return (
    <ClaimForm
      title={FURTHER_TITLE}
      mode="edit"
      submitWord="Upload"
      saysFirst
      notSaved="The ticket is NOT saved; the form keeps it."
      draftKey={place}
      drafts={drafts}
      start={start}
      read={readFurtherValues}
      refusal={refusal && { ...refusal, ...(refusal.errors && { errors: onForm(refusal.errors) }) }}
      store={(values, read, draft) => {
        const command = furtherCommand(base, values, read, { email, timeZone, draft });
        return entry ? revise(entry.id, command) : submit(command);
      }}
      onClose={onClose}
      fields={(form, onBeforePick) => (
        <>
          <TripSummary row={base} timeZone={timeZone} />
          <FormAmount control={form.control} name="ticketAmount" label="Ticket amount" />
          <FormText control={form.control} name="reason" label="Reason" maxLength={MAX_REMARKS} />
          <FormBills control={form.control} name="billUrl" label="Tickets" current={() => form.getValues('billUrl')} onBeforePick={onBeforePick} />
          <TripFacts row={base} />
        </>
      )}
    />
  );
}
