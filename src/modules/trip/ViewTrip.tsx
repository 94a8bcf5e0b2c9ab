import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import type { Trip } from '#contract/trip.ts';
import { useToday } from '#data/clock.ts';
import { useSession } from '#data/session.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { BillButtons } from '#files/BillButtons.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { EDIT_TITLE } from './command.ts';
import { tripKind } from './kind.ts';
import { TripFields } from './TripFields.tsx';
import { valuesOf, type TripValues } from './values.ts';

const noop = (): void => undefined;

/** A travel request, to look at; with what others have written on it. */
export function ViewTrip({
  row,
  reason,
  onClose,
}: {
  row: Trip;
  reason: string | undefined;
  onClose: () => void;
}): ReactElement {
  const { timeZone } = useSession();
  const form = useForm<TripValues>({ values: valuesOf(row, timeZone) });
  const written = [
    ['Manager remarks', row.managerRemarks],
    ['Admin remarks', row.adminRemarks],
    ['Cancellation remarks', row.cancellationRemarks],
    ['Remarks on the cancellation', row.adminCancellationRemarks],
  ] as const;
  return (
    <FormDialog
      title={EDIT_TITLE}
      way={{ mode: 'view' }}
      onClose={onClose}
      notices={reason === undefined ? undefined : <Notice icon="eye">{`${reason}.`}</Notice>}
    >
      <TripFields form={form} today={useToday(timeZone)} disabled>
        {written.map(([label, text]) =>
          text ? <TextArea key={label} label={label} value={text} onChange={noop} disabled /> : null,
        )}
        <BillButtons sources={tripKind.bills(row)} of={row.tripId} noun="ticket" />
      </TripFields>
    </FormDialog>
  );
}
