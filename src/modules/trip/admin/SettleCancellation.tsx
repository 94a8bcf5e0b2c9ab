import type { ReactElement } from 'react';
import { rejectCancellation, uploadCancellationDetails } from '#contract/calls/tripDecisions.ts';
import { MAX_REMARKS } from '#contract/limits.ts';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import type { FormDraft } from '#data/submit.ts';
import { formatRupees, toPaise, ungroup } from '#domain/money.ts';
import { parseAdminDecision, parseCancellationDetails, type CancellationInput } from '#domain/tripDecision.ts';
import { invalid, type ParseResult } from '#domain/verdict.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import { FormAmount, FormText } from '#form/fields.tsx';
import { FormDialog } from '#form/FormDialog.tsx';
import type { ActionDialogProps } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { AmountInput } from '#ui/AmountInput.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import {
  amountText,
  Details,
  plainDrafts,
  RecordForm,
  typed,
  useRecordEditor,
  valuesFrom,
} from '#modules/claims/index.ts';
import { TripSummary } from '../TripSummary.tsx';
import { onTrip, adminTripKind } from './kind.ts';
import { CANCELLATION_TITLE, cancellationCommand, refusalCommand } from './command.ts';

const EMPTY = { adminCancellationRemarks: '', ticketRefundAmount: '', amountToBeDeductedFromSalary: '' };
type Values = typeof EMPTY;
const drafts = plainDrafts(valuesFrom(EMPTY));
const noop = (): void => undefined;

/** What a waiting settlement, or a waiting refusal, holds. */
function valuesOf({ body }: Entry): Values {
  return {
    adminCancellationRemarks: typed(body['adminCancellationRemarks'] ?? body['adminRemarks']),
    ticketRefundAmount: amountText(body['ticketRefundAmount']),
    amountToBeDeductedFromSalary: amountText(body['amountToBeDeductedFromSalary']),
  };
}

/** The refusal of a cancellation needs its remark and nothing else (ADM-8). */
function parseRefusal(values: Values): ParseResult<{ remarks: string | null }> {
  const parsed = parseAdminDecision(false, { adminRemarks: values.adminCancellationRemarks });
  return parsed.ok ? parsed : invalid({ adminCancellationRemarks: parsed.message });
}

/** What the traveller asked for and what the tickets cost: needed to fill in the rest. */
function Asked({ row }: { row: Trip }): ReactElement {
  return (
    <>
      <Details
        items={[
          ['Employee', `${row.employeeName} (${row.employeeCode})`],
          ['Cancellation remarks', row.cancellationRemarks],
          ['Ticket amount', row.ticketAmount === null ? 'No ticket was added' : formatRupees(row.ticketAmount)],
        ]}
      />
      <BillButtons sources={adminTripKind.bills(row)} of={row.tripId} noun="ticket" />
    </>
  );
}

/** Settles a cancellation that was asked for, or refuses it; once that is done, to look at (ADM-4, ADM-8). */
export function SettleCancellation({ row, entry, readOnly, onClose }: ActionDialogProps<Trip>): ReactElement | null {
  const session = useSession();
  const { email, timeZone } = session;
  const mine =
    entry?.endpoint === uploadCancellationDetails.name || entry?.endpoint === rejectCancellation.name
      ? entry
      : undefined;
  // While it waits the row shows it as settled: what it was asked of is what is judged.
  const {
    base,
    form: editor,
    save,
  } = useRecordEditor<Trip, Values, CancellationInput>({
    title: CANCELLATION_TITLE,
    place: mine?.id ?? row.tripId,
    row,
    entry: mine,
    start: EMPTY,
    startOf: valuesOf,
    command: (before, _, input, context) => cancellationCommand(before, input, context),
    onClose,
  });
  const verdict = onTrip.settleCancellation(base, session);

  if (readOnly || !verdict.ok) {
    return (
      <FormDialog
        title={CANCELLATION_TITLE}
        way={{ mode: 'view' }}
        onClose={onClose}
        notices={verdict.ok ? undefined : <Notice icon="eye">{verdict.message.replace(/\.?$/, '.')}</Notice>}
      >
        <TripSummary row={row} timeZone={timeZone} />
        <Asked row={row} />
        <TextArea label="Admin remarks" value={row.adminCancellationRemarks ?? ''} onChange={noop} disabled />
        <AmountInput label="Ticket refund amount" value={amountText(row.ticketRefundAmount)} onChange={noop} disabled />
        <AmountInput
          label="Amount to be deducted from salary"
          value={amountText(row.amountToBeDeductedFromSalary)}
          onChange={noop}
          disabled
        />
      </FormDialog>
    );
  }
  if (!editor) return null;
  const parse = (values: Values) =>
    parseCancellationDetails(
      {
        ...values,
        ticketRefundAmount: ungroup(values.ticketRefundAmount),
        amountToBeDeductedFromSalary: ungroup(values.amountToBeDeductedFromSalary),
      },
      base.ticketAmount === null ? null : toPaise(base.ticketAmount),
    );
  const refuse = (values: Values, draft: FormDraft): Promise<Entry> =>
    save(refusalCommand(base, values.adminCancellationRemarks.trim(), { email, timeZone, draft }));
  return (
    <RecordForm
      {...editor}
      submitWord="Update"
      saysFirst
      other={{ word: 'Refuse', parse: parseRefusal, store: refuse }}
      drafts={drafts}
      parse={parse}
      notSaved="It is NOT saved; the form keeps it."
    >
      {(form) => (
        <>
          <TripSummary row={base} timeZone={timeZone} />
          <Asked row={base} />
          <FormText
            control={form.control}
            name="adminCancellationRemarks"
            label="Admin remarks"
            optional
            maxLength={MAX_REMARKS}
          />
          <FormAmount control={form.control} name="ticketRefundAmount" label="Ticket refund amount" />
          <FormAmount
            control={form.control}
            name="amountToBeDeductedFromSalary"
            label="Amount to be deducted from salary"
          />
        </>
      )}
    </RecordForm>
  );
}
