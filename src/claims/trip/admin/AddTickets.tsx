import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { revise, submit } from '#data/submit.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import { FormAmount } from '#form/FormAmount.tsx';
import { FormDialog } from '#form/FormDialog.tsx';
import type { ActionDialogProps } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { AmountInput } from '#ui/AmountInput.tsx';
import { Notice } from '#ui/Notice.tsx';
import { billDrafts } from '../../billDrafts.ts';
import { amountText } from '../../billValues.ts';
import { ClaimForm } from '../../ClaimForm.tsx';
import { FormBills } from '../../FormBills.tsx';
import { useEntryBills } from '../../useEntryBills.ts';
import { TripFacts } from '../TripFacts.tsx';
import { TripSummary } from '../TripSummary.tsx';
import { onTrip } from './can.ts';
import { TICKETS_TITLE, ticketCommand } from './command.ts';
import { adminTripKind } from './kind.ts';
import { isTicketValues, NO_TICKETS, onForm, readTicketValues, ticketValuesOf, type TicketValues } from './ticketValues.ts';

const drafts = billDrafts(isTicketValues);
const unheard = (): void => undefined;

/** The tickets of a trip and what they cost, to add or, once they are there, to look at (ADM-2). */
export function AddTickets({ row, entry, readOnly, onClose }: ActionDialogProps<Trip>): ReactElement {
  const session = useSession();
  const mine = entry?.endpoint === 'uploadTicketDetails' ? entry : undefined;
  // While they wait the row shows them as added: what they were added to is what is judged.
  const base = (mine?.refusal?.current as Trip | undefined) ?? (mine?.base as Trip | undefined) ?? row;
  const verdict = onTrip.addTickets(base, session);
  if (!readOnly && verdict.ok) return mine ? <WaitingTickets base={base} entry={mine} onClose={onClose} /> : <TicketForm base={base} start={NO_TICKETS} onClose={onClose} />;
  return (
    <FormDialog title={TICKETS_TITLE} way={{ mode: 'view' }} onClose={onClose} notices={verdict.ok ? undefined : <Notice icon="eye">{sentence(verdict.sentence)}</Notice>}>
      <TripSummary row={row} timeZone={session.timeZone} />
      <AmountInput label="Ticket amount" value={amountText(row.ticketAmount)} onChange={unheard} disabled />
      <BillButtons sources={adminTripKind.bills(row)} of={row.tripId} noun="ticket" />
      <TripFacts row={row} />
    </FormDialog>
  );
}

const sentence = (text: string): string => (text.endsWith('.') || text.endsWith('!') ? text : `${text}.`);

/** Tickets that have not been sent yet, changed or mended. */
function WaitingTickets({ base, entry, onClose }: { base: Trip; entry: Entry; onClose: () => void }): ReactElement | null {
  const bytes = useEntryBills(entry);
  return bytes ? <TicketForm base={base} entry={entry} start={ticketValuesOf(entry, bytes)} onClose={onClose} /> : null;
}

function TicketForm({ base, entry, start, onClose }: { base: Trip; entry?: Entry; start: TicketValues; onClose: () => void }): ReactElement {
  const { email, timeZone } = useSession();
  const place = `${TICKETS_TITLE}/${entry ? `entry/${entry.id}` : base.tripId}`;
  const refusal = entry?.refusal;
  return (
    <ClaimForm
      title={TICKETS_TITLE}
      mode="edit"
      submitWord="Upload"
      saysFirst
      notSaved="The tickets are NOT saved; the form keeps them."
      draftKey={place}
      drafts={drafts}
      start={start}
      read={readTicketValues}
      refusal={refusal && { ...refusal, ...(refusal.errors && { errors: onForm(refusal.errors) }) }}
      store={(values, { paise }, draft) => {
        const command = ticketCommand(base, values, paise, { email, timeZone, draft });
        return entry ? revise(entry.id, command) : submit(command);
      }}
      onClose={onClose}
      fields={(form, onBeforePick) => (
        <>
          <TripSummary row={base} timeZone={timeZone} />
          <FormAmount control={form.control} name="ticketAmount" label="Ticket amount" />
          <FormBills control={form.control} name="billUrl" label="Tickets" current={() => form.getValues('billUrl')} onBeforePick={onBeforePick} />
          <TripFacts row={base} />
        </>
      )}
    />
  );
}
