import type { ReactElement } from 'react';
import { addFurtherTicket, uploadTicketDetails } from '#contract/calls/tripDecisions.ts';
import { MAX_REMARKS } from '#contract/limits.ts';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import type { Submission } from '#data/submit.ts';
import type { ParseResult } from '#domain/verdict.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import { FormAmount, FormText } from '#form/fields.tsx';
import { FormDialog } from '#form/FormDialog.tsx';
import type { ActionDialogProps } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { AmountInput } from '#ui/AmountInput.tsx';
import { Notice } from '#ui/Notice.tsx';
import { amountText, ClaimForm, FormBills, placeOf, useRecordEditor } from '#modules/claims/index.ts';
import { TripDetails } from '../TripDetails.tsx';
import { TripSummary } from '../TripSummary.tsx';
import { onTrip, adminTripKind } from './kind.ts';
import { FURTHER_TITLE, furtherCommand, TICKETS_TITLE, ticketCommand, type AdminContext } from './command.ts';
import { ticketDrafts } from './joinPlace.ts';
import {
  NO_TICKETS,
  onForm,
  parseFurtherValues,
  parseTicketValues,
  ticketValuesOf,
  type TicketValues,
} from './ticketValues.ts';

const noop = (): void => undefined;

/** Adds tickets to a trip: what the form reads and what it sends. */
interface TicketAction<Input> {
  title: string;
  makes: Entry['endpoint'];
  can: (typeof onTrip)['addTickets'];
  parse: (values: TicketValues) => ParseResult<Input>;
  command: (row: Trip, values: TicketValues, input: Input, context: AdminContext) => Submission;
  asksReason: boolean;
}

const FIRST: TicketAction<{ paise: number }> = {
  title: TICKETS_TITLE,
  makes: uploadTicketDetails.name,
  can: onTrip.addTickets,
  parse: parseTicketValues,
  command: ticketCommand,
  asksReason: false,
};
const FURTHER: TicketAction<{ paise: number; reason: string }> = {
  title: FURTHER_TITLE,
  makes: addFurtherTicket.name,
  can: onTrip.addFurtherTicket,
  parse: parseFurtherValues,
  command: furtherCommand,
  asksReason: true,
};

/** The tickets of a trip and what they cost, to add or, once they are there, to look at (ADM-2). */
export const AddTickets = (props: ActionDialogProps<Trip>): ReactElement => <TicketDialog {...props} action={FIRST} />;

/**
 * Another ticket of a trip that has its first ones or was approved, with the reason for it; no decision is revoked
 * (ADM-12).
 */
export const AddFurtherTicket = (props: ActionDialogProps<Trip>): ReactElement => (
  <TicketDialog {...props} action={FURTHER} />
);

function TicketDialog<Input>({
  row,
  entry,
  readOnly,
  onClose,
  action,
}: ActionDialogProps<Trip> & { action: TicketAction<Input> }): ReactElement | null {
  const session = useSession();
  const { title, makes, can, asksReason } = action;
  const mine = entry?.endpoint === makes ? entry : undefined;
  const { base, form } = useRecordEditor<Trip, TicketValues, Input>({
    title,
    place: placeOf(mine, row.tripId),
    row,
    entry: mine,
    start: NO_TICKETS,
    startOf: ticketValuesOf,
    command: action.command,
    onClose,
  });
  // While they wait the row shows them as added: what they were added to is what is judged.
  const verdict = can(base, session);
  if (!readOnly && verdict.ok) {
    const refusal = form?.refusal;
    return (
      form && (
        <ClaimForm
          {...form}
          key={mine ? 'entry' : 'record'}
          submitWord="Upload"
          saysFirst
          notSaved="The tickets are NOT saved; the form keeps them."
          drafts={ticketDrafts}
          parse={action.parse}
          refusal={refusal && { ...refusal, ...(refusal.errors && { errors: onForm(refusal.errors) }) }}
          fields={({ control, getValues }, onBeforePick) => (
            <>
              <TripSummary row={base} timeZone={session.timeZone} />
              <FormAmount control={control} name="ticketAmount" label="Ticket amount" />
              {asksReason && <FormText control={control} name="reason" label="Reason" maxLength={MAX_REMARKS} />}
              <FormBills
                control={control}
                name="billUrl"
                label="Tickets"
                current={() => getValues('billUrl')}
                onBeforePick={onBeforePick}
              />
              <TripDetails row={base} />
            </>
          )}
        />
      )
    );
  }
  return (
    <FormDialog
      title={title}
      way={{ mode: 'view' }}
      onClose={onClose}
      notices={verdict.ok ? undefined : <Notice icon="eye">{verdict.message.replace(/[.!]?$/, '.')}</Notice>}
    >
      <TripSummary row={row} timeZone={session.timeZone} />
      <AmountInput label="Ticket amount" value={amountText(row.ticketAmount)} onChange={noop} disabled />
      <BillButtons sources={adminTripKind.bills(row)} of={row.tripId} noun="ticket" />
      <TripDetails row={row} />
    </FormDialog>
  );
}
